/** A list starts with `listStep` posts and loads as many more at a press, up to `listMost`. */
export const listStep = 100;
export const listMost = 10_000;
