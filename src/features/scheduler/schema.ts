import { postContentSchema } from "@/entities/post/schema";
import { idSchema } from "@/shared/api/id";
import { listing } from "@/shared/api/listing";
import { z } from "@/shared/config/zod";

/** One post on one account: `publish_at` is when it is due, or when it went out. */
export const scheduledPostSchema = z
  .object({
    id: idSchema,
    status: z.string(),
    publish_at: z.string().nullish(),
    retry_count: z.number().nullish(),
    /** Where the published post can be seen. */
    published_post_url: z.string().nullish(),
    social_account: z
      .object({
        platform_type: z.string(),
        platform_username: z.string().nullish(),
        last_known_error: z.string().nullish(),
      })
      .nullish(),
    content_queue_item: postContentSchema.extend({ id: idSchema.nullish() }).nullish(),
  })
  .meta({ id: "ScheduledPost" });

export type ScheduledPost = z.output<typeof scheduledPostSchema>;

export const schedulerStatusSchema = z.object({
  failed_posts: listing(scheduledPostSchema),
  upcoming_posts: listing(scheduledPostSchema),
  recently_published: listing(scheduledPostSchema),
});

export type SchedulerStatus = z.output<typeof schedulerStatusSchema>;
