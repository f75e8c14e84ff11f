import { and, eq, inArray } from "drizzle-orm";
import { platforms } from "@/entities/account/platforms";
import { accounts, contentItems, scheduledPosts } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { keepGroupOfPost, lockAccounts, locking } from "../../kernel/locks.ts";
import type { Refused } from "../../ports/outcome.ts";
import type { Published, Waiting } from "../../ports/publisher.ts";
import { noteError, noteTest, type ReadCredentials } from "../accounts/index.ts";
import { notePosts } from "../activity/index.ts";
import { agesOn, enqueueMeasurement } from "../measurements/index.ts";
import { enqueueNextOf, holdAccount } from "./account-turn.ts";
import { enqueuePublish } from "./due.ts";
import type { PostRow } from "./schedule.ts";

export type Outcome =
  | Published
  | Waiting
  | Refused
  | {
      readonly ok: "unknown";
      readonly error: string;
      /** The platform says that it has the post: nothing is sent again without another press. */
      readonly isOnPlatform?: true;
    };

/** The pause after a try that did not reach the platform, in ms; each further one is twice as long. */
export const firstRetryDelay = 60_000;

/** Tries without any effect, after which a post fails. */
const maxTries = 5;

/** Returns the longest time that a platform may process a post's media, in ms. */
const maxProcessingTime = (platform: PostRow["platform_type"]) =>
  (platform === "tiktok" ? 24 * 60 : 30) * 60_000;

type Claim = {
  readonly id: number;
  readonly startedAt: Date;
  /** The credentials that the platform was called with. */
  readonly credentials: ReadCredentials;
};

/** Records the outcome of a try, unless the post was tried again since. */
export async function recordOutcome(
  context: Context,
  claim: Claim,
  outcome: Outcome,
): Promise<void> {
  const { db } = context;
  // Another process may have marked it as unknown meanwhile; this outcome is certain.
  const post = await lockTriedPost(db, claim, ["publishing", "unknown"]);
  if (!post) return;
  if (outcome.ok === "waiting") await recordWaiting(context, post, outcome);
  else if (outcome.ok === true) await recordPublished(context, post, claim, outcome);
  else if (outcome.ok === "unknown") await recordUnknown(context, post, outcome);
  else if (outcome.why === "later") await retryLater(context, post, outcome);
  else await recordFailed(context, post, outcome, claim);
  if (post.account_id !== null) await enqueueNextOf(context, post.account_id);
}

/**
 * Locks a post and returns it; undefined if it has another status than these, or was retried since the
 * claim: then the outcome of the later call counts. Its account and group, which the result changes or
 * refers to, are locked before it.
 */
export async function lockTriedPost(
  db: Db,
  { id, startedAt, credentials }: Claim,
  statuses: PostRow["status"][],
): Promise<PostRow | undefined> {
  await lockAccounts(db, eq(accounts.id, credentials.id), "no key update");
  await keepGroupOfPost(db, id);
  const [post] = await locking(
    db,
    "post",
    db
      .select()
      .from(scheduledPosts)
      .where(
        and(
          eq(scheduledPosts.id, id),
          inArray(scheduledPosts.status, statuses),
          eq(scheduledPosts.started_at, startedAt),
        ),
      )
      .for("update"),
  );
  return post;
}

/** Reset when a post becomes published, failed or unknown, and when a search has not found it. */
export const clearedWait = {
  ask_at: null,
  waits_for: null,
  waits_since: null,
  tries: 0,
  is_called_duplicate: false,
};

export const updatePost = (db: Db, { id }: Pick<PostRow, "id">, values: Partial<PostRow>) =>
  db.update(scheduledPosts).set(values).where(eq(scheduledPosts.id, id));

export async function recordPublished(
  context: Context,
  post: PostRow,
  { credentials }: Pick<Claim, "credentials">,
  { externalId, url, note, subreddits }: Published,
  /** The time of the creating call, for a post that was found later. */
  committedAt?: Date,
): Promise<void> {
  const { db, ports, speed } = context;
  const now = ports.clock.now();
  const publishedAt = committedAt ?? now;
  const first = new Date(
    publishedAt.getTime() + (agesOn(ports, post.platform_type)(0) ?? 0) / speed,
  );
  await updatePost(db, post, {
    ...clearedWait,
    status: "published",
    published_at: publishedAt,
    external_id: externalId,
    published_post_url: url,
    // An earlier try may have been for other subreddits.
    subreddit_results: subreddits ?? null,
    error: null,
    trace: null,
    committing_at: null,
    lost_at: null,
    measure_at: first,
  });
  await notePosts(context, "published", [post.id], note);
  const { account_id, content_item_id } = post;
  if (content_item_id !== null) {
    await db
      .update(contentItems)
      .set({ last_used_at: now })
      .where(eq(contentItems.id, content_item_id));
  }
  if (account_id === null) return;
  // A published post proves that the credentials work; a refused one may itself be at fault.
  await noteTest(db, credentials, null);
  await enqueueMeasurement(context, account_id, first);
}

