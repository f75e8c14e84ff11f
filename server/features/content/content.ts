import { and, asc, eq, isNull } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { contentApi } from "@/features/content/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { categories, contentItems, queueItems, scheduledPosts } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { Fault } from "../../kernel/fault.ts";
import { rowId } from "../../kernel/ids.ts";
import { keepGroupOfContent, locking } from "../../kernel/locks.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { RequestRun } from "../../kernel/runs.ts";
import { existing, nextVersion } from "../../kernel/sql.ts";
import { iso } from "../../kernel/times.ts";
import type { Ports } from "../../ports/ports.ts";
import { videoTimeout } from "../../ports/video.ts";
import { noteActivity, quote } from "../activity/index.ts";
import { findCategory } from "../categories/index.ts";
import { changedMedia, mediaTypeFor } from "./post-media.ts";

type ContentRow = typeof contentItems.$inferSelect;
type OnWire = WireOf<typeof contentApi.add>;

/**
 * Returns the content of a category, oldest first. Ordered by id, so that no record is skipped or
 * repeated between pages.
 */
export async function listContent(
  context: Context,
  categoryId: Id,
  { is_active, only_unused, media_type, skip, limit }: z.output<typeof contentApi.list.query>,
): Promise<OnWire[]> {
  const rows = await context.db
    .select()
    .from(contentItems)
    .where(
      and(
        eq(contentItems.category_id, rowId(categoryId)),
        is_active === undefined ? undefined : eq(contentItems.is_active, is_active),
        only_unused ? isNull(contentItems.last_used_at) : undefined,
        media_type && eq(contentItems.media_type, media_type),
      ),
    )
    .orderBy(asc(contentItems.id))
    .limit(limit)
    .offset(skip);
  // An empty list may be a missing category, which is a 404.
  if (rows.length === 0) await findCategory(context, categoryId);
  return rows.map(onWire);
}

export async function addContent(
  context: Context,
  categoryId: Id,
  body: z.output<typeof contentApi.add.body>,
): Promise<OnWire> {
  const category = await findCategory(context, categoryId);
  const { image_url, video_url = null } = body;
  return insert(context, {
    ...body,
    category_id: category.id,
    media_type: mediaTypeFor({ image_url, video_url }),
  });
}

/**
 * Changes the given fields; queue items and posts keep their copy. 409, with the present item, if
 * it was changed since the given version.
 */
export async function editContent(
  context: Context,
  id: Id,
  { expected_updated_at, ...changes }: z.output<typeof contentApi.edit.body>,
): Promise<OnWire> {
  const { db, ports } = context;
  await keepGroupOfContent(db, rowId(id));
  const item = await findContent(db, id);
  if (expected_updated_at !== iso(item.updated_at)) {
    throw new Refusal(409, "This content was changed meanwhile.", { present: onWire(item) });
  }
  if (Object.keys(changes).length === 0) return onWire(item);
  const { is_active } = changes;
  const changed = await change(db, id, {
    ...changes,
    ...changedMedia(item, changes),
    updated_at: nextVersion(contentItems.updated_at, ports.clock.now()),
  });
  const { group_id, name } = await findCategory(context, item.category_id);
  const state = is_active === undefined ? [] : [is_active ? "activated" : "deactivated"];
  await noteActivity(context, {
    kind: "edited",
    group_id,
    about: quote(changed.text_content ?? ""),
    detail: [`Content of ${name}`, ...state].join(", "),
    subject: "content",
    subject_id: item.category_id,
  });
  return changed;
}

/** Deletes it from the pool. Queue items and posts have their own copy. */
export async function removeContent({ db }: Context, id: Id): Promise<undefined> {
  await keepGroupOfContent(db, rowId(id));
  await lockUsesOf(db, rowId(id));
  const removed = await db
    .delete(contentItems)
    .where(eq(contentItems.id, rowId(id)))
    .returning({ id: contentItems.id });
  existing(removed, noun);
}

/** Succeeds for unused content too: the result is the same. */
export const clearLastUsed = ({ db }: Context, id: Id): Promise<OnWire> =>
  change(db, id, { last_used_at: null });

/**
 * Creates a video item from an image item, which becomes inactive. The call waits for the video;
 * nothing is stored before it exists, so a retry starts again. 409 if the item has no image or is
 * inactive, 503 if the video could not be made.
 */
