/** Bluesky's own addresses; tests have others. */
export const blueskyAddresses = {
  /** Resolves handles, and hosts those accounts that sign in by e-mail address. */
  entryway: "https://bsky.social",
  /** The directory of DIDs. */
  plc: "https://plc.directory",
  video: "https://video.bsky.app",
  /** Answers reads of public posts without a login. */
  appView: "https://public.api.bsky.app",
  /** Shows posts to readers. */
  site: "https://bsky.app",
} as const;

export type BlueskyAddresses = { readonly [name in keyof typeof blueskyAddresses]: string };
