import { and, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { platforms } from "@/entities/account/platforms";
import { groups, scheduledPosts } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { lockGroups, lockPosts } from "../../kernel/locks.ts";
import type { JobRun } from "../../kernel/runs.ts";
import { isAnyOf } from "../../kernel/sql.ts";
import type { Refused } from "../../ports/outcome.ts";
import type { SearchResult, Unsure, Waiting } from "../../ports/publisher.ts";
import { notePosts } from "../activity/index.ts";
import { abandonedAfter, longestCall } from "./account-turn.ts";
import { enqueuePublish } from "./due.ts";
import type { ClaimedPost } from "./publishing.ts";
import {
  automaticSearches,
  clearedWait,
  duplicateError,
  lockTriedPost,
  nextSearchAt,
  recordFailed,
  recordPublished,
  updatePost,
} from "./record-outcome.ts";
import type { PostRow } from "./schedule.ts";

/** An unknown post that its platform may be able to find, with the time of the creating call. */
export type UnknownPost = Omit<ClaimedPost, "committingAt"> & { readonly since: Date };

/** Plans the next search, so that one that ends without an answer is not the last. */
export async function planNextSearch(context: Context, post: PostRow): Promise<void> {
  const tries = post.tries + 1;
  const askAt = nextSearchAt(context, tries);
  await updatePost(context.db, post, { tries, ask_at: askAt });
  if (askAt) await enqueuePublish(context, post, askAt);
}

/** Asks the platform whether an unknown post is live; it stays unknown if the platform cannot tell. */
export async function searchUnknownPost(run: JobRun, unknown: UnknownPost): Promise<void> {
  const { publication, trace, since } = unknown;
  const signal = AbortSignal.timeout(longestCall);
  // The next search is planned already, and the post stays unknown until then.
  const found = await run.ports.publisher
    .locate(publication, trace, since, signal)
    .catch(() => undefined);
  if (found) await run.transaction((context) => recordSearchResult(context, unknown, found));
}

/**
 * Enqueues another search for posts whose answer was lost and which the server no longer looks
 * for by itself. A post that the platform has becomes published; nothing is sent. Returns the
 * number of searches.
 */
export async function enqueueSearches(context: Context, which: SQL | undefined): Promise<number> {
  const now = context.ports.clock.now();
  const unknown = await context.db
    .update(scheduledPosts)
    .set({ ask_at: now, tries: automaticSearches })
    .where(
      and(
        eq(scheduledPosts.status, "unknown"),
        isNotNull(scheduledPosts.account_id),
        isNotNull(scheduledPosts.committing_at),
        isNull(scheduledPosts.ask_at),
        which,
      ),
    )
    .returning({ id: scheduledPosts.id, platform_type: scheduledPosts.platform_type });
  for (const post of unknown) await enqueuePublish(context, post, now);
  return unknown.length;
}

async function recordSearchResult(context: Context, unknown: UnknownPost, found: SearchResult) {
  const { db, ports } = context;
  const post = await lockTriedPost(db, unknown, ["unknown"]);
  if (!post) return;
  if (found.ok === true) {
    const other = await findOtherPost(db, post, found.externalId);
    // It was published at the time of its call, which may be days ago: it is no post of today.
    const publishedAt = post.committing_at ?? undefined;
    if (other === undefined) return recordPublished(context, post, unknown, found, publishedAt);
    const error = `The platform has post #${other} with the same text: check the profile.`;
    return updatePost(db, post, { error });
  }
  if (found.ok === "rejected") return recordFailed(context, post, { ...found, ok: false });
  if (found.ok === "absent" && post.tries > automaticSearches) {
    // Long after the operator wanted it: nothing is published without another press.
    return updatePost(db, post, { error: absentError(post) });
  }
  if (found.ok === "absent") {
    // As after a retry; its content may have been scheduled on the account again meanwhile.
    const error = "The post was not published: the platform does not have it.";
    if (await isScheduledAgain(db, post)) {
      await updatePost(db, post, { lost_at: post.lost_at ?? post.committing_at });
      return recordFailed(context, post, { ok: false, error });
    }
    // The time of the lost call stays: a refusal as a duplicate would be one of this very post.
    const now = ports.clock.now();
    await updatePost(db, post, { ...clearedWait, status: "scheduled", error: null, ask_at: now });
    await enqueuePublish(context, post, now);
    return;
  }
  await updatePost(db, post, { error: inconclusiveError(post, found) });
}

type SearchedPost = Pick<PostRow, "platform_type" | "is_called_duplicate">;

/**
 * Returns the error of a post that the search did not find, beside the platform's word that it has
 * the text.
 */
function absentError({ platform_type, is_called_duplicate }: SearchedPost): string {
  if (!is_called_duplicate) return "The platform does not have this post. 'Retry' publishes it.";
  const { label } = platforms[platform_type];
  return `${duplicateError(platform_type)} A search there does not find the post. Look at the profile. If the post is not there, 'Retry' sends it again; if ${label} refuses it again, use another text.`;
}

/** Returns the error of a post of which the search said nothing. */
function inconclusiveError(
  { platform_type, is_called_duplicate }: SearchedPost,
  found: Unsure | Waiting | Refused,
): string {
  const said =
    found.ok === "unsure" ? found.advice : found.ok === "waiting" ? found.note : found.error;
  if (!is_called_duplicate) return said;
  return `${duplicateError(platform_type)} ${found.ok === false ? `The search failed: ${said}` : said}`;
}

/** Returns the id of another post of the account that is known to be this one on the platform. */
async function findOtherPost(db: Db, { id, account_id }: PostRow, externalId: string) {
  if (account_id === null) return undefined;
  const [other] = await db
    .select({ id: scheduledPosts.id })
    .from(scheduledPosts)
    .where(
      and(
        eq(scheduledPosts.account_id, account_id),
        eq(scheduledPosts.external_id, externalId),
        sql`${scheduledPosts.id} <> ${id}`,
      ),
    )
    .limit(1);
  return other?.id;
}

/** Returns whether another post of the same content is on its way to the account. */
async function isScheduledAgain(
  db: Db,
  { id, account_id, content_item_id }: PostRow,
): Promise<boolean> {
  if (account_id === null || content_item_id === null) return false;
  const [other] = await db
    .select({ id: scheduledPosts.id })
    .from(scheduledPosts)
    .where(
      and(
        eq(scheduledPosts.account_id, account_id),
        eq(scheduledPosts.content_item_id, content_item_id),
        inArray(scheduledPosts.status, ["scheduled", "publishing"]),
        sql`${scheduledPosts.id} <> ${id}`,
      ),
    )
    .limit(1);
  return other !== undefined;
}

/**
 * Recovers the posts that were being published when the only process on a database stopped: those of
 * which nothing can be live are scheduled again; the others become `unknown`. Returns their number.
 */
export const recoverInterrupted = (context: Context): Promise<number> => recoverPublishing(context);

/**
 * Releases the posts that Post now or direct publishing had reserved for itself when the only process
 * on a database stopped: jobs publish them, and the same order sent again is answered. Returns their
 * number.
 */
export async function releaseReserved(context: Context): Promise<number> {
  const { db, ports } = context;
  const reserved = await lockPostsWithGroups(
    db,
    and(
      eq(scheduledPosts.status, "scheduled"),
      isNotNull(scheduledPosts.ask_at),
      isNull(scheduledPosts.committing_at),
      isNull(scheduledPosts.waits_for),
    ),
  );
  const released = await db
    .update(scheduledPosts)
    .set({ ask_at: null })
    .where(isAnyOf(scheduledPosts.id, reserved))
    .returning({ id: scheduledPosts.id, platform_type: scheduledPosts.platform_type });
  for (const post of released) await enqueuePublish(context, post, ports.clock.now());
  return released.length;
}

/** Locks the posts that match, after their groups. Returns their ids. */
async function lockPostsWithGroups(db: Db, which: SQL | undefined): Promise<number[]> {
  const ofPosts = db.select({ id: scheduledPosts.group_id }).from(scheduledPosts).where(which);
  const kept = await lockGroups(db, inArray(groups.id, ofPosts), "key share");
  const ids = kept.map(({ id }) => id);
  return ids.length > 0 ? lockPosts(db, and(which, isAnyOf(scheduledPosts.group_id, ids))) : [];
}

/**
 * Recovers posts that have been `publishing` for too long, because the process that claimed them was
 * killed; for a database with several processes, where younger ones may belong to a running one.
 * Returns their number.
 */
export const recoverAbandoned = (context: Context, which?: SQL): Promise<number> => {
  const limit = new Date(context.ports.clock.now().getTime() - abandonedAfter);
  return recoverPublishing(context, and(lt(scheduledPosts.started_at, limit), which));
};

/**
 * Schedules posts again, or marks them as unknown. If their process is running after all,
 * `recordOutcome` corrects the status when the platform has answered, and `keepTrace` prevents a
 * creating call that it has not made yet.
 */
async function recoverPublishing(context: Context, which?: SQL): Promise<number> {
  const { db, ports } = context;
  const isLost = and(eq(scheduledPosts.status, "publishing"), isNull(scheduledPosts.ask_at), which);
  const lost = isAnyOf(scheduledPosts.id, await lockPostsWithGroups(db, isLost));
  const now = ports.clock.now();
  // Posts without a trace were begun by an earlier release: nothing is known of them.
  const resumed = await db
    .update(scheduledPosts)
    .set({ status: "scheduled" })
    .where(and(lost, isNotNull(scheduledPosts.trace), isNull(scheduledPosts.committing_at)))
    .returning({ id: scheduledPosts.id, platform_type: scheduledPosts.platform_type });
  const unknown = await db
    .update(scheduledPosts)
    .set({
      ...clearedWait,
      status: "unknown",
      error:
        "The server stopped while it was publishing this post. It may already be live: check the profile.",
      ask_at: now,
    })
    .where(and(lost, eq(scheduledPosts.status, "publishing")))
    .returning({ id: scheduledPosts.id });
  await notePosts(
    { ...context, by: null },
    "unknown",
    unknown.map(({ id }) => id),
  );
  for (const post of resumed) await enqueuePublish(context, post, now);
  return resumed.length + unknown.length;
}
