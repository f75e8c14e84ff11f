/** A flair of a subreddit. The text is "" where only the id is known. */
export type PickedFlair = { id: string; text: string };

/** By the subreddit's name in lower case. */
export type PickedFlairs = Readonly<Record<string, PickedFlair>>;

/** 'a, b,, a' holds the ids a and b. */
export const flairIdsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(",")
      .map((id) => id.trim())
      .filter((id) => id !== ""),
  ),
];

/** The ids that a save sends: all of the list, except the flairs of subreddits that were removed. */
export function savedIds(names: readonly string[], picked: PickedFlairs, list: string) {
  const keys = names.map((name) => name.toLowerCase());
  const kept = new Set(keys.map((key) => picked[key]?.id));
  const removed = new Set(
    Object.entries(picked).flatMap(([key, { id }]) => (keys.includes(key) ? [] : id)),
  );
  return flairIdsIn(list).filter((id) => kept.has(id) || !removed.has(id));
}

/** The list once a subreddit has another flair; "" is none. */
export function withFlair(ids: readonly string[], before: string | undefined, now: string) {
  const changed =
    before && ids.includes(before) ? ids.map((id) => (id === before ? now : id)) : [...ids, now];
  return flairIdsIn(changed.join(","));
}
