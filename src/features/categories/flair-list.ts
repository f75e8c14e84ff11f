/** A flair of a subreddit. The text is "" if only the id is known. */
export type PickedFlair = { id: string; text: string };

/** Keyed by the subreddit's name in lower case. */
export type PickedFlairs = Readonly<Record<string, PickedFlair>>;

/** Returns the distinct ids in a text: a and b for 'a, b,, a'. */
export const flairIdsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(",")
      .map((id) => id.trim())
      .filter((id) => id !== ""),
  ),
];

/** Returns the ids that a save sends: all in the list except the flairs of removed subreddits. */
export function savedIds(names: readonly string[], picked: PickedFlairs, list: string) {
  const keys = names.map((name) => name.toLowerCase());
  const kept = new Set(keys.map((key) => picked[key]?.id));
  const removed = new Set(
    Object.entries(picked).flatMap(([key, { id }]) => (keys.includes(key) ? [] : id)),
  );
  return flairIdsIn(list).filter((id) => kept.has(id) || !removed.has(id));
}

/** Returns the ids after a subreddit's flair has changed. The id "" means no flair. */
export function withFlair(ids: readonly string[], before: string | undefined, now: string) {
  const changed =
    before && ids.includes(before) ? ids.map((id) => (id === before ? now : id)) : [...ids, now];
  return flairIdsIn(changed.join(","));
}
