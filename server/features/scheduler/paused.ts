import { and, eq, inArray, isNotNull, not, type SQL } from "drizzle-orm";
import { groups, scheduledPosts } from "../../db/schema.ts";
import type { Db } from "../../kernel/context.ts";
import { lockGroups } from "../../kernel/locks.ts";
import { Refusal } from "../../kernel/refusal.ts";

/**
 * Locks the group, so that it is neither paused nor deleted before the transaction ends. Returns false
 * if publishing of it is paused.
 */
export async function lockUnlessPaused(db: Db, groupId: number): Promise<boolean> {
  const [group] = await lockGroups(db, eq(groups.id, groupId), "key share");
  return group === undefined || group.paused_at === null;
}

/** Returns true if publishing of the group is paused. Without a lock, for an answer. */
export const isPaused = async (db: Db, groupId: number): Promise<boolean> =>
  (await db.$count(groups, and(eq(groups.id, groupId), isNotNull(groups.paused_at)))) > 0;

/** Throws a 409 Refusal while publishing of the group is paused; else locks it as above. */
export async function refuseIfPaused(db: Db, groupId: number): Promise<void> {
  if (!(await lockUnlessPaused(db, groupId))) {
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
