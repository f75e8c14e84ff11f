import { postContentSchema, subredditResults } from "@/entities/post/contract";
import { idSchema } from "@/shared/api/id";
import { lenient, lenientText } from "@/shared/api/reply/lenient";
import { isSent, listField, listing } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";

/** One post on one account. `publish_at` is the time when it is due, or when it was published. */
export const scheduledPostSchema = z.object({
  id: idSchema,
  status: lenientText,
  publish_at: lenient(z.nullable(z.string())),
  is_paused: lenient(z.nullish(z.boolean())),
  waits_for: lenient(z.nullish(z.string())),
  waits_until: lenient(z.nullish(z.string())),
  is_changed: lenient(z.nullish(z.boolean())),
  account_problem: lenient(z.nullish(z.string())),
  group_id: lenient(z.nullish(idSchema)),
  group_name: lenient(z.nullish(z.string())),
  retry_count: lenient(z.nullable(z.number())),
  /** The address of the published post. */
  published_post_url: lenient(z.nullish(z.string())),
  subreddit_results: subredditResults,
  social_account: lenient(
    z.nullable(
      z.object({
        platform_type: lenient(z.string(), () => "unknown"),
        platform_username: lenient(z.nullable(z.string())),
        last_known_error: lenient(z.nullable(z.string())),
      }),
    ),
  ),
  content_queue_item: lenient(
    z.nullable(z.extend(postContentSchema, { id: lenient(z.nullish(idSchema)) })),
  ),
});

export type ScheduledPost = z.output<typeof scheduledPostSchema>;

/** The next free time of a post's account, in ISO 8601. */
export const nextSlotSchema = z.object({ publish_at: z.string() });

/** What the daily planner would schedule now; a post on several accounts counts once. */
export const planPreviewSchema = z
  .object({
    posts: lenient(z.number()),
    groups: listing(
      z.object({
        group_id: idSchema,
        group_name: lenientText,
        // A group without a number that can be read is none with no posts.
        posts: z.pipe(lenient(z.number()), z.number()),
      }),
    ),
  })
  .check(
    // The groups that can be read do not say how many posts there are in all.
    z.refine(({ posts, groups }) => posts !== undefined || groups.unreadable === 0),
  );

export type PlanPreview = z.output<typeof planPreviewSchema>;

export const schedulerStatusSchema = z
  .object({
    failed_posts: listField(scheduledPostSchema),
    upcoming_posts: listField(scheduledPostSchema),
    recently_published: listField(scheduledPostSchema),
  })
  .check(
    // An empty object does not mean that the scheduler has nothing to do.
    z.refine((lists) => Object.values(lists).some(isSent), "There is no list of posts."),
  );

export type SchedulerStatus = z.output<typeof schedulerStatusSchema>;
