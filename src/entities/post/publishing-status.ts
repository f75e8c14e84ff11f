/** Other servers' words for two of our statuses, in lower case. */
const ends: ReadonlyMap<string, string> = new Map([
  ["success", "published"],
  ["ok", "published"],
  ["posted", "published"],
  ["completed", "published"],
  ["error", "failed"],
  ["rejected", "failed"],
]);

/** The statuses of a post on an account; `unknown` may be live. */
export const postStatuses = ["scheduled", "publishing", "published", "failed", "unknown"] as const;

const ours: readonly string[] = postStatuses;

/** Maps a server's word to the status that the console knows. An unknown word stays as it came. */
export function publishingStatusOf(word: string): string {
  const lower = word.toLowerCase();
  return ends.get(lower) ?? (ours.includes(lower) ? lower : word);
}
