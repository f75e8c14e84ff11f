/** The periods that can be chosen; `dates` is the one between two days of the address. */
export const periods = ["all", "7d", "30d", "90d", "dates"] as const;

export type Period = (typeof periods)[number];
