import { and, asc, eq } from "drizzle-orm";
import type { z } from "zod";
import type { contentApi } from "@/features/content/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { accounts, groups, type OrderedPost, queueItems, scheduledPosts } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { Fault } from "../../kernel/fault.ts";
import { findGroup } from "../../kernel/find-group.ts";
import { rowId } from "../../kernel/ids.ts";
import { lockAccounts, lockName } from "../../kernel/locks.ts";
import { fieldRefusal, Refusal } from "../../kernel/refusal.ts";
import { counted, nameOf, namesOf } from "../../kernel/sentences.ts";
import { isAnyOf } from "../../kernel/sql.ts";
import type { RequestRun } from "../../kernel/use-case.ts";
import type { AccountRow } from "../accounts/index.ts";
import { isUsable, unusableInWords } from "../accounts/index.ts";
import { notePosts } from "../activity/index.ts";
import {
  contentOf,
  findContent,
  groupOfContent,
  lockUsesOf,
  mediaTypeFor,
} from "../content/index.ts";
import { unsettledPosts } from "../duplicates/index.ts";
import type { PostRow, QueueRow } from "../scheduler/index.ts";
import {
  claimReserved,
  giveUpOnLost,
  hasOpenCall,
  publishClaimed,
  refuseIfPaused,
  rejectPostless,
  takes,
  waitOf,
} from "../scheduler/index.ts";

type Results = WireOf<typeof contentApi.postNow>;
type Result = Results["publishing_results"][number];

/** The post to publish, as an approved queue item. */
type Order = Omit<typeof queueItems.$inferInsert, "status" | "created_at" | "updated_at"> & {
  readonly origin: string;
};

/** An order and its accounts, which belong to one group. */
type Ordered = { readonly order: Order; readonly targets: readonly AccountRow[] };

/**
 * Publishes content immediately on accounts of its group. 422 if an account belongs to another group,
 * 409 if one is inactive or does not take such content, or if the content is on its way there or may be
 * live there already; then nothing is published. With `confirm_duplicates` the operator has agreed that
 * the scheduled posts on these accounts are replaced, and that the unknown ones are not live. Otherwise
 * every account has a result: its post waits where the account must not be called yet. 503 while an earlier try of the same command may still be publishing.
 */
export async function postNow(
  run: RequestRun,
  command: string,
  id: Id,
  {
    social_account_ids,
    confirm_duplicates = false,
  }: z.output<typeof contentApi.postNow.body> & Partial<z.output<typeof contentApi.postNow.query>>,
): Promise<Results> {
  const origin = `post-now:${id}:${command}`;
  const begun = await publishOnce(run, origin, async (context) => {
    const group_id = await groupOfContent(context.db, id);
    const targets = await chosenAccounts(context.db, group_id, social_account_ids);
    await refuseIfPaused(context.db, group_id);
    await lockUsesOf(context.db, rowId(id));
    const item = await findContent(context.db, id);
    const content = contentOf(item);
    refuseWhere(targets, ({ is_active }) => !is_active, "Not active:");
    refuseWhere(
      targets,
      (account) => !takes(account, content),
      "This content needs an image or video for",
    );
    await settleDuplicates(context, item.id, targets, confirm_duplicates);
    return { order: { ...content, content_item_id: item.id, origin }, targets };
  });
  return run.conclude(async (context) => ({
    publishing_results: await settle(context, origin, begun),
  }));
}

/**
 * Deletes the scheduled posts that this one replaces; 409 that says which, when and where, if that is
 * not confirmed, or if one is being published.
 */
async function settleDuplicates(
  context: Context,
  contentItemId: number,
  targets: readonly AccountRow[],
  isConfirmed: boolean,
) {
  const { db } = context;
  const accountIds = targets.map(({ id }) => id);
  const posts = await unsettledPosts(db, contentItemId, accountIds);
  const of = (status: PostRow["status"]) => posts.filter((post) => post.status === status);
  const [scheduled, publishing, unknown] = [of("scheduled"), of("publishing"), of("unknown")];
  if (publishing.length > 0) {
    throw new Refusal(409, `This content is being published now: ${namesOf(publishing)}.`);
  }
  if (!isConfirmed && posts.length > 0) {
    const reasons = [
      scheduled.length > 0 && `This content is already scheduled: ${timesOf(scheduled)}.`,
      unknown.length > 0 && `It may already be live: ${timesOf(unknown)}.`,
    ];
    throw new Refusal(409, reasons.filter(Boolean).join(" "));
  }
  const replaced = scheduled.map(({ id }) => id);
  await notePosts(context, "cancelled", replaced, "(replaced by 'Post now')");
  await db.delete(scheduledPosts).where(isAnyOf(scheduledPosts.id, replaced));
  await rejectPostless(
    context,
    scheduled.map(({ queue_item_id }) => queue_item_id),
  );
}

