import type { PlatformType } from "@/entities/account/platforms";
import type { MetricsSource } from "../../ports/metrics-source.ts";
import type { Publisher } from "../../ports/publisher.ts";
import { createBlueskyMetrics } from "./bluesky/metrics.ts";
import { createBlueskyPublisher } from "./bluesky/publisher.ts";
import { createFacebookMetrics } from "./facebook/metrics.ts";
import { createFacebookPublisher } from "./facebook/publisher.ts";
import { createInstagramMetrics } from "./instagram/metrics.ts";
import { createInstagramPublisher } from "./instagram/publisher.ts";
import { createLinkedInMetrics } from "./linkedin/metrics.ts";
import { createLinkedInPublisher } from "./linkedin/publisher.ts";
import type { Live } from "./live.ts";
import type { RedditApi } from "./reddit/api.ts";
import { createRedditMetrics } from "./reddit/metrics.ts";
import { createRedditPublisher } from "./reddit/publisher.ts";
import { createThreadsMetrics } from "./threads/metrics.ts";
import { createThreadsPublisher } from "./threads/publisher.ts";
import type { TikTokApi } from "./tiktok/api.ts";
import { createTikTokMetrics } from "./tiktok/metrics.ts";
import { createTikTokPublisher } from "./tiktok/publisher.ts";
import { createXMetrics } from "./x/metrics.ts";
import { createXPublisher } from "./x/publisher.ts";

/** The objects that two or more adapters of a platform share; undefined if the platform is off. */
type Shared = {
  readonly reddit: RedditApi | undefined;
  readonly tiktok: TikTokApi | undefined;
};

/** Returns the adapters of all real platforms. */
export function publishersOf(
  live: Live,
  { reddit, tiktok }: Shared,
): Readonly<Partial<Record<PlatformType, Publisher>>> {
  const linkedin = createLinkedInPublisher(live);
  return {
    x_twitter: createXPublisher(live),
    instagram: createInstagramPublisher(live),
    facebook_page: createFacebookPublisher(live),
    threads: createThreadsPublisher(live),
    bluesky: createBlueskyPublisher(live),
    linkedin_profile: linkedin,
    linkedin_organization: linkedin,
    ...(reddit && { reddit: createRedditPublisher(reddit) }),
    ...(tiktok && { tiktok: createTikTokPublisher(tiktok) }),
  };
}

/** Returns the sources of their figures. */
export function metricsOf(
  live: Live,
  { reddit, tiktok }: Shared,
): Readonly<Partial<Record<PlatformType, MetricsSource>>> {
  const linkedin = createLinkedInMetrics(live);
  return {
    x_twitter: createXMetrics(live),
    instagram: createInstagramMetrics(live),
    facebook_page: createFacebookMetrics(live),
    threads: createThreadsMetrics(live),
    bluesky: createBlueskyMetrics(live),
    linkedin_profile: linkedin,
    linkedin_organization: linkedin,
    ...(reddit && { reddit: createRedditMetrics(reddit) }),
    ...(tiktok && { tiktok: createTikTokMetrics(tiktok) }),
  };
}
