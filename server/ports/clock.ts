/** The current time; a port, so that tests can set it. */
export type Clock = { readonly now: () => Date };
