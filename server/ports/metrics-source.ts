import type { PlatformType } from "@/entities/account/platforms";

/** A post's figures as its platform counts them; null is "this platform does not say". */
export type Figures = {
  readonly impressions: number | null;
  readonly video_views: number | null;
  readonly likes: number | null;
  readonly comments: number | null;
  readonly shares: number | null;
};

export type MeasuredPost = {
  readonly id: number;
  readonly platform: PlatformType;
  readonly externalId: string;
  readonly publishedAt: Date;
  readonly video: boolean;
};

/** Reads how a published post does. Throws when it cannot: the job is tried again. */
export type MetricsSource = {
  readonly read: (post: MeasuredPost, signal: AbortSignal) => Promise<Figures>;
};
