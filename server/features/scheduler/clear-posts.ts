import { and, asc, eq, exists, inArray, isNotNull, isNull, not, sql } from "drizzle-orm";
import type { z } from "zod";
import type { schedulerApi } from "@/features/scheduler/contract";
import type { WireOf } from "@/shared/api/endpoint";
import { contentItems, queueItems, scheduledPosts } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { lockGroups, locking } from "../../kernel/locks.ts";
import { counted } from "../../kernel/sentences.ts";
import { isAnyOf, nextVersion } from "../../kernel/sql.ts";
import { noteActivity } from "../activity/index.ts";
import type { PostRow } from "./schedule.ts";

/**
 * Deletes the failed posts of all groups. Posts that are being published stay. Unknown posts, which
 * may be live, are deleted only with `include_unknown`: the operator confirms that they are live, so
 * their content is marked as used and the planner does not publish it again.
 */
export async function clearFailed(
  context: Context,
  { include_unknown }: z.output<typeof schedulerApi.clearFailed.query>,
): Promise<WireOf<typeof schedulerApi.clearFailed>> {
  const cleared = await deletePosts(context, include_unknown ? ["failed", "unknown"] : ["failed"]);
  return noteCleared(context, cleared, "failed post");
}

/** Deletes the scheduled posts of all groups; posts that are being published are finished. */
export async function clearScheduled(
  context: Context,
): Promise<WireOf<typeof schedulerApi.clearScheduled>> {
  return noteCleared(context, await deletePosts(context, ["scheduled"]), "scheduled post");
}

type Cleared = Pick<PostRow, "id" | "status" | "queue_item_id" | "group_id">;

/** Adds one entry for each group, so that a group's activity has its own. */
async function noteCleared(context: Context, cleared: readonly Cleared[], noun: string) {
  const groups = [...new Set(cleared.map(({ group_id }) => group_id))];
  await noteActivity(
    context,
    ...groups.map((group_id) => {
      const ofGroup = cleared.filter((post) => post.group_id === group_id);
      const about = counted(ofGroup.length, noun);
      return { kind: "cleared", group_id, about, subject: "queue" } as const;
    }),
  );
  return { message: `Cleared ${counted(cleared.length, noun)}.` };
}

/**
 * Deletes the posts of these statuses. An approved item that is left without posts becomes rejected.
 * Its content stays active in its pool and is planned like any other unused content.
 */
async function deletePosts(
  { db, ports }: Context,
  statuses: readonly PostRow["status"][],
): Promise<Cleared[]> {
  const now = ports.clock.now();
  const ofStatus = db
    .select({ one: sql`1` })
    .from(scheduledPosts)
    .where(
      and(
        eq(scheduledPosts.queue_item_id, queueItems.id),
        inArray(scheduledPosts.status, statuses),
      ),
    );
  await lockGroups(db, undefined, "key share");
  // Locked, so that of two concurrent clears the second sees the result of the first.
  const items = await locking(
    db,
    "queue item",
    db
      .select({ id: queueItems.id })
      .from(queueItems)
      .where(exists(ofStatus))
      .orderBy(asc(queueItems.id))
      .for("update"),
  );
  const cleared = await db
    .delete(scheduledPosts)
    .where(
      and(
        isAnyOf(
          scheduledPosts.queue_item_id,
          items.map(({ id }) => id),
        ),
        inArray(scheduledPosts.status, statuses),
      ),
    )
    .returning({
      id: scheduledPosts.id,
      status: scheduledPosts.status,
      queue_item_id: scheduledPosts.queue_item_id,
      group_id: scheduledPosts.group_id,
    });
  const itemsOf = (posts: readonly Cleared[]) => [
    ...new Set(posts.map(({ queue_item_id }) => queue_item_id)),
  ];
  const confirmed = cleared.filter(({ status }) => status === "unknown");
  await markLiveInOrders(db, itemsOf(confirmed), confirmed);
  const live = db
    .select({ id: queueItems.content_item_id })
    .from(queueItems)
    .where(isAnyOf(queueItems.id, itemsOf(confirmed)));
  await db
    .update(contentItems)
    .set({ last_used_at: now })
    .where(and(inArray(contentItems.id, live), isNull(contentItems.last_used_at)));
  await rejectItemsWithoutPosts({ db, ports }, itemsOf(cleared));
  return cleared;
}

/** Marks deleted posts as live in the orders that made them, for commands that are repeated. */
async function markLiveInOrders(db: Db, itemIds: readonly number[], live: readonly Cleared[]) {
  const items = await db
    .select({ id: queueItems.id, ordered_posts: queueItems.ordered_posts })
    .from(queueItems)
    .where(and(isAnyOf(queueItems.id, itemIds), isNotNull(queueItems.ordered_posts)));
  for (const { id, ordered_posts } of items) {
    const posts = (ordered_posts ?? []).map((post) =>
      live.some((one) => one.id === post.id) ? { ...post, is_live: true } : post,
    );
    await db.update(queueItems).set({ ordered_posts: posts }).where(eq(queueItems.id, id));
  }
}

/**
 * Rejects those of the approved items that have no post left: the planner schedules approved items
 * without a post first, and would bring them back.
 */
export async function rejectItemsWithoutPosts(
  { db, ports }: Pick<Context, "db" | "ports">,
  itemIds: readonly number[],
): Promise<void> {
  const postsOfItem = db
    .select({ one: sql`1` })
    .from(scheduledPosts)
    .where(eq(scheduledPosts.queue_item_id, queueItems.id));
  await db
    .update(queueItems)
    .set({ status: "rejected", updated_at: nextVersion(queueItems.updated_at, ports.clock.now()) })
    .where(
      and(
        isAnyOf(queueItems.id, itemIds),
        eq(queueItems.status, "approved"),
        not(exists(postsOfItem)),
      ),
    );
}
