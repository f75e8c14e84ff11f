import { asc, eq, inArray, isNotNull, not, type SQL } from "drizzle-orm";
import type { Db } from "../context.ts";
import { accounts, categories, groups, queueItems, scheduledPosts } from "../db/schema.ts";
import { Refusal } from "../refusal.ts";
import { existing } from "./rows.ts";

/**
 * Returns true if publishing of the group is paused. It cannot be paused before the transaction ends.
 */
export async function isPaused(db: Db, groupId: number): Promise<boolean> {
  const [group] = await db
    .select({ paused_at: groups.paused_at })
    .from(groups)
    .where(eq(groups.id, groupId))
    .for("key share");
  return group !== undefined && group.paused_at !== null;
}

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

/** Throws a 409 Refusal while publishing of the group is paused. */
export async function refuseIfPaused(db: Db, groupId: number): Promise<void> {
  if (await isPaused(db, groupId)) {
    throw new Refusal(
      409,
      "Publishing of this group is paused. Resume it in the group's settings.",
    );
  }
}

/** The condition of posts whose group is not paused. */
export const isNotPaused = (db: Db): SQL =>
  not(
    inArray(
      scheduledPosts.group_id,
      db.select({ id: groups.id }).from(groups).where(isNotNull(groups.paused_at)),
    ),
  );