/** Records a post as failed. `claim` is missing if no call has just been refused. */
export async function recordFailed(
  context: Context,
  post: PostRow,
  { error, why }: Refused,
  claim?: Pick<Claim, "credentials">,
) {
  const { db } = context;
  await updatePost(db, post, { ...clearedWait, status: "failed", error, committing_at: null });
  await notePosts(context, "failed", [post.id]);
  if (post.account_id === null) return;
  if (claim && why === "credentials") await noteTest(db, claim.credentials, error);
  else await noteError(db, post.account_id, error);
}

/**
 * Returns the error of a duplicate. The platform's own words would say that the text must be changed.
 */
export const duplicateError = (platform: PostRow["platform_type"]) =>
  `${platforms[platform].label} says that it has this text already, perhaps from the earlier try.`;

/** Records a post as unknown, and enqueues the search for it. */
async function recordUnknown(
  context: Context,
  post: PostRow,
  { error, isOnPlatform = false }: { readonly error: string; readonly isOnPlatform?: boolean },
) {
  const { db } = context;
  const askAt = nextSearchAt(context, 0);
  const tries = isOnPlatform ? automaticSearches : 0;
  await updatePost(db, post, {
    ...clearedWait,
    status: "unknown",
    error,
    ask_at: askAt,
    tries,
    is_called_duplicate: isOnPlatform,
  });
  await notePosts(context, "unknown", [post.id]);
  if (post.account_id !== null) await noteError(db, post.account_id, error);
  if (askAt) await enqueuePublish(context, post, askAt);
}

/** Records that the platform works on the post: it is asked again, but not for ever. */
async function recordWaiting(context: Context, post: PostRow, { note, askAt }: Waiting) {
  const { db, ports } = context;
  const since = post.waits_since ?? ports.clock.now();
  const limit = maxProcessingTime(post.platform_type);
  if (askAt.getTime() - since.getTime() > limit) {
    const { label } = platforms[post.platform_type];
    const minutes = limit / 60_000;
    const time = minutes < 120 ? `${minutes} minutes` : `${minutes / 60} hours`;
    const error = `${label} has not finished within ${time}.`;
    return post.committing_at
      ? recordUnknown(context, post, {
          error: `${error} The post may appear later: check the profile.`,
        })
      : recordFailed(context, post, { ok: false, error });
  }
  await updatePost(db, post, {
    status: "publishing",
    ask_at: askAt,
    waits_for: note,
    waits_since: since,
    tries: 0,
  });
  await enqueuePublish(context, post, askAt);
}

/**
 * Schedules a post of which nothing was published for another try. The account's other posts wait
 * too, unless the post itself is the cause.
 */
async function retryLater(
  context: Context,
  post: PostRow,
  outcome: Extract<Refused, { why: "later" }>,
) {
  const { db } = context;
  const { error, retryAt } = outcome;
  const tries = outcome.isQuota ? post.tries : post.tries + 1;
  if (tries >= maxTries) return recordFailed(context, post, { ok: false, error });
  const now = context.ports.clock.now().getTime();
  const askAt = new Date(Math.max(retryAt.getTime(), now + firstRetryDelay * 2 ** (tries - 1)));
  await updatePost(db, post, {
    status: "scheduled",
    ask_at: askAt,
    waits_for: error,
    waits_since: null,
    committing_at: null,
    tries,
  });
  if (post.account_id !== null && outcome.scope !== "post") {
    await holdAccount(db, post.account_id, askAt, error);
  }
  await enqueuePublish(context, post, askAt);
}

/** The minutes before each search that the server makes by itself. */
const searchDelays = [1, 5, 30];

/**
 * The number of searches after which a further one sends nothing: it is an operator's, or of a post
 * that is there.
 */
export const automaticSearches = searchDelays.length;

/**
 * Returns the time of a search for an unknown post, the first of which is 0; null after the last one.
 */
export function nextSearchAt({ ports }: Pick<Context, "ports">, search: number): Date | null {
  const minutes = searchDelays[search];
  return minutes === undefined ? null : new Date(ports.clock.now().getTime() + minutes * 60_000);
}
