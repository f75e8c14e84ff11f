/**
 * The key of all that is read of the activity. It is apart from the queries, so that a screen that only
 * refreshes them does not load their contract and schema.
 */
export const activityKey = ["activity"] as const;
