import { and, asc, eq, gt, inArray, lt, lte, type SQL } from "drizzle-orm";
import type { Context, Db } from "../context.ts";
import { accounts, categories, contentItems, scheduledPosts } from "../db/schema.ts";
import type { Ports } from "../ports/ports.ts";
import type {
  OnReddit,
  PlatformAccount,
  Publication,
  Published,
  Refused,
} from "../ports/publisher.ts";
import type { JobRun } from "../use-case.ts";
import { type AccountRow, noteError, noteTest, platformAccount } from "./accounts.ts";
import { notePosts } from "./activity.ts";
import { enqueueMeasurement, measuredAtAge } from "./performance.ts";
import { enqueuePublish, type PostRow, type QueueRow } from "./schedule.ts";

/** A post whose row was set to `publishing` by this process, which alone may call the platform. */
export type Claimed = {
  readonly id: number;
  /** `started_at` of the row; a later try of the same post has another. */
  readonly startedAt: Date;
  readonly contentItemId: number | null;
  readonly publication: Publication;
};

type Outcome = Published | Refused | { readonly ok: "unknown"; readonly error: string };

/** Builds the platform's request for a claimed post. */
export const claimed = (
  id: number,
  startedAt: Date,
  item: QueueRow,
  account: PlatformAccount,
  reddit: OnReddit,
): Claimed => ({
  id,
  startedAt,
  contentItemId: item.content_item_id,
  publication: {
    account,
    post: {
      id,
      text: item.text_content,
      title: item.reddit_title ?? item.title,
      imageUrl: item.image_url,
      videoUrl: item.video_url,
      reddit,
    },
  },
});

/** The item's Reddit body, with the subreddits and flairs of its category. */
export async function onReddit(
  db: Db,
  { category_id, reddit_body }: Pick<QueueRow, "category_id" | "reddit_body">,
): Promise<OnReddit> {
  const [category] = await db
    .select({ settings: categories.reddit_settings })
    .from(categories)
    .where(eq(categories.id, category_id ?? 0));
  const { subreddits, flairs } = category?.settings ?? { subreddits: [], flairs: [] };
  const chosen = flairs.filter((flair) => typeof flair !== "string");
  const flairOf = (name: string) => chosen.find(({ subreddit }) => subreddit === name)?.id ?? null;
  return {
    body: reddit_body,
    subreddits: subreddits.map((name) => ({ name, flairId: flairOf(name) })),
    flairIds: flairs.filter((flair) => typeof flair === "string"),
  };
}

/** The account with decrypted credentials, or a sentence why it cannot be used. */
export function openAccount({ secrets }: Ports, account: AccountRow): PlatformAccount | string {
  if (!account.is_active) return "The account is not active.";
  try {
    return platformAccount(secrets, account);
  } catch {
    return "The stored credentials cannot be read: enter them again.";
  }
}

/**
 * Publishes a claimed post: calls the platform once, outside a transaction, then records the outcome.
 * If the call ends without an answer the post becomes `unknown`, because it may be live.
 */
export async function publishClaimed(
  { ports, transaction }: Pick<JobRun, "ports" | "transaction">,
  post: Claimed,
): Promise<void> {
  const outcome = await callPlatform(ports, post.publication);
  await transaction((context) => record(context, post, outcome));
}

async function callPlatform({ publisher }: Ports, publication: Publication): Promise<Outcome> {
  try {
    return await publisher.publish(publication, AbortSignal.timeout(120_000));
  } catch {
    // The thrown error may contain the token, so its message is not stored.
    const error = "The platform did not answer: the post may already be live. Check the profile.";
    return { ok: "unknown", error };
  }
}

