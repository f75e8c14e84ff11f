import { and, eq } from "drizzle-orm";
import type { Context, Jobs } from "../context.ts";
import { accounts, queueItems, scheduledPosts } from "../db/schema.ts";
import {
  type Claimed,
  claimed,
  onReddit,
  openAccount,
  publishClaimed,
} from "../domain/publishing.ts";
import { publishOptions } from "../domain/schedule.ts";
import type { JobHandlers } from "./boss.ts";

/** Publishes one post, at most once: the claim is committed before the platform is called. */
export const publish: JobHandlers["publish"] = async ({ postId }, run) => {
  const post = await run.transaction((context) => claim(context, postId));
  if (post) await publishClaimed(run, post);
};

/**
 * Undefined if it must not be published: deleted, claimed by another job, not due yet, or failed
 * here.
 */
async function claim(
  { db, ports, enqueue }: Context,
  id: Jobs["publish"]["postId"],
): Promise<Claimed | undefined> {
  const now = ports.clock.now();
  const [post] = await db
    .select()
    .from(scheduledPosts)
    .where(and(eq(scheduledPosts.id, id), eq(scheduledPosts.status, "scheduled")))
    .for("update");
  if (!post) return undefined;
  // The database's clock, which starts jobs, may be ahead of this machine's.
  if (post.publish_at.getTime() > now.getTime() + 1000) {
    await enqueue("publish", { postId: id }, publishOptions(id, post.publish_at));
    return undefined;
  }
  const [found] = await db
    .select({ account: accounts, item: queueItems })
    .from(queueItems)
    .innerJoin(accounts, eq(accounts.id, post.account_id ?? 0))
    .where(eq(queueItems.id, post.queue_item_id));
  const account = found && openAccount(ports, found.account);
  if (!found || typeof account !== "object") {
    await db
      .update(scheduledPosts)
      .set({ status: "failed", error: typeof account === "string" ? account : null })
      .where(eq(scheduledPosts.id, id));
    return undefined;
  }
  await db
    .update(scheduledPosts)
    .set({ status: "publishing", started_at: now })
    .where(eq(scheduledPosts.id, id));
  return claimed(id, now, found.item, account, await onReddit(db, found.item));
}
