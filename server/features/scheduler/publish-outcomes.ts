import { and, eq, inArray } from "drizzle-orm";
import { platforms } from "@/entities/account/platforms";
import { contentItems, scheduledPosts } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { locking } from "../../kernel/locks.ts";
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
      readonly isThere?: true;
    };

/** The pause after a try that did not reach the platform, in ms; each further one is twice as long. */
export const firstPause = 60_000;

/** Tries without any effect, after which a post fails. */
const mostTries = 5;

/** The longest time that a platform may process a post's media, in ms. */
const longestWait = (platform: PostRow["platform_type"]) =>
  (platform === "tiktok" ? 24 * 60 : 30) * 60_000;

type Claim = {
  readonly id: number;
  readonly startedAt: Date;
  /** Those that the platform was called with. */
  readonly credentials: ReadCredentials;
};

/** Records the outcome of a try, unless the post was tried again since. */
export async function record(context: Context, claim: Claim, outcome: Outcome): Promise<void> {
  const { db } = context;
  const [post] = await locking(
    db,
    "post",
    db
      .select()
      .from(scheduledPosts)
      .where(
        and(
          eq(scheduledPosts.id, claim.id),
          // Another process may have marked it as unknown meanwhile; this outcome is certain.
          inArray(scheduledPosts.status, ["publishing", "unknown"]),
          // If it was retried since, the outcome of the later call counts.
          eq(scheduledPosts.started_at, claim.startedAt),
        ),
      )
      .for("update"),
  );
  if (!post) return;
  if (outcome.ok === "waiting") await wait(context, post, outcome);
  else if (outcome.ok === true) await recordPublished(context, post, claim, outcome);
  else if (outcome.ok === "unknown") await recordUnknown(context, post, outcome);
  else if (outcome.why === "later") await tryLater(context, post, outcome);
  else await recordFailed(context, post, outcome, claim);
  if (post.account_id !== null) await enqueueNextOf(context, post.account_id);
}

/** What ends with every outcome. */
export const settled = {
  ask_at: null,
  waits_for: null,
  waits_since: null,
  tries: 0,
  is_called_duplicate: false,
};

export const change = (db: Db, { id }: Pick<PostRow, "id">, values: Partial<PostRow>) =>
  db.update(scheduledPosts).set(values).where(eq(scheduledPosts.id, id));

export async function recordPublished(
  context: Context,
  post: PostRow,
  { credentials }: Pick<Claim, "credentials">,
  { externalId, url, note, subreddits }: Published,
  /** Of a post that was found later. */
  outSince?: Date,
): Promise<void> {
  const { db, ports, speed } = context;
  const now = ports.clock.now();
  const publishedAt = outSince ?? now;
  const first = new Date(
    publishedAt.getTime() + (agesOn(ports, post.platform_type)(0) ?? 0) / speed,
  );
  await change(db, post, {
    ...settled,
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

/** `claim` is not there if no call has just been refused. */
export async function recordFailed(
  context: Context,
  post: PostRow,
  { error, why }: Refused,
  claim?: Pick<Claim, "credentials">,
) {
  const { db } = context;
  await change(db, post, { ...settled, status: "failed", error, committing_at: null });
  await notePosts(context, "failed", [post.id]);
  if (post.account_id === null) return;
  if (claim && why === "credentials") await noteTest(db, claim.credentials, error);
  else await noteError(db, post.account_id, error);
}

/** Not in the platform's words: they would say that the text must be changed. */
export const calledDuplicate = (platform: PostRow["platform_type"]) =>
  `${platforms[platform].label} says that it has this text already, perhaps from the earlier try.`;

/** The post is looked for a minute later, where its publisher has left a trace. */
async function recordUnknown(
  context: Context,
  post: PostRow,
  { error, isThere = false }: { readonly error: string; readonly isThere?: boolean },
) {
  const { db } = context;
  const askAt = searchAt(context, 0);
  const tries = isThere ? ownSearches : 0;
  await change(db, post, {
    ...settled,
    status: "unknown",
    error,
    ask_at: askAt,
    tries,
    is_called_duplicate: isThere,
  });
  await notePosts(context, "unknown", [post.id]);
  if (post.account_id !== null) await noteError(db, post.account_id, error);
  if (askAt) await enqueuePublish(context, post, askAt);
}

/** The platform works on the post: it is asked again, but not for ever. */
async function wait(context: Context, post: PostRow, { note, askAt }: Waiting) {
  const { db, ports } = context;
  const since = post.waits_since ?? ports.clock.now();
  const limit = longestWait(post.platform_type);
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
  await change(db, post, {
    status: "publishing",
    ask_at: askAt,
    waits_for: note,
    waits_since: since,
    tries: 0,
  });
  await enqueuePublish(context, post, askAt);
}

/** Nothing went out. The account's other posts wait too, unless the post itself is the cause. */
async function tryLater(
  context: Context,
  post: PostRow,
  outcome: Extract<Refused, { why: "later" }>,
) {
  const { db } = context;
  const { error, retryAt } = outcome;
  const tries = outcome.isQuota ? post.tries : post.tries + 1;
  if (tries >= mostTries) return recordFailed(context, post, { ok: false, error });
  const now = context.ports.clock.now().getTime();
  const askAt = new Date(Math.max(retryAt.getTime(), now + firstPause * 2 ** (tries - 1)));
  await change(db, post, {
    status: "scheduled",
    ask_at: askAt,
    waits_for: error,
    waits_since: null,
    committing_at: null,
    tries,
  });
  if (post.account_id !== null && outcome.of !== "post") {
    await holdAccount(db, post.account_id, askAt, error);
  }
  await enqueuePublish(context, post, askAt);
}

/** In minutes, before each search that the server makes by itself. */
const pauses = [1, 5, 30];

/** After so many searches, a further one sends nothing: it is an operator's, or of a post that is there. */
export const ownSearches = pauses.length;

/** When an unknown post is looked for; null after the last search. */
export function searchAt({ ports }: Pick<Context, "ports">, search: number): Date | null {
  const minutes = pauses[search];
  return minutes === undefined ? null : new Date(ports.clock.now().getTime() + minutes * 60_000);
}
