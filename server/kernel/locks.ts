import { asc, eq, inArray } from "drizzle-orm";
import { accounts, categories, groups, queueItems, scheduledPosts } from "../db/schema.ts";
import type { Db } from "./context.ts";
import { existing } from "./sql.ts";

/**
 * Locks a group, so that no post of it is claimed until the transaction ends: whoever claims one asks
 * `isPaused` first. 404 if there is no such group.
 */
export async function holdClaims(db: Db, groupId: number): Promise<void> {
  const locked = await db
    .select({ id: groups.id })
    .from(groups)
    .where(eq(groups.id, groupId))
    .for("update");
  existing(locked, "group");
}

/**
 * Locks the group of a post in the queue against deletion, before the post is locked: in the order of
 * the deletion, else both would wait. With `withAccounts`, its accounts before it.
 */
export async function keepGroupOf(
  db: Db,
  itemId: number,
  { withAccounts = false } = {},
): Promise<void> {
  const ofItem = db
    .select({ id: categories.group_id })
    .from(categories)
    .innerJoin(queueItems, eq(queueItems.category_id, categories.id))
    .where(eq(queueItems.id, itemId));
  if (withAccounts) {
    await db
      .select({ id: accounts.id })
      .from(accounts)
      .where(inArray(accounts.group_id, ofItem))
      .orderBy(asc(accounts.id))
      .for("update");
  }
  await db
    .select({ id: groups.id })
    .from(groups)
    .where(inArray(groups.id, ofItem))
    .for("key share");
}

/** The same for a scheduled post. */
export async function keepGroupOfPost(db: Db, postId: number): Promise<void> {
  const ofPost = db
    .select({ id: scheduledPosts.group_id })
    .from(scheduledPosts)
    .where(eq(scheduledPosts.id, postId));
  await db
    .select({ id: groups.id })
    .from(groups)
    .where(inArray(groups.id, ofPost))
    .for("key share");
}

/** The accounts before their group, in the order of the publish job: else both would wait. */
export async function holdGroup(db: Db, groupId: number) {
  await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.group_id, groupId))
    .orderBy(asc(accounts.id))
    .for("update");
  await holdClaims(db, groupId);
}
