import { and, eq } from "drizzle-orm";
import { categories, scheduledPosts } from "../../db/schema.ts";
import { isUnavailable } from "../../db/unavailable.ts";
import type { Db } from "../../kernel/context.ts";
import { isOfGeneration } from "../../kernel/generation-work.ts";
import type { JobRun } from "../../kernel/runs.ts";
import type { Clock } from "../../ports/clock.ts";
import { NotSentError } from "../../ports/outcome.ts";
import type {
  Absent,
  PlatformAccount,
  Publication,
  Publisher,
  RedditTarget,
  SubredditResult,
  Trace,
} from "../../ports/publisher.ts";
import type { ReadCredentials } from "../accounts/index.ts";
import { longestCall } from "./account-turn.ts";
import { duplicateError, firstRetryDelay, type Outcome, recordOutcome } from "./record-outcome.ts";
import type { PostRow, QueueRow } from "./schedule.ts";

/** A post whose row was set to `publishing` by this process, which alone may call the platform. */
export type ClaimedPost = {
  readonly id: number;
  /** `started_at` of the row; a later try of the same post has another. */
  readonly startedAt: Date;
  readonly publication: Publication;
  /** The credentials that `publication` has. */
  readonly credentials: ReadCredentials;
  readonly trace: Trace;
  /**
   * The time when an earlier try began the creating call: the post may be live. Null if certainly not.
   */
  readonly committingAt: Date | null;
  /** `lost_at` of the row. */
  readonly lostAt: Date | null;
  /** True if `ask_at` was null; see there. With `committingAt`: an operator said that it is not live. */
  readonly isConfirmed: boolean;
};

/** Builds the platform's request for a claimed post. */
export const toClaimedPost = (
  post: Pick<PostRow, "id" | "trace" | "committing_at" | "lost_at" | "ask_at">,
  startedAt: Date,
  item: QueueRow,
  account: PlatformAccount,
  { id, credentials_changed_at }: ReadCredentials,
  reddit: RedditTarget,
): ClaimedPost => ({
  id: post.id,
  startedAt,
  publication: publicationOf(post.id, item, account, reddit),
  credentials: { id, credentials_changed_at },
  trace: post.trace ?? {},
  committingAt: post.committing_at,
  lostAt: post.lost_at,
  isConfirmed: post.ask_at === null,
});

const publicationOf = (
  id: number,
  item: QueueRow,
  account: PlatformAccount,
  reddit: RedditTarget,
): Publication => ({
  account,
  post: {
    id,
    text: item.text_content,
    title: item.reddit_title ?? item.title,
    imageUrl: item.image_url,
    videoUrl: item.video_url,
    altText: item.title,
    isGenerated: item.media_type !== null && isOfGeneration(item.origin),
    reddit,
  },
});

