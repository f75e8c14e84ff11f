import type { PlatformAccount } from "./publisher.ts";

/** A post's figures; null if its platform does not report one. */
export type Figures = {
  readonly impressions: number | null;
  readonly video_views: number | null;
  readonly likes: number | null;
  readonly comments: number | null;
  readonly shares: number | null;
};

export type MeasuredPost = {
  readonly id: number;
  readonly externalId: string;
  readonly publishedAt: Date;
  readonly video: boolean;
};

/**
 * The source of the figures of published posts of one account, by the post's id; a post whose figures
 * could not be read is left out. Throws if none can be read.
 */
export type MetricsSource = {
  readonly read: (
    account: PlatformAccount,
    posts: readonly MeasuredPost[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<number, Figures>>;
};