/**
 * Publishes a text immediately on the chosen accounts of a group, or else on every active one that takes
 * it and can be used; 409 if there is none, or if a chosen one does not. The post belongs to no category.
 */
export async function publishDirectly(
  run: RequestRun,
  command: string,
  {
    account_group_id,
    text_content,
    title = null,
    image_url,
    video_url = null,
    social_account_ids: chosen,
  }: z.output<typeof contentApi.publish.body>,
): Promise<WireOf<typeof contentApi.publish>> {
  const { world } = run.ports;
  const origin = `publish:${command}`;
  const content = { text_content, title, image_url, video_url };
  const begun = await publishOnce(run, origin, async (context) => {
    await lockAccounts(context.db, eq(accounts.group_id, rowId(account_group_id)), "key share");
    const group = await findGroup(context, account_group_id);
    await refuseIfPaused(context.db, group.id);
    const order = { ...content, media_type: mediaTypeFor(content), origin };
    if (chosen) {
      const targets = await chosenAccounts(context.db, group.id, chosen);
      refuseWhere(targets, (account) => !account.is_active, "Not active:");
      refuseWhere(targets, (account) => !isUsable(account, world), "Without working keys:");
      refuseWhere(
        targets,
        (account) => !takes(account, content),
        "This post needs an image or video for",
      );
      return { order, targets };
    }
    const active = await activeAccounts(context.db, group.id);
    if (active.length === 0) {
      throw new Refusal(409, "This group has no active account to publish on.");
    }
    const usable = active.filter((account) => isUsable(account, world));
    if (usable.length === 0) {
      throw new Refusal(
        409,
        `This group has no account that can publish. ${unusableInWords(active, world)}`,
      );
    }
    const targets = usable.filter((account) => takes(account, content));
    if (targets.length === 0) {
      throw new Refusal(
        409,
        `Every active account of this group needs an image or video: ${namesOf(usable)}.`,
      );
    }
    return { order, targets };
  });
  return run.conclude(async (context) => {
    const results = await settle(context, origin, begun);
    if (chosen) return { publishing_results: results, message: inWords(results, []) };
    const active = await activeAccounts(context.db, rowId(account_group_id));
    // An account whose post was just refused is not left out, though it cannot be used any more.
    const others = active.filter(
      ({ id }) => !results.some(({ social_account_id }) => social_account_id === id),
    );
    const left = others.filter((account) => isUsable(account, world) && !takes(account, content));
    const message = [inWords(results, left), unusableInWords(others, world)]
      .filter(Boolean)
      .join(" ");
    return { publishing_results: results, message };
  });
}

/**
 * Publishes an order at most once on each account. Its posts are committed under the order's origin before
 * any platform is called: if they exist already, from before a crash or from another process, no platform
 * is called. Each is then claimed as the publish job does, so that an account that must wait, or that gets
 * another post just now, keeps it waiting. All accounts are published to concurrently. Returns the posts
 * that this call has inserted.
 */
async function publishOnce(
  run: RequestRun,
  origin: string,
  readOrder: (context: Context) => Promise<Ordered>,
): Promise<readonly Begun[]> {
  const posts = await run.transaction(async (context) => {
    // Another process with the same command waits here, and then finds the order: reading what to
    // publish, it would take these posts for those of somebody else and refuse them as duplicates.
    await lockName(context.db, origin);
    return (await findOrder(context.db, origin)) ? [] : begin(context, await readOrder(context));
  });
  const results = await Promise.allSettled(posts.map((post) => publishReserved(run, post)));
  // Throw only after all have settled: an unrecorded result stays `publishing` for a repeated
  // command.
  return results.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}

