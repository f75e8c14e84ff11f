import { eq, inArray, isNotNull, not, type SQL } from "drizzle-orm";
import { groups, scheduledPosts } from "../../db/schema.ts";
import type { Db } from "../../kernel/context.ts";
import { lockGroups } from "../../kernel/locks.ts";
import { Refusal } from "../../kernel/refusal.ts";

/**
 * Returns true if publishing of the group is paused. It cannot be paused before the transaction ends.
 */
export async function isPaused(db: Db, groupId: number): Promise<boolean> {
  const [group] = await lockGroups(db, eq(groups.id, groupId), "key share");
  return group !== undefined && group.paused_at !== null;
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

/** Returns the condition of posts whose group is not paused. */
export const isNotPaused = (db: Db): SQL =>
  not(
    inArray(
      scheduledPosts.group_id,
      db.select({ id: groups.id }).from(groups).where(isNotNull(groups.paused_at)),
    ),
  );
