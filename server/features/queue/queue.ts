import { and, asc, count, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { queueApi } from "@/features/queue/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { categories, contentItems, groups, queueItems } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { rowId } from "../../kernel/ids.ts";
import { keepGroupOfItem, locking } from "../../kernel/locks.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { namesOf } from "../../kernel/sentences.ts";
import { existing, nextVersion } from "../../kernel/sql.ts";
import { futureTime, iso } from "../../kernel/times.ts";
import { leftOutInWords } from "../accounts/index.ts";
import { noteActivity, ofItem } from "../activity/index.ts";
import { isPaused, type QueueRow, scheduleSoon } from "../scheduler/index.ts";
import { lockedItems } from "./begun.ts";
import { destinationsOf } from "./destinations.ts";

type OnWire = WireOf<typeof queueApi.reject>;

/**
 * Returns items: pending ones oldest first, as they are decided on; decided ones newest first, as
 * they are looked up. Ordered by id, so that no record is skipped or repeated between pages.
 */
export async function listQueue(
  context: Context,
  { status, group_id, skip, limit }: z.output<typeof queueApi.list.query>,
): Promise<OnWire[]> {
  const order = (status === "approved" || status === "rejected" ? desc : asc)(queueItems.id);
  // Skip in the index alone: joined first, every skipped item would be read.
  const page = context.db
    .select({ id: queueItems.id })
    .from(queueItems)
    .where(and(status && eq(queueItems.status, status), ofGroup(context.db, group_id)))
    .orderBy(order)
    .limit(limit)
    .offset(skip);
  const rows = await items(context, inArray(queueItems.id, page)).orderBy(order);
  const locked = await lockedItems(
    context.db,
    rows.map(({ item }) => item),
  );
  const onWire = await withDestinations(context, rows);
  return onWire.map((item) => ({ ...item, locked: locked.get(rowId(item.id)) ?? null }));
}

/** Returns the items of a group's categories. */
const ofGroup = (db: Db, group: Id | undefined) =>
  group === undefined
    ? undefined
    : inArray(
        queueItems.category_id,
        db
          .select({ id: categories.id })
          .from(categories)
          .where(eq(categories.group_id, rowId(group))),
      );

/**
 * Counts the items that wait for approval, of all groups or of one, by kind. The others are not
 * counted: every console asks for this all the time, and they are as many as history is long.
 */
export async function countQueue(
  { db }: Context,
  { group_id }: z.output<typeof queueApi.counts.query>,
): Promise<WireOf<typeof queueApi.counts>> {
  const hasMedia = sql<boolean>`${queueItems.image_url} is not null or ${queueItems.video_url} is not null`;
  const rows = await db
    .select({ hasMedia, posts: count() })
    .from(queueItems)
    .where(and(eq(queueItems.status, "pending_approval"), ofGroup(db, group_id)))
    .groupBy(hasMedia);
  const postsOf = (media: boolean) => rows.find((row) => row.hasMedia === media)?.posts ?? 0;
  return { pending_approval: { media: postsOf(true), text: postsOf(false) } };
}

/**
 * Approves a pending item and schedules it; 409 if it is not pending any more, if it is not what the
 * operator has seen, or if none of the chosen accounts takes it.
 */
export async function approveItem(
  context: Context,
  id: Id,
  { publish_at, social_account_ids, ...seen }: z.output<typeof queueApi.approve.query>,
): Promise<WireOf<typeof queueApi.approve>> {
  const now = context.ports.clock.now();
  const at = publish_at === undefined ? null : futureTime(publish_at, "query", now);
  const accountIds = social_account_ids === undefined ? null : rowIds(social_account_ids);
  await keepGroupOfItem(context.db, rowId(id), { withAccounts: true });
  await refuseUnseen(context, rowId(id), seen);
  const item = await decide(context, id, "approved");
  const { made, left } = await scheduleSoon(context, item, { at, accountIds });
  if (accountIds && made.length === 0) {
    throw new Refusal(
      409,
      leftOutInWords(left) ?? "None of the selected accounts can publish this post.",
    );
  }
  const where = made.length > 0 ? namesOf(made) : "Not scheduled yet";
  await noteActivity(context, {
    kind: "approved",
    ...(await ofItem(context, item)),
    detail: where,
  });
  const words = [leftOutInWords(left)];
  if (made[0] && (await isPaused(context.db, made[0].group_id))) {
    words.push("It waits until publishing resumes in its group.");
  }
  return {
    ...(await findItem(context, item.id)),
    left_out: words.filter(Boolean).join(" ") || null,
    posts: made.map((post) => ({
      scheduled_post_id: post.id,
      social_account_id: post.account_id,
      platform_type: post.platform_type,
      platform_username: post.platform_username,
      publish_at: iso(post.publish_at),
    })),
    accounts_left_out: left.map(({ account, why }) => ({
      social_account_id: account.id,
      platform_type: account.platform_type,
      platform_username: account.platform_username,
      why,
    })),
  };
}

/** Returns the row ids of ids that are separated by commas. */
const rowIds = (text: string) => text.split(",").map((one) => rowId(one.trim()));

type Seen = Pick<
  z.output<typeof queueApi.approve.query>,
  "expected_updated_at" | "expected_account_ids"
>;

/**
 * Throws a 409 Refusal, with the present item, if a pending item was changed since the version that the
 * operator has seen, or would be published on other accounts by now.
 */
async function refuseUnseen(
  context: Context,
  id: number,
  { expected_updated_at, expected_account_ids }: Seen,
): Promise<void> {
  if (expected_updated_at === undefined && expected_account_ids === undefined) return;
  // Locks the item, so that it is not changed between this check and the approval.
  const [item] = await locking(
    context.db,
    "queue item",
    context.db.select().from(queueItems).where(eq(queueItems.id, id)).for("no key update"),
  );
  if (item?.status !== "pending_approval") return;
  const isChanged =
    expected_updated_at !== undefined && expected_updated_at !== iso(item.updated_at);
  if (!isChanged && expected_account_ids === undefined) return;
  const present = await findItem(context, id);
  if (isChanged) throw new Refusal(409, "This post was changed meanwhile.", { present });
  const on = present.goes_out_on?.flatMap(({ social_account_id, why }) =>
    why === null ? [Number(social_account_id)] : [],
  );
  const seen = new Set(expected_account_ids ? rowIds(expected_account_ids) : []);
  if (on && (on.length !== seen.size || on.some((account) => !seen.has(account)))) {
    throw new Refusal(409, "This post would now be published on other accounts.", { present });
  }
}

/** Rejects a pending item and deactivates its content; 409 if it is not pending any more. */
export async function rejectItem(context: Context, id: Id): Promise<OnWire> {
  await keepGroupOfItem(context.db, rowId(id));
  const item = await decide(context, id, "rejected");
  if (item.content_item_id !== null) {
    await context.db
      .update(contentItems)
      .set({ is_active: false })
      .where(eq(contentItems.id, item.content_item_id));
  }
  await noteActivity(context, { kind: "rejected", ...(await ofItem(context, item)) });
  return findItem(context, item.id);
}

/** Updates in one statement, so that of two operators who decide at the same time one gets a 409. */
async function decide(
  context: Context,
  id: Id,
  status: "approved" | "rejected",
): Promise<QueueRow> {
  const { db, ports } = context;
  const key = rowId(id);
  const [decided] = await db
    .update(queueItems)
    .set({ status, updated_at: nextVersion(queueItems.updated_at, ports.clock.now()) })
    .where(and(eq(queueItems.id, key), eq(queueItems.status, "pending_approval")))
    .returning();
  if (decided) return decided;
  const before = await findItem(context, key);
  throw new Refusal(409, `This post is already ${before.status}.`);
}

export async function findItem(context: Context, id: number): Promise<OnWire> {
  const rows = await items(context, eq(queueItems.id, id));
  return existing(await withDestinations(context, rows), "post in the queue");
}

async function withDestinations(context: Context, rows: readonly Joined[]): Promise<OnWire[]> {
  const byPost = await destinationsOf(
    context,
    rows.map(({ item }) => item),
  );
  return rows.map((row) => {
    const goes_out_on = byPost.get(row.item.id);
    return { ...itemOnWire(row), ...(goes_out_on && { goes_out_on }) };
  });
}

const items = ({ db }: Context, where: SQL | undefined) =>
  db
    .select({ item: queueItems, group_name: groups.name, category_name: categories.name })
    .from(queueItems)
    .leftJoin(categories, eq(categories.id, queueItems.category_id))
    .leftJoin(groups, eq(groups.id, categories.group_id))
    .where(where)
    .$dynamic();

type Joined = { item: QueueRow; group_name: string | null; category_name: string | null };

const itemOnWire = ({ item, group_name, category_name }: Joined): OnWire => ({
  id: item.id,
  status: item.status,
  text_content: item.text_content,
  title: item.title,
  reddit_title: item.reddit_title,
  reddit_body: item.reddit_body,
  image_url: item.image_url,
  video_url: item.video_url,
  thumbnail_url: item.thumbnail_url,
  media_type: item.media_type,
  group_name,
  category_name,
  created_at: iso(item.created_at),
  updated_at: iso(item.updated_at),
});