/** `wasSent`: given to its platform by this process. */
type Begun = { readonly id: number; readonly wasSent: boolean };

async function publishReserved(run: RequestRun, { id }: OrderedPost): Promise<Begun> {
  const post = await run.transaction((context) => claimReserved(context, id));
  if (post) await publishClaimed(run, post);
  return { id, wasSent: post !== undefined };
}

/** How long a post is reserved for the process that inserted it, in ms: after its death a job takes it. */
const reservation = 60_000;

/** Inserts the item and its posts, reserved for this process. */
async function begin({ db, ports }: Context, { order, targets }: Ordered): Promise<OrderedPost[]> {
  const now = ports.clock.now();
  const [item] = await db
    .insert(queueItems)
    .values({ ...order, status: "approved", created_at: now, updated_at: now })
    .returning();
  if (!item) throw new Fault("The item was not inserted.");
  const posts = await db
    .insert(scheduledPosts)
    .values(targets.map((account) => newPost(item, account, now)))
    .onConflictDoNothing()
    .returning({ id: scheduledPosts.id, accountId: scheduledPosts.account_id });
  if (posts.length < targets.length) {
    throw new Refusal(409, "This content has just been scheduled on one of these accounts.");
  }
  const ordered_posts = targets.flatMap(({ id: account_id, platform_type, platform_username }) =>
    posts
      .filter(({ accountId }) => accountId === account_id)
      .map(({ id }) => ({ id, account_id, platform_type, platform_username })),
  );
  await db.update(queueItems).set({ ordered_posts }).where(eq(queueItems.id, item.id));
  return ordered_posts;
}

const newPost = (
  item: QueueRow,
  account: AccountRow,
  now: Date,
): typeof scheduledPosts.$inferInsert => ({
  queue_item_id: item.id,
  group_id: account.group_id,
  category_id: item.category_id,
  account_id: account.id,
  content_item_id: item.content_item_id,
  platform_type: account.platform_type,
  platform_username: account.platform_username,
  publish_at: now,
  ask_at: new Date(now.getTime() + reservation),
});

/**
 * The results of an order, also of its posts that somebody cancelled meanwhile, but for those of `begun`
 * that were sent; posts of a killed process become `unknown` after a while. 503 while a post is reserved or `publishing`: another
 * process may be working on it, or was killed a moment ago. 409 if somebody cancelled all of them, or
 * deleted them with their group.
 */
async function settle(
  context: Context,
  origin: string,
  begun: readonly Begun[],
): Promise<Result[]> {
  const { db, ports } = context;
  const now = ports.clock.now();
  const item = await findOrder(db, origin);
  if (!item) throw new Refusal(409, cancelled);
  const ofItem = eq(scheduledPosts.queue_item_id, item.id);
  await giveUpOnLost(context, ofItem);
  const rows = await db
    .select({ post: scheduledPosts, account: accounts, paused_at: groups.paused_at })
    .from(scheduledPosts)
    .innerJoin(groups, eq(groups.id, scheduledPosts.group_id))
    .leftJoin(accounts, eq(accounts.id, scheduledPosts.account_id))
    .where(ofItem)
    .orderBy(asc(scheduledPosts.id));
  if (rows.length === 0) throw new Refusal(409, cancelled);
  if (rows.some(({ post }) => isInHand(post, now))) {
    throw new Refusal(503, "This is being published now.");
  }
  const sent = begun.filter(({ wasSent }) => wasSent);
  // A repeated command has begun nothing: what it ordered is in its item.
  const gone = (item.ordered_posts ?? []).filter(
    ({ id }) => ![...sent, ...rows.map(({ post }) => post)].some((one) => one.id === id),
  );
  const settled = await cancelledOnWire(db, gone);
  for (const row of rows) {
    const { account, post } = row;
    const wait = waitOf(row);
    const isNext =
      post.status === "scheduled" &&
      wait.waits_for === null &&
      account !== null &&
      (await hasOpenCall(db, account.id, now));
    settled.push(onWire(post, isNext ? { ...wait, waits_for: waitsForOther } : wait));
  }
  return settled.sort((one, other) => one.scheduled_post_id - other.scheduled_post_id);
}

