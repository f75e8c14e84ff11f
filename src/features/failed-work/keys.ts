/**
 * The key of all that is read of the failed work. It is apart from the queries, so that a screen that
 * only refreshes them does not load their contract and schema.
 */
export const failedWorkKey = ["failed-work"] as const;
