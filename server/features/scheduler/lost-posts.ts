import { and, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { platforms } from "@/entities/account/platforms";
import { scheduledPosts } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { locking } from "../../kernel/locks.ts";
import type { JobRun } from "../../kernel/use-case.ts";
import type { Refused } from "../../ports/outcome.ts";
import type { Sought, Unsure, Waiting } from "../../ports/publisher.ts";
import { notePosts } from "../activity/index.ts";
import { longestCall, lostAfter } from "./account-turn.ts";
import { enqueuePublish } from "./due.ts";
import {
  calledDuplicate,
  change,
  ownSearches,
  recordFailed,
  recordPublished,
  searchAt,
  settled,
} from "./publish-outcomes.ts";
import type { Claimed } from "./publishing.ts";
import type { PostRow } from "./schedule.ts";

/** An unknown post that its platform may be able to find, with the time of the creating call. */
export type Lost = Omit<Claimed, "committingAt"> & { readonly since: Date };

/** Plans the next search, so that one that ends without an answer is not the last. */
export async function planSearch(context: Context, post: PostRow): Promise<void> {
  const tries = post.tries + 1;
  const askAt = searchAt(context, tries);
  await change(context.db, post, { tries, ask_at: askAt });
  if (askAt) await enqueuePublish(context, post, askAt);
}

/** Asks the platform whether an unknown post is live; it stays unknown if the platform cannot tell. */
export async function searchLost(run: JobRun, lost: Lost): Promise<void> {
  const { publication, trace, since } = lost;
  const signal = AbortSignal.timeout(longestCall);
  // The next search is planned already, and the post stays unknown until then.
  const found = await run.ports.publisher
    .locate(publication, trace, since, signal)
    .catch(() => undefined);
  if (found) await run.transaction((context) => recordFound(context, lost, found));
}

/**
 * Looks once more for posts whose answer was lost and which the server no longer looks for by itself.
 * A post that the platform has becomes published; nothing is sent. Returns how many are looked for.
 */
export async function lookForLost(context: Context, which: SQL | undefined): Promise<number> {
  const now = context.ports.clock.now();
  const lost = await context.db
    .update(scheduledPosts)
    .set({ ask_at: now, tries: ownSearches })
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
  for (const post of lost) await enqueuePublish(context, post, now);
  return lost.length;
}

async function recordFound(context: Context, lost: Lost, found: Sought) {
  const { db, ports } = context;
  const [post] = await locking(
    db,
    "post",
    db
      .select()
      .from(scheduledPosts)
      .where(
        and(
          eq(scheduledPosts.id, lost.id),
          eq(scheduledPosts.status, "unknown"),
          eq(scheduledPosts.started_at, lost.startedAt),
        ),
      )
      .for("update"),
  );
  if (!post) return;
  if (found.ok === true) {
    const other = await otherOf(db, post, found.externalId);
    // It went out at the time of its call, which may be days ago: it is no post of today.
    const publishedAt = post.committing_at ?? undefined;
    if (other === undefined) return recordPublished(context, post, lost, found, publishedAt);
    const error = `The platform has post #${other} with the same text: check the profile.`;
    return change(db, post, { error });
  }
  if (found.ok === "rejected") return recordFailed(context, post, { ...found, ok: false });
  if (found.ok === "absent" && post.tries > ownSearches) {
    // Long after the operator wanted it: nothing goes out without another press.
    return change(db, post, { error: notThere(post) });
  }
  if (found.ok === "absent") {
    // As after a retry; its content may have been scheduled on the account again meanwhile.
    const error = "The post was not published: the platform does not have it.";
    if (await isReplaced(db, post)) {
      await change(db, post, { lost_at: post.lost_at ?? post.committing_at });
      return recordFailed(context, post, { ok: false, error });
    }
    // The time of the lost call stays: a refusal as a duplicate would be one of this very post.
    const now = ports.clock.now();
    await change(db, post, { ...settled, status: "scheduled", error: null, ask_at: now });
    await enqueuePublish(context, post, now);
    return;
  }
  await change(db, post, { error: notFound(post, found) });
}

type Searched = Pick<PostRow, "platform_type" | "is_called_duplicate">;

/** The search did not find the post; the platform's word that it has the text stands beside that. */
function notThere({ platform_type, is_called_duplicate }: Searched): string {
  if (!is_called_duplicate) return "The platform does not have this post. 'Retry' publishes it.";
  const { label } = platforms[platform_type];
  return `${calledDuplicate(platform_type)} A search there does not find the post. Look at the profile. If the post is not there, 'Retry' sends it again; if ${label} refuses it again, use another text.`;
}

/** The search said nothing of the post. */
function notFound(
  { platform_type, is_called_duplicate }: Searched,
  found: Unsure | Waiting | Refused,
): string {
  const said =
    found.ok === "unsure" ? found.advice : found.ok === "waiting" ? found.note : found.error;
  if (!is_called_duplicate) return said;
  return `${calledDuplicate(platform_type)} ${found.ok === false ? `The search failed: ${said}` : said}`;
}

/** The id of another post of the account that is known to be this one on the platform. */
async function otherOf(db: Db, { id, account_id }: PostRow, externalId: string) {
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

/** Whether another post of the same content is on its way to the account. */
async function isReplaced(db: Db, { id, account_id, content_item_id }: PostRow): Promise<boolean> {
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
 * For the start of the only process on a database: posts that were being published when it stopped.
 * Those of which nothing can be live are scheduled again; the others become `unknown`. Returns how many.
 */
export const recoverInterrupted = (context: Context): Promise<number> => giveUpOn(context);

/**
 * For a database with several processes: the same for posts that have been `publishing` for too long,
 * because the process that claimed them was killed. Younger ones may belong to a running process.
 * Returns how many.
 */
export const giveUpOnLost = (context: Context, which?: SQL): Promise<number> => {
  const limit = new Date(context.ports.clock.now().getTime() - lostAfter);
  return giveUpOn(context, and(lt(scheduledPosts.started_at, limit), which));
};

/**
 * If the process is running after all, `record` corrects the status when the platform has answered, and
 * `keepTrace` prevents a creating call that it has not made yet.
 */
async function giveUpOn(context: Context, which?: SQL): Promise<number> {
  const { db } = context;
  const isLost = and(eq(scheduledPosts.status, "publishing"), isNull(scheduledPosts.ask_at), which);
  // Posts without a trace were begun by an earlier release: nothing is known of them.
  const resumed = await db
    .update(scheduledPosts)
    .set({ status: "scheduled" })
    .where(and(isLost, isNotNull(scheduledPosts.trace), isNull(scheduledPosts.committing_at)))
    .returning({ id: scheduledPosts.id, platform_type: scheduledPosts.platform_type });
  for (const post of resumed) await enqueuePublish(context, post, context.ports.clock.now());
  const lost = await db
    .update(scheduledPosts)
    .set({
      ...settled,
      status: "unknown",
      error:
        "The server stopped while it was publishing this post. It may already be live: check the profile.",
      ask_at: context.ports.clock.now(),
    })
    .where(isLost)
    .returning({ id: scheduledPosts.id });
  await notePosts(
    { ...context, by: null },
    "unknown",
    lost.map(({ id }) => id),
  );
  return resumed.length + lost.length;
}
