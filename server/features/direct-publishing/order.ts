import { asc, eq } from "drizzle-orm";
import type { contentApi } from "@/features/content/contract";
import type { WireOf } from "@/shared/api/endpoint";
import { accounts, groups, type OrderedPost, queueItems, scheduledPosts } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { Fault } from "../../kernel/fault.ts";
import { lockName } from "../../kernel/locks.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { RequestRun } from "../../kernel/runs.ts";
import { isAnyOf } from "../../kernel/sql.ts";
import type { AccountRow } from "../accounts/index.ts";
import type { PostRow, QueueRow } from "../scheduler/index.ts";
import {
  claimReserved,
  hasOpenCall,
  publishClaimed,
  recoverAbandoned,
  waitOf,
} from "../scheduler/index.ts";

export type Results = WireOf<typeof contentApi.postNow>;

export type Result = Results["publishing_results"][number];

/** The post to publish, as an approved queue item. */
type Order = Omit<typeof queueItems.$inferInsert, "status" | "created_at" | "updated_at"> & {
  readonly origin: string;
};

/** An order and its accounts, which belong to one group. */
type OrderRequest = { readonly order: Order; readonly targets: readonly AccountRow[] };

/**
 * Publishes an order at most once on each account. Its posts are committed under the order's origin
 * before any platform is called: if they exist already, from before a crash or from another process,
 * no platform is called. Each is then claimed as the publish job does, so that an account that must
 * wait, or that gets another post just now, keeps it waiting. All accounts are published to
 * concurrently. Returns the posts that this call has inserted.
 */
export async function publishOnce(
  run: RequestRun,
  origin: string,
  readOrder: (context: Context) => Promise<OrderRequest>,
): Promise<readonly BegunPost[]> {
  const posts = await run.transaction(async (context) => {
    // Another process with the same command waits here, and then finds the order: reading what to
    // publish, it would take these posts for those of somebody else and refuse them as duplicates.
    await lockName(context.db, "command", origin);
    return (await findOrder(context.db, origin))
      ? []
      : insertOrder(context, await readOrder(context));
  });
  const results = await Promise.allSettled(posts.map((post) => publishReserved(run, post)));
  // Throw only after all have settled: an unrecorded result stays `publishing` for a repeated command.
  return results.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}

/** A post that this call has inserted. `wasSent`: this process has given it to its platform. */
type BegunPost = { readonly id: number; readonly wasSent: boolean };

async function publishReserved(run: RequestRun, { id }: OrderedPost): Promise<BegunPost> {
  const post = await run.transaction((context) => claimReserved(context, id));
  if (post) await publishClaimed(run, post);
  return { id, wasSent: post !== undefined };
}

/**
 * The milliseconds for which a post is reserved for the process that inserted it; after its death a
 * job takes it.
 */
const reservationTime = 60_000;

/** Inserts the item and its posts, reserved for this process. */
async function insertOrder(
  { db, ports }: Context,
  { order, targets }: OrderRequest,
): Promise<OrderedPost[]> {
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
  ask_at: new Date(now.getTime() + reservationTime),
});

/**
 * Returns the results of an order, also of its posts that somebody deleted meanwhile, unless this call
 * (`begun`) has sent them. Posts of a killed process are recovered after a while. Throws a 503
 * Refusal while a post is reserved or `publishing`: another process may be working on it, or was
 * killed a moment ago. Throws 409 if somebody cancelled all of them, or deleted them with their group.
 */
export async function resultsOfOrder(
  context: Context,
  origin: string,
  begun: readonly BegunPost[],
): Promise<Result[]> {
  const { db, ports } = context;
  const now = ports.clock.now();
  const item = await findOrder(db, origin);
  if (!item) throw new Refusal(409, cancelled);
  const ofItem = eq(scheduledPosts.queue_item_id, item.id);
  await recoverAbandoned(context, ofItem);
  const rows = await db
    .select({ post: scheduledPosts, account: accounts, paused_at: groups.paused_at })
    .from(scheduledPosts)
    .innerJoin(groups, eq(groups.id, scheduledPosts.group_id))
    .leftJoin(accounts, eq(accounts.id, scheduledPosts.account_id))
    .where(ofItem)
    .orderBy(asc(scheduledPosts.id));
  const ordered = item.ordered_posts ?? [];
  if (rows.length === 0 && !ordered.some((post) => post.is_live)) {
    throw new Refusal(409, cancelled);
  }
  if (rows.some(({ post }) => isUnderWay(post, now))) {
    throw new Refusal(503, "This is being published now.");
  }
  const sent = begun.filter(({ wasSent }) => wasSent);
  // A repeated command has begun nothing: its item lists the posts that were ordered.
  const deleted = ordered.filter(
    ({ id }) => ![...sent, ...rows.map(({ post }) => post)].some((one) => one.id === id),
  );
  const settled = await deletedOnWire(db, deleted);
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
  "Another post of this account is being published: this one is published right after it.";

const isUnderWay = ({ status, ask_at, waits_for }: PostRow, now: Date) =>
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

type PostResult = Result & { readonly scheduled_post_id: number };

const onWire = (post: PostRow, wait: ReturnType<typeof waitOf>): PostResult => ({
  social_account_id: post.account_id,
  platform_type: post.platform_type,
  platform_username: post.platform_username,
  status: post.status,
  error: post.error,
  ...wait,
  published_post_url: post.published_post_url,
  scheduled_post_id: post.id,
});

/** Returns the results of deleted posts, which were never sent or are confirmed as live. */
async function deletedOnWire(db: Db, deleted: readonly OrderedPost[]): Promise<PostResult[]> {
  const ids = deleted.map(({ account_id }) => account_id);
  const present = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(isAnyOf(accounts.id, ids));
  return deleted.map(({ id, account_id, platform_type, platform_username, is_live }) => ({
    social_account_id: present.some((one) => one.id === account_id) ? account_id : null,
    ...{ platform_type, platform_username },
    ...(is_live ? { status: "published", error: null } : { status: "cancelled", error: cancelled }),
    ...{ waits_for: null, waits_until: null, published_post_url: null },
    scheduled_post_id: id,
  }));
}
