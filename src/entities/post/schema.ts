import { idSchema } from "@/shared/api/id";
import { openEnum } from "@/shared/api/listing";
import { z } from "@/shared/config/zod";

export const mediaTypes = ["image", "video"] as const;

/** What of a post is seen by the world. */
export const postContentSchema = z.object({
  text_content: z.string().nullish(),
  image_url: z.string().nullish(),
  video_url: z.string().nullish(),
  thumbnail_url: z.string().nullish(),
  media_type: openEnum(mediaTypes).nullish(),
});

export type PostContent = z.output<typeof postContentSchema>;

export const queueStatuses = ["pending_approval", "approved", "rejected"] as const;

/** A generated post on its way through approval. */
export const queueItemSchema = postContentSchema
  .extend({
    id: idSchema,
    status: openEnum(queueStatuses),
    title: z.string().nullish(),
    group_name: z.string().nullish(),
    category_name: z.string().nullish(),
    created_at: z.string().nullish(),
    updated_at: z.string().nullish(),
  })
  .meta({ id: "QueueItem" });

export type QueueItem = z.output<typeof queueItemSchema>;

/** Which of the two tabs of the Publishing screen a post belongs to. */
export type PostKind = "media" | "text";

export const kindOf = (content: PostContent | null | undefined): PostKind =>
  content?.image_url || content?.video_url ? "media" : "text";