const cancelled = "This post was cancelled meanwhile.";

const waitsForOther =
  "Another post of this account is being published: this one goes out right after it.";

const isInHand = ({ status, ask_at, waits_for }: PostRow, now: Date) =>
  status === "publishing"
    ? ask_at === null
    : status === "scheduled" && waits_for === null && ask_at !== null && ask_at > now;

async function findOrder(db: Db, origin: string) {
  const [item] = await db
    .select({ id: queueItems.id, ordered_posts: queueItems.ordered_posts })
    .from(queueItems)
    .where(eq(queueItems.origin, origin));
  return item;
}

/** In the given order, without duplicates. 422 if one is not an account of the group. */
async function chosenAccounts(db: Db, groupId: number, ids: readonly Id[]): Promise<AccountRow[]> {
  const keys = [...new Set(ids.map(rowId))];
  const rows = await lockAccounts(
    db,
    and(eq(accounts.group_id, groupId), isAnyOf(accounts.id, keys)),
    // Not `update`: the end of a call, which this waits for, writes to its account.
    "key share",
  );
  return keys.map((key) => {
    const account = rows.find(({ id }) => id === key);
    if (account) return account;
    throw fieldRefusal(
      "social_account_ids",
      "One of these accounts is not among the accounts of this content's group.",
    );
  });
}

const activeAccounts = (db: Db, groupId: number): Promise<AccountRow[]> =>
  db
    .select()
    .from(accounts)
    .where(and(eq(accounts.group_id, groupId), eq(accounts.is_active, true)))
    .orderBy(asc(accounts.id));

/** Throws a 409 Refusal that names the matching accounts, if any. */
function refuseWhere(
  targets: readonly AccountRow[],
  isRefused: (account: AccountRow) => boolean,
  reason: string,
) {
  const refused = targets.filter(isRefused);
  if (refused.length > 0) throw new Refusal(409, `${reason} ${namesOf(refused)}.`);
}

/** `zima on Bluesky, 2026-11-21 18:30 UTC` */
const timesOf = (posts: readonly PostRow[]) =>
  posts
    .map((post) => {
      const [day, time = ""] = post.publish_at.toISOString().split("T");
      return `${nameOf(post)}, ${day} ${time.slice(0, 5)} UTC`;
    })
    .join("; ");

function inWords(results: readonly Result[], left: readonly AccountRow[]): string {
  const of = (wanted: PostRow["status"] | "cancelled") =>
    results.filter(({ status }) => status === wanted).length;
  const [failed, unknown, gone] = [of("failed"), of("unknown"), of("cancelled")];
  const [later, processed] = [of("scheduled"), of("publishing")];
  return [
    `Published on ${of("published")} of ${counted(results.length, "account")}.`,
    failed > 0 && `${failed} failed.`,
    gone > 0 && `${gone} cancelled.`,
    processed > 0 && `${processed} ${processed === 1 ? "is" : "are"} still being processed there.`,
    later > 0 && `${later} could not be sent yet and will be tried again.`,
    unknown > 0 && `${unknown} may already be live: check the profile.`,
    left.length > 0 && `Left out, needs an image or video: ${namesOf(left)}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

type OfPost = Result & { readonly scheduled_post_id: number };

const onWire = (post: PostRow, wait: ReturnType<typeof waitOf>): OfPost => ({
  social_account_id: post.account_id,
  platform_type: post.platform_type,
  platform_username: post.platform_username,
  status: post.status,
  error: post.error,
  ...wait,
  published_post_url: post.published_post_url,
  scheduled_post_id: post.id,
});

/** Of posts that are deleted by now, perhaps with their accounts, and were never sent. */
async function cancelledOnWire(db: Db, gone: readonly OrderedPost[]): Promise<OfPost[]> {
  const ids = gone.map(({ account_id }) => account_id);
  const present = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(isAnyOf(accounts.id, ids));
  return gone.map(({ id, account_id, platform_type, platform_username }) => ({
    social_account_id: present.some((one) => one.id === account_id) ? account_id : null,
    ...{ platform_type, platform_username, status: "cancelled", error: cancelled },
    ...{ waits_for: null, waits_until: null, published_post_url: null },
    scheduled_post_id: id,
  }));
}
