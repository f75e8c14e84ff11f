/**
 * All that the Dashboard reads. Apart from the queries, so that a screen that only refreshes them does
 * not load their contract and schema.
 */
export const performanceKey = ["performance"] as const;
