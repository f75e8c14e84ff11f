/** The time of day, so that tests can set it. */
export type Clock = { readonly now: () => Date };
