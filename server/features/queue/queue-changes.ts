import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { queueApi } from "@/features/queue/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { contentItems, queueItems, scheduledPosts } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { rowId } from "../../kernel/ids.ts";
import { keepGroupOfItem, locking } from "../../kernel/locks.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { existing, nextVersion } from "../../kernel/sql.ts";
import { iso } from "../../kernel/times.ts";
import { noteActivity, ofItem } from "../activity/index.ts";
import { changedMedia } from "../content/index.ts";
import type { QueueRow } from "../scheduler/index.ts";
import { begunInWords, lockedInWords, statusesOf } from "./begun.ts";
import { findItem } from "./queue.ts";

type OnWire = WireOf<typeof queueApi.edit>;

type Change = Omit<z.output<typeof queueApi.edit.body>, "expected_updated_at">;

/**
 * Changes an item of which nothing has been published. Posts that failed or are scheduled take the
 * change, as they read the item when they are published. 409 if it was changed since the given
 * version, if it was rejected, or if one of its posts is published or may be live.
 */
export async function editItem(
  context: Context,
  id: Id,
  { expected_updated_at, ...change }: z.output<typeof queueApi.edit.body>,
): Promise<OnWire> {
  const { db, ports } = context;
  const item = await lockItem(context, id);
  const present = () => findItem(context, item.id);
  if (expected_updated_at !== iso(item.updated_at)) {
    const detail = "This post was changed meanwhile.";
    throw new Refusal(409, detail, { present: await present() });
  }
  if (item.status === "rejected") throw new Refusal(409, "This post is rejected: reopen it first.");
  const locked = lockedInWords(await locking(db, "post", statusesOf(db, item.id).for("update")));
  if (locked) throw new Refusal(409, locked);
  await db
    .update(queueItems)
    .set({
      ...change,
      ...changedMedia(item, change),
      updated_at: nextVersion(queueItems.updated_at, ports.clock.now()),
    })
    .where(eq(queueItems.id, item.id));
  await noteActivity(context, {
    kind: "edited",
    ...(await ofItem(context, { ...item, ...change })),
    detail: fieldsOf(change),
  });
  return present();
}

const fieldNames: Readonly<Record<keyof Change, string>> = {
  text_content: "Text",
  title: "Title",
  reddit_title: "Reddit title",
  reddit_body: "Reddit body",
  image_url: "Image",
  video_url: "Video",
};

/** Returns the names of the changed fields, such as `Text, Image`; null if nothing was changed. */
function fieldsOf(change: Change): string | null {
  const names = Object.entries(fieldNames).filter(([name]) => Object.hasOwn(change, name));
  return names.map(([, label]) => label).join(", ") || null;
}

/** The time for which a rejected post can be reopened, in ms. */
const reopenedWithin = 7 * 86_400_000;

/**
 * Takes a decision back, so that the item waits for approval again. The posts of an approved one
 * are cancelled; 409 if publishing has begun for one of them. The content of a rejected one becomes
 * active again; 409 after 7 days.
 */
export async function reopenItem(context: Context, id: Id): Promise<OnWire> {
  const { db, ports } = context;
  const now = ports.clock.now();
  const item = await lockItem(context, id);
  if (item.status === "pending_approval") {
    throw new Refusal(409, "This post is already waiting for approval.");
  }
  if (item.status === "approved") {
    const begun = begunInWords(await locking(db, "post", statusesOf(db, item.id).for("update")));
    if (begun) throw new Refusal(409, `${begun} The approval can no longer be undone.`);
    await db.delete(scheduledPosts).where(eq(scheduledPosts.queue_item_id, item.id));
  } else {
    if (now.getTime() - item.updated_at.getTime() > reopenedWithin) {
      throw new Refusal(409, "This post was rejected more than 7 days ago.");
    }
    if (item.content_item_id !== null) {
      await db
        .update(contentItems)
        .set({ is_active: true })
        .where(eq(contentItems.id, item.content_item_id));
    }
  }
  await db
    .update(queueItems)
    .set({ status: "pending_approval", updated_at: nextVersion(queueItems.updated_at, now) })
    .where(eq(queueItems.id, item.id));
  await noteActivity(context, {
    kind: "reopened",
    ...(await ofItem(context, item)),
    detail: `It was ${item.status}`,
  });
  return findItem(context, item.id);
}

/** Returns an item for its editor, and why it cannot be changed any more; null if it can. */
export async function itemToEdit(
  context: Context,
  id: Id,
): Promise<WireOf<typeof queueApi.detail>> {
  const item = await findItem(context, rowId(id));
  return { ...item, locked: lockedInWords(await statusesOf(context.db, rowId(id))) ?? null };
}

async function lockItem({ db }: Context, id: Id): Promise<QueueRow> {
  await keepGroupOfItem(db, rowId(id));
  const rows = await locking(
    db,
    "queue item",
    db
      .select()
      .from(queueItems)
      .where(eq(queueItems.id, rowId(id)))
      .for("update"),
  );
  return existing(rows, "post in the queue");
}
