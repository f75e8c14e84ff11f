import { once } from "@/shared/format/once";
import { accountOf } from "./post-names";
import type { ScheduledPost } from "./schema";

/** Names the accounts of several posts: 'Instagram zimska and Bluesky zimska.bsky.social'. */
export const accountsOf = (posts: readonly ScheduledPost[]): string =>
  list().format(posts.map(accountOf));

const list = once(() => new Intl.ListFormat("en"));