/** Returns the item's Reddit body, with the subreddits and flairs of its category. */
export async function redditTargetOf(
  db: Db,
  { category_id, reddit_body }: Pick<QueueRow, "category_id" | "reddit_body">,
): Promise<RedditTarget> {
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

/**
 * Publishes a claimed post: calls the platform outside a transaction, then records the outcome. What
 * the publisher needs to find the post again is stored before each step. If no certain answer came to
 * the creating call the post becomes `unknown`, because it may be live; before that call nothing is,
 * and the post is tried again.
 */
export async function publishClaimed(
  run: Pick<JobRun, "ports" | "transaction">,
  post: ClaimedPost,
): Promise<void> {
  const outcome = await tryOnce(run, post);
  if (outcome) await recordSurely(run, post, outcome);
}

/** The pauses between the tries to record an outcome, in ms: shorter together than `longestCall`. */
const recordingPauses = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/**
 * Records an outcome, again and again while the database is unavailable: nobody else knows what the
 * platform has answered. A try whose commit was lost is repeated without effect.
 */
async function recordSurely(
  { ports, transaction }: Pick<JobRun, "ports" | "transaction">,
  post: ClaimedPost,
  outcome: Outcome,
): Promise<void> {
  const record = () => transaction((context) => recordOutcome(context, post, outcome));
  for (const pause of recordingPauses) {
    try {
      return await record();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await ports.pause(pause);
    }
  }
  await record();
}

/** Returns undefined if another process has taken the post over, because this one seemed to be dead. */
async function tryOnce(
  { ports: { publisher, clock }, transaction }: Pick<JobRun, "ports" | "transaction">,
  post: ClaimedPost,
): Promise<Outcome | undefined> {
  const signal = AbortSignal.timeout(longestCall);
  const lostAt = post.lostAt ?? post.committingAt;
  let mayBeLive = post.committingAt !== null;
  let kept = post.trace;
  const keep = async (
    trace: Trace,
    committingAt: Date | null,
    subreddits: readonly SubredditResult[] | undefined,
  ) => {
    // An earlier try may have been for other subreddits.
    const subreddit_results = subreddits ?? null;
    const values = { trace, committing_at: committingAt, lost_at: lostAt, subreddit_results };
    await transaction(({ db }) => keepTrace(db, post, values));
    mayBeLive = committingAt !== null;
    kept = trace;
  };
  try {
    if (post.committingAt) {
      const found = await search(publisher, clock, post, post.committingAt, signal);
      if (found.ok !== "absent") return found;
      await keep(post.trace, null, undefined);
    }
    const outcome = await publisher.publish(
      post.publication,
      {
        trace: post.trace,
        retriesRefused: post.isConfirmed,
        prepared: (trace, subreddits) => keep(trace, null, subreddits),
        committing: (trace, subreddits) => keep(trace, clock.now(), subreddits),
      },
      signal,
    );
    const isDuplicate = outcome.ok === false && outcome.why === undefined && outcome.isDuplicate;
    if (!isDuplicate || !lostAt) return outcome;
    // The call whose answer was lost had its effect after all: what it made is looked for.
    await keep(kept, lostAt, undefined);
    const error = `${duplicateError(post.publication.account.platform)} Check the profile.`;
    return { ok: "unknown", error, isOnPlatform: true };
  } catch (error) {
    if (error instanceof TakenOver) return undefined;
    // Another error's message may contain the token, so it is not stored.
    const words = error instanceof NotSentError ? error.message : undefined;
    if (mayBeLive && !words) return { ok: "unknown", error: noAnswer };
    const retryAt = new Date(clock.now().getTime() + firstRetryDelay);
    return { ok: false, error: words ?? notReached, why: "later", retryAt };
  }
}

/**
 * Looks for a post that may be live. "absent" means that it may be sent: it is not there, or so an
 * operator said.
 */
async function search(
  publisher: Publisher,
  clock: Clock,
  { publication, trace, isConfirmed }: ClaimedPost,
  since: Date,
  signal: AbortSignal,
): Promise<Outcome | Absent> {
  try {
    const found = await publisher.locate(publication, trace, since, signal);
    if (found.ok === "rejected") return { ok: false, error: found.error };
    if (found.ok === false) return { ok: "unknown", error: found.error };
    if (found.ok !== "unsure") return found;
    return isConfirmed ? { ok: "absent" } : { ok: "unknown", error: found.advice };
  } catch {
    if (isConfirmed) return { ok: "unknown", error: noAnswer };
    const askAt = new Date(clock.now().getTime() + firstRetryDelay);
    return { ok: "waiting", note: "The platform did not answer.", askAt };
  }
}

const noAnswer = "The platform did not answer: the post may already be live. Check the profile.";
const notReached = "The platform did not answer. Nothing of the post has been published yet.";

class TakenOver extends Error {
  override readonly name = "TakenOver";
}

/** Throws unless this process still has the post: its creating call might be a second one. */
async function keepTrace(
  db: Db,
  { id, startedAt }: ClaimedPost,
  values: Pick<PostRow, "trace" | "committing_at" | "lost_at" | "subreddit_results">,
) {
  const kept = await db
    .update(scheduledPosts)
    .set(values)
    .where(
      and(
        eq(scheduledPosts.id, id),
        eq(scheduledPosts.status, "publishing"),
        eq(scheduledPosts.started_at, startedAt),
      ),
    )
    .returning({ id: scheduledPosts.id });
  if (kept.length === 0) throw new TakenOver();
}
