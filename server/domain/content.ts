import { and, asc, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { contentApi } from "@/features/content/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import type { Context, Db } from "../context.ts";
import { contentItems } from "../db/schema.ts";
import type { RequestRun } from "../http/serve.ts";
import type { Ports } from "../ports/ports.ts";
import { Refusal } from "../refusal.ts";
import { findCategory } from "./categories.ts";
import { existing, iso, rowId } from "./rows.ts";

type ContentRow = typeof contentItems.$inferSelect;
type OnWire = WireOf<typeof contentApi.add>;

/** Oldest first; the order is that of the ids, so that paging neither skips nor repeats. */
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
  // Where there are some, there is the category.
  if (rows.length === 0) await findCategory(context, categoryId);
  return rows.map(onWire);
}

export async function addContent(
  context: Context,
  categoryId: Id,
  body: z.output<typeof contentApi.add.body>,
): Promise<OnWire> {
  const category = await findCategory(context, categoryId);
  return keep(context, {
    ...body,
    category_id: category.id,
    media_type: body.image_url === null ? null : "image",
  });
}

/** Deletes it from the pool; what is in the queue or went out has a copy. */
export async function removeContent({ db }: Context, id: Id): Promise<undefined> {
  const removed = await db
    .delete(contentItems)
    .where(eq(contentItems.id, rowId(id)))
    .returning({ id: contentItems.id });
  existing(removed, noun);
}

/** Unused content may be asked for this too: it is what was wanted. */
export const clearLastUsed = ({ db }: Context, id: Id): Promise<OnWire> =>
  change(db, id, { last_used_at: null });

/**
 * Makes a video item of an image item, which becomes inactive. The operator waits for it and sees
 * it at once; until it is there nothing is changed, so that a second try begins anew. 409 for what
 * has no picture or is not active, 503 where the video could not be made.
 */
export async function convertToVideo(
  { ports, transaction, conclude }: RequestRun,
  command: string,
  id: Id,
): Promise<OnWire> {
  const imageUrl = await transaction(async ({ db }) => pictureOf(await findContent(db, id)));
  const video = await makeVideo(ports, imageUrl, `${id}:${command}`);
  return conclude(async (context) => {
    const image = await findContent(context.db, id);
    // It may have been converted or deleted meanwhile.
    pictureOf(image);
    await change(context.db, id, { is_active: false });
    const { id: _id, is_active: _active, last_used_at: _used, created_at: _at, ...content } = image;
    return keep(context, { ...content, ...video, image_url: null, media_type: "video" });
  });
}

/** Makes the video of a video item anew. 409 for what has no thumbnail, 503 as for converting. */
export async function reconvertVideo(
  { ports, transaction, conclude }: RequestRun,
  command: string,
  id: Id,
): Promise<OnWire> {
  const thumbnail = await transaction(async ({ db }) => thumbnailOf(await findContent(db, id)));
  const video = await makeVideo(ports, thumbnail, `${id}:${command}`);
  return conclude(({ db }) => change(db, id, video));
}

function pictureOf({ is_active, media_type, image_url }: ContentRow): string {
  if (media_type === "video") throw new Refusal(409, "This content is a video already.");
  if (image_url === null) {
    throw new Refusal(409, "This content has no picture that a video could be made of.");
  }
  if (!is_active) {
    throw new Refusal(409, "This content is not active: only active content is converted.");
  }
  return image_url;
}

function thumbnailOf({ media_type, thumbnail_url }: ContentRow): string {
  if (media_type !== "video") {
    throw new Refusal(409, "This content is not a video: convert its picture to a video first.");
  }
  if (thumbnail_url === null) {
    throw new Refusal(409, "This video has no thumbnail that it could be made from.");
  }
  return thumbnail_url;
}

/** The columns of the video that is made of a picture; the seed tells one order from another. */
async function makeVideo({ video }: Ports, imageUrl: string, seed: string) {
  const signal = AbortSignal.timeout(50_000);
  const made = await video.fromPicture({ imageUrl, seed }, signal).catch(() => {
    throw new Refusal(503, "The video could not be made. Try again.");
  });
  return { video_url: made.videoUrl, thumbnail_url: made.thumbnailUrl };
}

const noun = "content item";

/** 404 where there is none. It changes by no other hand until the transaction ends. */
export const findContent = async (db: Db, id: Id): Promise<ContentRow> =>
  existing(
    await db
      .select()
      .from(contentItems)
      .where(eq(contentItems.id, rowId(id)))
      .for("no key update"),
    noun,
  );

async function change(db: Db, id: Id, values: Partial<ContentRow>): Promise<OnWire> {
  const changed = await db
    .update(contentItems)
    .set(values)
    .where(eq(contentItems.id, rowId(id)))
    .returning();
  return onWire(existing(changed, noun));
}

async function keep(
  { db, ports }: Context,
  content: typeof contentItems.$inferInsert,
): Promise<OnWire> {
  const kept = await db
    .insert(contentItems)
    .values({ ...content, created_at: ports.clock.now() })
    .returning();
  return onWire(existing(kept, noun));
}

const onWire = ({ last_used_at, created_at, ...item }: ContentRow): OnWire => ({
  ...item,
  last_used_at: iso(last_used_at),
  created_at: iso(created_at),
});
