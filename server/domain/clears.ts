import { and, asc, eq, exists, inArray, isNull, not, sql } from "drizzle-orm";
import type { z } from "zod";
import type { schedulerApi } from "@/features/scheduler/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Context } from "../context.ts";
import { contentItems, queueItems, scheduledPosts } from "../db/schema.ts";
import { isAnyOf } from "./rows.ts";
import type { PostRow } from "./schedule.ts";

/**
 * Deletes the failed posts of all groups. What is being published stays, and so does what may be
 * live, unless someone has looked and says that it is: then its content counts as used, so that the
 * planner does not take it for new.
 */
export async function clearFailed(
  context: Context,
  { include_unknown }: z.output<typeof schedulerApi.clearFailed.query>,
): Promise<WireOf<typeof schedulerApi.clearFailed>> {
  const cleared = await clear(context, include_unknown ? ["failed", "unknown"] : ["failed"]);
  return { message: `Cleared ${counted(cleared.length, "failed post")}.` };
}

/** Deletes what is still to be published, of all groups; what has been begun is left to its end. */
export async function clearScheduled(
  context: Context,
): Promise<WireOf<typeof schedulerApi.clearScheduled>> {
  const cleared = await clear(context, ["scheduled"]);
  return { message: `Cleared ${counted(cleared.length, "scheduled post")}.` };
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

type Cleared = Pick<PostRow, "status" | "queue_item_id">;

/**
 * Deletes the posts of these statuses. An approved item that this leaves without any post counts as
 * rejected, or the planner would bring it back before everything else: to clear is to take the
 * approval back. Its content stays active in its pool, where it is seen, can be posted or deleted,
 * and is planned like any other that is unused.
 */
async function clear(
  { db, ports }: Context,
  statuses: readonly PostRow["status"][],
): Promise<Cleared[]> {
  const now = ports.clock.now();
  const postsOfItem = db
    .select({ one: sql`1` })
    .from(scheduledPosts)
    .where(eq(scheduledPosts.queue_item_id, queueItems.id));
  const ofStatus = db
    .select({ one: sql`1` })
    .from(scheduledPosts)
    .where(
      and(
        eq(scheduledPosts.queue_item_id, queueItems.id),
        inArray(scheduledPosts.status, statuses),
      ),
    );
  // Locked, so that of two clears at once the second sees what the first has left.
  const items = await db
    .select({ id: queueItems.id })
    .from(queueItems)
    .where(exists(ofStatus))
    .orderBy(asc(queueItems.id))
    .for("update");
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
    .returning({ status: scheduledPosts.status, queue_item_id: scheduledPosts.queue_item_id });
  const itemsOf = (posts: readonly Cleared[]) => [
    ...new Set(posts.map(({ queue_item_id }) => queue_item_id)),
  ];
  const live = db
    .select({ id: queueItems.content_item_id })
    .from(queueItems)
    .where(isAnyOf(queueItems.id, itemsOf(cleared.filter(({ status }) => status === "unknown"))));
  await db
    .update(contentItems)
    .set({ last_used_at: now })
    .where(and(inArray(contentItems.id, live), isNull(contentItems.last_used_at)));
  await db
    .update(queueItems)
    .set({ status: "rejected", updated_at: now })
    .where(
      and(
        isAnyOf(queueItems.id, itemsOf(cleared)),
        eq(queueItems.status, "approved"),
        not(exists(postsOfItem)),
      ),
    );
  return cleared;
}
