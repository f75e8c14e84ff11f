import { and, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { schedulerApi } from "@/features/scheduler/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { queueItems, scheduledPosts } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { rowId } from "../../kernel/ids.ts";
import { keepGroupOfPost } from "../../kernel/locks.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { existing, isUniqueViolation } from "../../kernel/sql.ts";
import { notePosts } from "../activity/index.ts";
import { accountsWithContent } from "../duplicates/index.ts";
import { enqueuePublish } from "./due.ts";
import { isPaused } from "./paused.ts";
import type { Status } from "./scheduled-posts.ts";

/**
 * Makes a failed post due immediately; 409 for other posts, so that nothing is published twice. An
 * unknown post, which may be live, needs `confirm_unknown`: the operator confirms that it is not.
 */
export async function retryPost(
  context: Context,
  id: Id,
  { confirm_unknown }: z.output<typeof schedulerApi.retry.query>,
): Promise<WireOf<typeof schedulerApi.retry>> {
  const { db, ports } = context;
  const key = rowId(id);
  const now = ports.clock.now();
  await keepGroupOfPost(db, key);
  await refuseDuplicate(db, key);
  const retry = db
    .update(scheduledPosts)
    .set({
      ...tryNow,
      status: "scheduled",
      publish_at: now,
      error: null,
      // Part of an unknown post may be published: its results stay until they are replaced.
      subreddit_results: sql`case when ${scheduledPosts.status} = 'unknown' then ${scheduledPosts.subreddit_results} end`,
      retry_count: sql`${scheduledPosts.retry_count} + 1`,
    })
    .where(
      and(
        eq(scheduledPosts.id, key),
        inArray(scheduledPosts.status, confirm_unknown ? ["failed", "unknown"] : ["failed"]),
      ),
    )
    .returning({
      id: scheduledPosts.id,
      platform_type: scheduledPosts.platform_type,
      group_id: scheduledPosts.group_id,
    });
  const [retried] = await retry.catch((error: unknown) => {
    // A post of the same content was scheduled since the check.
    throw isUniqueViolation(error) ? new Refusal(409, isDuplicate) : error;
  });
  if (!retried) {
    const rows = await db.select().from(scheduledPosts).where(eq(scheduledPosts.id, key));
    throw new Refusal(409, whyNoRetry[existing(rows, "post").status]);
  }
  await notePosts(context, "retried", [retried.id]);
  await enqueuePublish(context, retried, now);
  const message = "The post is queued again.";
  return {
    message: (await isPaused(db, retried.group_id))
      ? `${message} It waits until publishing resumes in its group.`
      : message,
  };
}

/** The columns that an operator's command resets: it ends what the post waited for. */
export const tryNow = { ask_at: null, waits_for: null, tries: 0 };

const isDuplicate =
  "Another post of this content is scheduled on this account, or is or may be live there.";

/**
 * Throws a 409 Refusal if the content of a post that was not published is on its way to its
 * account, or public there.
 */
async function refuseDuplicate(db: Db, id: number) {
  const [found] = await db
    .select({ item: queueItems, account: scheduledPosts.account_id })
    .from(scheduledPosts)
    .innerJoin(queueItems, eq(queueItems.id, scheduledPosts.queue_item_id))
    .where(and(eq(scheduledPosts.id, id), inArray(scheduledPosts.status, ["failed", "unknown"])));
  if (!found || found.account === null) return;
  const out = await accountsWithContent(db, found.item);
  if (out.has(found.account)) throw new Refusal(409, isDuplicate);
}

const whyNoRetry: Readonly<Record<Status, string>> = {
  scheduled: "This post is already scheduled.",
  publishing: "This post is being published.",
  published: "This post is already published.",
  failed: "This post has just been changed. Try again.",
  unknown: "This post may already be live: check the profile.",
};
