import type { PlatformType } from "@/entities/account/platforms";

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
  readonly platform: PlatformType;
  readonly externalId: string;
  readonly publishedAt: Date;
  readonly video: boolean;
};

/** Reads the figures of a published post. Throws if it cannot; the job is then retried. */
export type MetricsSource = {
  readonly read: (post: MeasuredPost, signal: AbortSignal) => Promise<Figures>;
};