async function record(
  context: Context,
  { id, startedAt, contentItemId }: Claimed,
  outcome: Outcome,
) {
  const { db, ports, speed } = context;
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
    .where(
      and(
        eq(scheduledPosts.id, id),
        // Another process may have marked it as unknown meanwhile; this outcome is certain.
        inArray(scheduledPosts.status, ["publishing", "unknown"]),
        // If it was retried since, the outcome of the later call counts.
        eq(scheduledPosts.started_at, startedAt),
      ),
    )
    .returning({ account_id: scheduledPosts.account_id });
  if (!recorded) return;
  const kind = outcome.ok === true ? "published" : outcome.ok === "unknown" ? "unknown" : "failed";
  await notePosts(context, kind, [id]);
  const accountId = recorded.account_id;
  if (accountId !== null) {
    // A published post proves that the credentials work; a refused one may itself be at fault.
    await (outcome.ok === true
      ? noteTest(db, accountId, null)
      : noteError(db, accountId, outcome.error));
    await enqueueNextOf(context, accountId);
  }
  if (outcome.ok !== true) return;
  if (contentItemId !== null) {
    await db
      .update(contentItems)
      .set({ last_used_at: now })
      .where(eq(contentItems.id, contentItemId));
  }
  const first = new Date(now.getTime() + (measuredAtAge(0) ?? 0) / speed);
  await db.update(scheduledPosts).set({ measure_at: first }).where(eq(scheduledPosts.id, id));
  if (accountId !== null) await enqueueMeasurement(context, accountId, first);
}

/** Publishes of an account wait for each other: the end of one starts the next that is due. */
async function enqueueNextOf({ db, ports, enqueue }: Context, accountId: number) {
  const now = ports.clock.now();
  const next = await nextDueOf(db, accountId, now);
  if (next) await enqueuePublish({ enqueue }, next, now);
}

/** The account's post that is due first; undefined if none is. */
export async function nextDueOf(
  db: Db,
  accountId: number,
  now: Date,
): Promise<PostRow | undefined> {
  const [next] = await db
    .select()
    .from(scheduledPosts)
    .where(
      and(
        eq(scheduledPosts.account_id, accountId),
        eq(scheduledPosts.status, "scheduled"),
        lte(scheduledPosts.publish_at, now),
      ),
    )
    .orderBy(asc(scheduledPosts.publish_at), asc(scheduledPosts.id))
    .limit(1);
  return next;
}

/**
 * True while the platform is called for another post of the account. Locks the account, so that
 * neither this nor the other post is missed at the end of the call.
 */
export async function isPublishing({ db, ports }: Context, accountId: number): Promise<boolean> {
  await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for("update");
  const limit = new Date(ports.clock.now().getTime() - lostAfter);
  const [other] = await db
    .select({ id: scheduledPosts.id })
    .from(scheduledPosts)
    .where(
      and(
        eq(scheduledPosts.account_id, accountId),
        eq(scheduledPosts.status, "publishing"),
        gt(scheduledPosts.started_at, limit),
      ),
    )
    .limit(1);
  return other !== undefined;
}

/**
 * For the start of the only process on a database: posts that were being published when it stopped
 * become `unknown`, because they may be live. Returns how many.
 */
export const recoverInterrupted = (context: Context): Promise<number> => giveUpOn(context);

/** Longer than a call of a platform and its transaction can take. */
const lostAfter = 5 * 60_000;

/**
 * For a database with several processes: posts that have been `publishing` for too long become
 * `unknown`, because the process that claimed them was killed. Younger ones may belong to a running
 * process. Returns how many.
 */
export const giveUpOnLost = (context: Context, which?: SQL): Promise<number> => {
  const limit = new Date(context.ports.clock.now().getTime() - lostAfter);
  return giveUpOn(context, and(lt(scheduledPosts.started_at, limit), which));
};

/**
 * If the process is running after all, `record` corrects the status when the platform has answered.
 */
async function giveUpOn(context: Context, which?: SQL): Promise<number> {
  const lost = await context.db
    .update(scheduledPosts)
    .set({
      status: "unknown",
      error:
        "The server stopped while it was publishing this post. It may already be live: check the profile.",
    })
    .where(and(eq(scheduledPosts.status, "publishing"), which))
    .returning({ id: scheduledPosts.id });
  await notePosts(
    { ...context, by: null },
    "unknown",
    lost.map(({ id }) => id),
  );
  return lost.length;
}