export async function convertToVideo(
  { ports, transaction, conclude }: RequestRun,
  command: string,
  id: Id,
): Promise<OnWire> {
  const imageUrl = await transaction(async ({ db }) => imageOf(await findContent(db, id)));
  const video = await makeVideo(ports, imageUrl, `${id}:${command}`);
  return conclude(async (context) => {
    await keepGroupOfContent(context.db, rowId(id));
    const image = await findContent(context.db, id);
    // It may have been converted or deleted while the video was made.
    imageOf(image);
    await change(context.db, id, { is_active: false });
    return insert(context, { ...contentOf(image), ...video, image_url: null, media_type: "video" });
  });
}

/** Makes the video of a video item again. 409 if it has no thumbnail, 503 as for converting. */
export async function reconvertVideo(
  { ports, transaction, conclude }: RequestRun,
  command: string,
  id: Id,
): Promise<OnWire> {
  const thumbnail = await transaction(async ({ db }) => thumbnailOf(await findContent(db, id)));
  const video = await makeVideo(ports, thumbnail, `${id}:${command}`);
  return conclude(({ db }) =>
    change(db, id, {
      ...video,
      updated_at: nextVersion(contentItems.updated_at, ports.clock.now()),
    }),
  );
}

/** Returns the content of an item, for a new row of its own; the category stays. */
export function contentOf(row: ContentRow) {
  const { id, is_active, last_used_at, created_at, updated_at, ...content } = row;
  return content;
}

function imageOf({ is_active, media_type, image_url }: ContentRow): string {
  if (media_type === "video") throw new Refusal(409, "This content is already a video.");
  if (image_url === null) {
    throw new Refusal(409, "This content has no image to make a video from.");
  }
  if (!is_active) {
    throw new Refusal(409, "This content is inactive. Only active content can be converted.");
  }
  return image_url;
}

function thumbnailOf({ media_type, thumbnail_url }: ContentRow): string {
  if (media_type !== "video") {
    throw new Refusal(409, "This content is not a video. Convert its image to a video first.");
  }
  if (thumbnail_url === null) {
    throw new Refusal(409, "This video has no thumbnail to make it from.");
  }
  return thumbnail_url;
}

/** Makes a video from an image and returns its columns; a different seed makes a different video. */
async function makeVideo({ video }: Ports, imageUrl: string, seed: string) {
  const signal = AbortSignal.timeout(videoTimeout);
  const made = await video.fromImage({ imageUrl, seed }, signal).catch((error: unknown) => {
    // The message of any other error may quote a secret.
    const why = error instanceof Fault ? `: ${error.message}` : ".";
    throw new Refusal(503, `The video could not be made${why} Try again.`);
  });
  if (!made.ok) throw new Refusal(503, made.error);
  return { video_url: made.videoUrl, thumbnail_url: made.thumbnailUrl };
}

const noun = "content item";

/** Reads the row and locks it against changes until the transaction ends. 404 if it does not exist. */
export const findContent = async (db: Db, id: Id): Promise<ContentRow> =>
  existing(
    await locking(
      db,
      "content item",
      db
        .select()
        .from(contentItems)
        .where(eq(contentItems.id, rowId(id)))
        .for("no key update"),
    ),
    noun,
  );

/** Returns the group of its category. 404 if the content does not exist. */
export async function groupOfContent(db: Db, id: Id): Promise<number> {
  const rows = await db
    .select({ group_id: categories.group_id })
    .from(contentItems)
    .innerJoin(categories, eq(categories.id, contentItems.category_id))
    .where(eq(contentItems.id, rowId(id)));
  return existing(rows, noun).group_id;
}

/** Locks the queue items with this content and its posts: the result of a post changes its content. */
export async function lockUsesOf(db: Db, contentItemId: number): Promise<void> {
  for (const [kind, table] of [
    ["queue item", queueItems],
    ["post", scheduledPosts],
  ] as const) {
    const uses = db
      .select({ id: table.id })
      .from(table)
      .where(eq(table.content_item_id, contentItemId))
      .orderBy(table.id);
    await locking(db, kind, uses.for("update"));
  }
}

async function change(
  db: Db,
  id: Id,
  values: PgUpdateSetSource<typeof contentItems>,
): Promise<OnWire> {
  const changed = await db
    .update(contentItems)
    .set(values)
    .where(eq(contentItems.id, rowId(id)))
    .returning();
  return onWire(existing(changed, noun));
}

async function insert(
  { db, ports }: Context,
  content: typeof contentItems.$inferInsert,
): Promise<OnWire> {
  const now = ports.clock.now();
  const inserted = await db
    .insert(contentItems)
    .values({ ...content, created_at: now, updated_at: now })
    .returning();
  return onWire(existing(inserted, noun));
}

const onWire = ({ last_used_at, created_at, updated_at, ...item }: ContentRow): OnWire => ({
  ...item,
  last_used_at: iso(last_used_at),
  created_at: iso(created_at),
  updated_at: iso(updated_at),
});
