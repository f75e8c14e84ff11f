import { and, eq, inArray } from "drizzle-orm";
import type { Context, Jobs } from "../context.ts";
import { accounts, contentItems, queueItems, scheduledPosts } from "../db/schema.ts";
import { noteError, platformAccount } from "../domain/accounts.ts";
import { measuredAtAge } from "../domain/performance.ts";
import { type PostRow, publishOptions, type QueueRow } from "../domain/schedule.ts";
import type { Ports } from "../ports/ports.ts";
import type { Publication, Published, Refused } from "../ports/publisher.ts";
import type { JobHandlers } from "./boss.ts";

type Outcome = Published | Refused | { readonly ok: "unknown"; readonly error: string };
type Claimed = {
  readonly post: PostRow;
  readonly item: QueueRow;
  readonly publication: Publication;
};

/**
 * Publishes one post, at most once: it is claimed in one transaction, the platform is called with
 * none open, and the outcome is written in another. When the call ends in neither a yes nor a no
 * the post is unknown, and it is for a human to look.
 */
export const publish: JobHandlers["publish"] = async (
  { postId },
  { ports, speed, transaction },
) => {
  const claimed = await transaction((context) => claim(context, postId));
  if (!claimed) return;
  const outcome = await callPlatform(ports, claimed.publication);
  await transaction((context) => record(context, claimed, outcome, speed));
};

/** Undefined where there is nothing to publish: gone, taken by another, not due yet, or refused here. */
async function claim(
  context: Context,
  id: Jobs["publish"]["postId"],
): Promise<Claimed | undefined> {
  const { db, ports, enqueue } = context;
  const now = ports.clock.now();
  const [post] = await db
    .select()
    .from(scheduledPosts)
    .where(and(eq(scheduledPosts.id, id), eq(scheduledPosts.status, "scheduled")))
    .for("update");
  if (!post) return undefined;
  // The queue runs by the database's clock, which may be a little ahead of ours.
  if (post.publish_at.getTime() > now.getTime() + 1000) {
    await enqueue("publish", { postId: id }, publishOptions(id, post.publish_at));
    return undefined;
  }
  const [found] = await db
    .select({ account: accounts, item: queueItems })
    .from(queueItems)
    .innerJoin(accounts, eq(accounts.id, post.account_id ?? 0))
    .where(eq(queueItems.id, post.queue_item_id));
  const account = found?.account.is_active
    ? openAccount(ports, found.account)
    : "The account is not active.";
  if (!found || typeof account === "string") {
    const error = typeof account === "string" ? account : null;
    await db
      .update(scheduledPosts)
      .set({ status: "failed", error })
      .where(eq(scheduledPosts.id, id));
    return undefined;
  }
  await db
    .update(scheduledPosts)
    .set({ status: "publishing", started_at: now })
    .where(eq(scheduledPosts.id, id));
  const {
    text_content: text,
    title,
    reddit_title,
    image_url: imageUrl,
    video_url: videoUrl,
  } = found.item;
  const content = { id, text, title: reddit_title ?? title, imageUrl, videoUrl };
  return { post, item: found.item, publication: { account, post: content } };
}

function openAccount(ports: Ports, account: typeof accounts.$inferSelect) {
  try {
    return platformAccount(ports.secrets, account);
  } catch {
    return "The stored credentials cannot be read: enter them again.";
  }
}

async function callPlatform({ publisher }: Ports, publication: Publication): Promise<Outcome> {
  try {
    return await publisher.publish(publication, AbortSignal.timeout(120_000));
  } catch {
    // What was thrown may hold the request with its token, so that only our own words are kept.
    const error = "The platform did not answer: the post may already be live. Check the profile.";
    return { ok: "unknown", error };
  }
}

async function record(context: Context, { post, item }: Claimed, outcome: Outcome, speed: number) {
  const { db, ports, enqueue } = context;
  const now = ports.clock.now();
  const [recorded] = await db
    .update(scheduledPosts)
    .set(
      outcome.ok === true
        ? {
            status: "published",
            published_at: now,
            external_id: outcome.externalId,
            published_post_url: outcome.url,
            error: null,
          }
        : { status: outcome.ok === "unknown" ? "unknown" : "failed", error: outcome.error },
    )
    // Another process that started meanwhile may have called it unknown: we know better.
    .where(
      and(
        eq(scheduledPosts.id, post.id),
        inArray(scheduledPosts.status, ["publishing", "unknown"]),
      ),
    )
    .returning({ account_id: scheduledPosts.account_id });
  if (!recorded) return;
  if (recorded.account_id !== null) {
    await noteError(db, recorded.account_id, outcome.ok === true ? null : outcome.error);
  }
  if (outcome.ok !== true) return;
  if (item.content_item_id !== null) {
    await db
      .update(contentItems)
      .set({ last_used_at: now })
      .where(eq(contentItems.id, item.content_item_id));
  }
  const first = new Date(now.getTime() + (measuredAtAge(0) ?? 0) / speed);
  await enqueue("metrics", { postId: post.id, round: 0 }, { startAfter: first });
}
