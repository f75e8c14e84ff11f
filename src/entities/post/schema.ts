import { idSchema } from "@/shared/api/id";
import { lenient } from "@/shared/api/lenient";
import { openEnum } from "@/shared/api/listing";
import { z } from "@/shared/config/zod";

export const mediaTypes = ["image", "video"] as const;

/** The part of a post that is published. */
export const postContentSchema = z.object({
  text_content: lenient(z.nullable(z.string())),
  image_url: lenient(z.nullable(z.string())),
  video_url: lenient(z.nullable(z.string())),
  thumbnail_url: lenient(z.nullable(z.string())),
  media_type: lenient(z.nullable(openEnum(mediaTypes))),
});

export type PostContent = z.output<typeof postContentSchema>;

export const queueStatuses = ["pending_approval", "approved", "rejected"] as const;

/** A generated post on its way through approval. */
export const queueItemSchema = z
  .extend(postContentSchema, {
    id: idSchema,
    status: lenient(openEnum(queueStatuses)),
    title: lenient(z.nullish(z.string())),
    group_name: lenient(z.nullish(z.string())),
    category_name: lenient(z.nullish(z.string())),
    created_at: lenient(z.nullish(z.string())),
    updated_at: lenient(z.nullish(z.string())),
  })
  .register(z.globalRegistry, { id: "QueueItem" });

export type QueueItem = z.output<typeof queueItemSchema>;

/** The tab of the Publishing screen that a post belongs to. */
export type PostKind = "media" | "text";

export const kindOf = (content: PostContent | null | undefined): PostKind =>
  content?.image_url || content?.video_url ? "media" : "text";
