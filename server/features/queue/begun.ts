import { and, eq, inArray } from "drizzle-orm";
import { scheduledPosts } from "../../db/schema.ts";
import type { Db } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/sql.ts";
import type { PostRow, QueueRow } from "../scheduler/index.ts";

/** The statuses of a post whose publishing has begun. */
const begun = ["published", "publishing", "unknown"] as const;

/** Returns a sentence on the post whose publishing has begun; undefined if there is none. */
export function begunInWords(posts: readonly Pick<PostRow, "status">[]): string | undefined {
  const statuses = new Set(posts.map(({ status }) => status));
  if (statuses.has("published")) return "This post is published.";
  if (statuses.has("publishing")) return "This post is being published.";
  return statuses.has("unknown") ? "This post may be live: check the profile." : undefined;
}

/**
 * Returns why an item cannot be changed any more; undefined if publishing has begun for none of
 * its posts.
 */
export function lockedInWords(posts: readonly Pick<PostRow, "status">[]): string | undefined {
  const words = begunInWords(posts);
  return words && `${words} It can no longer be changed.`;
}

export const statusesOf = (db: Db, id: number) =>
  db
    .select({ id: scheduledPosts.id, status: scheduledPosts.status })
    .from(scheduledPosts)
    .where(eq(scheduledPosts.queue_item_id, id))
    .orderBy(scheduledPosts.id);

/** The length of a list up to which its posts are read: a person does not decide on a longer one. */
export const maxPosts = 20;

/** Returns why each approved item cannot be changed any more, by its id. Empty for many items. */
export async function lockedItems(
  db: Db,
  rows: readonly QueueRow[],
): Promise<ReadonlyMap<number, string>> {
  const ids = rows.filter(({ status }) => status === "approved").map(({ id }) => id);
  if (ids.length === 0 || ids.length > maxPosts) return new Map();
  const posts = await db
    .select({ item: scheduledPosts.queue_item_id, status: scheduledPosts.status })
    .from(scheduledPosts)
    .where(and(isAnyOf(scheduledPosts.queue_item_id, ids), inArray(scheduledPosts.status, begun)));
  const locked = new Map<number, string>();
  for (const id of ids) {
    const words = lockedInWords(posts.filter(({ item }) => item === id));
    if (words) locked.set(id, words);
  }
  return locked;
}
