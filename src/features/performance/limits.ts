/** How many posts a list begins with, and how many more come at a press, up to the most. */
export const listStep = 100;
export const listMost = 10_000;
