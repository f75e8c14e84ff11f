/**
 * The key of all that the Dashboard reads. It is apart from the queries, so that a screen that only
 * refreshes them does not load their contract and schema.
 */
export const performanceKey = ["performance"] as const;
