import { postContentSchema } from "@/entities/post/schema";
import { idSchema } from "@/shared/api/id";
import { listing } from "@/shared/api/listing";
import { z } from "@/shared/config/zod";

/** One post on one account: `publish_at` is when it is due, or when it went out. */
export const scheduledPostSchema = z
  .object({
    id: idSchema,
    status: z.string(),
    publish_at: z.nullish(z.string()),
    retry_count: z.nullish(z.number()),
    /** Where the published post can be seen. */
    published_post_url: z.nullish(z.string()),
    social_account: z.nullish(
      z.object({
        platform_type: z.string(),
        platform_username: z.nullish(z.string()),
        last_known_error: z.nullish(z.string()),
      }),
    ),
    content_queue_item: z.nullish(z.extend(postContentSchema, { id: z.nullish(idSchema) })),
  })
  .register(z.globalRegistry, { id: "ScheduledPost" });

export type ScheduledPost = z.output<typeof scheduledPostSchema>;

export const schedulerStatusSchema = z.object({
  failed_posts: listing(scheduledPostSchema),
  upcoming_posts: listing(scheduledPostSchema),
  recently_published: listing(scheduledPostSchema),
});

export type SchedulerStatus = z.output<typeof schedulerStatusSchema>;
