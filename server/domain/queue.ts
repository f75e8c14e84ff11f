import { and, asc, eq, inArray, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { queueApi } from "@/features/queue/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import type { Context } from "../context.ts";
import { categories, contentItems, groups, queueItems } from "../db/schema.ts";
import { Refusal } from "../refusal.ts";
import { existing, iso, rowId } from "./rows.ts";
import { type QueueRow, scheduleSoon } from "./schedule.ts";

type OnWire = WireOf<typeof queueApi.reject>;

/** Oldest first. Ordered by id, so that no record is skipped or repeated between pages. */
export async function listQueue(
  context: Context,
  { status, skip, limit }: z.output<typeof queueApi.list.query>,
): Promise<OnWire[]> {
  // Skip in the index alone: joined first, every skipped item would be read.
  const page = context.db
    .select({ id: queueItems.id })
    .from(queueItems)
    .where(status && eq(queueItems.status, status))
    .orderBy(asc(queueItems.id))
    .limit(limit)
    .offset(skip);
  const rows = await items(context, inArray(queueItems.id, page)).orderBy(asc(queueItems.id));
  return rows.map(itemOnWire);
}

/** Approves a pending item and schedules it; 409 if it is not pending any more. */
export async function approveItem(
  context: Context,
  id: Id,
): Promise<WireOf<typeof queueApi.approve>> {
  const item = await decide(context, id, "approved");
  const left_out = await scheduleSoon(context, item);
  return { ...(await findItem(context, item.id)), left_out };
}

/** Rejects a pending item and deactivates its content; 409 if it is not pending any more. */
export async function rejectItem(context: Context, id: Id): Promise<OnWire> {
  const item = await decide(context, id, "rejected");
  if (item.content_item_id !== null) {
    await context.db
      .update(contentItems)
      .set({ is_active: false })
      .where(eq(contentItems.id, item.content_item_id));
  }
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
    .set({ status, updated_at: ports.clock.now() })
    .where(and(eq(queueItems.id, key), eq(queueItems.status, "pending_approval")))
    .returning();
  if (decided) return decided;
  const before = await findItem(context, key);
  throw new Refusal(409, `This post is already ${before.status}.`);
}

const findItem = async (context: Context, id: number): Promise<OnWire> =>
  itemOnWire(existing(await items(context, eq(queueItems.id, id)), "post in the queue"));

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
  image_url: item.image_url,
  video_url: item.video_url,
  thumbnail_url: item.thumbnail_url,
  media_type: item.media_type,
  group_name,
  category_name,
  created_at: iso(item.created_at),
  updated_at: iso(item.updated_at),
});
