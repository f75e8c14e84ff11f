import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { PlatformType } from "@/entities/account/platforms";

const id = () => integer().primaryKey().generatedAlwaysAsIdentity();
/** Milliseconds, because that is what a Date holds: a time read and compared again is the same time. */
const time = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });
const count = () => bigint({ mode: "number" });
const cascade = { onDelete: "cascade" } as const;
const keep = { onDelete: "set null" } as const;

/** Account groups. */
export const groups = pgTable(
  "groups",
  {
    id: id(),
    name: text().notNull(),
    description: text(),
    logo_url: text(),
    focus_media_type: text({ enum: ["image", "video"] })
      .notNull()
      .default("image"),
    ai_mascot_image_path: text(),
    ai_mascot_description: text(),
    proxy_server: text(),
    proxy_username: text(),
    /** Sealed; never answered, only whether it is set. */
    proxy_password: text(),
    created_at: time().notNull().defaultNow(),
  },
  (table) => [uniqueIndex("groups_name_once").on(sql`lower(${table.name})`)],
);

/** Social accounts of a group. */
export const accounts = pgTable(
  "accounts",
  {
    id: id(),
    group_id: integer()
      .notNull()
      .references(() => groups.id, cascade),
    platform_type: text().$type<PlatformType>().notNull(),
    platform_username: text(),
    /** Sealed JSON of field name to value; null where none were given. */
    credentials: text(),
    is_active: boolean().notNull(),
    last_known_error: text(),
    created_at: time().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("accounts_once_per_group").on(
      table.group_id,
      table.platform_type,
      sql`lower(${table.platform_username})`,
    ),
  ],
);

/** Content categories of a group with their daily quota; one with a quota of 0 is archived. */
export const categories = pgTable(
  "categories",
  {
    id: id(),
    group_id: integer()
      .notNull()
      .references(() => groups.id, cascade),
    name: text().notNull(),
    category_type: text({ enum: ["evergreen", "memes", "sales", "weekly_sale"] }).notNull(),
    image_posts_per_day: integer().notNull(),
    video_posts_per_day: integer().notNull(),
    text_posts_per_day: integer().notNull(),
    daily_generation_active: boolean().notNull().default(true),
    category_prompt: text(),
    auto_approve_content_types: jsonb()
      .$type<{ text: boolean; image: boolean; video: boolean }>()
      .notNull()
      .default({ text: false, image: false, video: false }),
    use_ai_mascot: boolean().notNull().default(false),
    shopify_sales_channel: text(),
    shopify_product_tag: text(),
    /** Null means all active platforms, an empty list none. */
    enabled_platforms: jsonb().$type<string[]>(),
    reddit_settings: jsonb().$type<{ subreddits: string[]; flairs: unknown[] }>(),
    last_meme_template_index: integer().notNull().default(0),
    last_product_index: integer().notNull().default(0),
    created_at: time().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("categories_name_once_per_group").on(table.group_id, sql`lower(${table.name})`),
  ],
);

/** Pictures that memes are made on, for all groups. */
export const memeTemplates = pgTable("meme_templates", {
  id: id(),
  name: text().notNull(),
  template_image_url: text().notNull(),
  usage_explanation: text().notNull(),
  humor_explanation: text().notNull(),
  is_active: boolean().notNull().default(true),
  created_at: time().notNull().defaultNow(),
});

/** The catalog that posts are written about, of the whole shop. */
export const products = pgTable("products", {
  id: id(),
  name: text().notNull(),
  product_image_url: text().notNull(),
  description: text().notNull(),
  call_to_action_url: text(),
  is_active: boolean().notNull().default(true),
  created_at: time().notNull().defaultNow(),
});

/** What a post shows; a queue item keeps its own copy, so that what was approved is what goes out. */
const content = () => ({
  text_content: text().notNull(),
  title: text(),
  reddit_title: text(),
  reddit_body: text(),
  image_url: text(),
  image_prompt: text(),
  video_url: text(),
  thumbnail_url: text(),
  /** Null for text alone. */
  media_type: text({ enum: ["image", "video"] }),
});

/** The pool: content that may be used again. */
export const contentItems = pgTable(
  "content_items",
  {
    id: id(),
    category_id: integer()
      .notNull()
      .references(() => categories.id, cascade),
    ...content(),
    is_active: boolean().notNull().default(true),
    last_used_at: time(),
    created_at: time().notNull().defaultNow(),
  },
  (table) => [index("content_items_by_category").on(table.category_id, table.is_active, table.id)],
);

/** Posts on their way through approval. */
export const queueItems = pgTable(
  "queue_items",
  {
    id: id(),
    category_id: integer()
      .notNull()
      .references(() => categories.id, cascade),
    content_item_id: integer().references(() => contentItems.id, keep),
    status: text({ enum: ["pending_approval", "approved", "rejected"] }).notNull(),
    ...content(),
    /** What ordered it, as `{task}:{n}`: a job that is delivered twice makes it once. */
    origin: text().unique(),
    created_at: time().notNull().defaultNow(),
    updated_at: time().notNull().defaultNow(),
  },
  (table) => [
    index("queue_items_by_status").on(table.status, table.id),
    index("queue_items_by_category").on(table.category_id, table.status, table.id),
    index("queue_items_by_content_item").on(table.content_item_id),
  ],
);

export const postStatuses = ["scheduled", "publishing", "published", "failed", "unknown"] as const;

/**
 * One post on one account. `publishing` is written before the platform is called; a post found so
 * after a restart is `unknown`: it may be live, and is never posted again by itself.
 *
 * Group, category, platform and name are copies: a published post outlives its account.
 */
export const scheduledPosts = pgTable(
  "scheduled_posts",
  {
    id: id(),
    queue_item_id: integer()
      .notNull()
      .references(() => queueItems.id, cascade),
    group_id: integer()
      .notNull()
      .references(() => groups.id, cascade),
    category_id: integer()
      .notNull()
      .references(() => categories.id, cascade),
    account_id: integer().references(() => accounts.id, keep),
    platform_type: text().$type<PlatformType>().notNull(),
    platform_username: text(),
    status: text({ enum: postStatuses }).notNull().default("scheduled"),
    /** When it is due. */
    publish_at: time().notNull(),
    /** When the platform was called last. */
    started_at: time(),
    /** When it went out. */
    published_at: time(),
    retry_count: integer().notNull().default(0),
    error: text(),
    external_id: text(),
    published_post_url: text(),
    /** How many planned measurements were made: the number of the next one. */
    measurements: integer().notNull().default(0),
    /** The newest figures; null is not measured. `engagement_rate` is a fraction. */
    measured_at: time(),
    impressions: count(),
    video_views: count(),
    likes: count(),
    comments: count(),
    shares: count(),
    engagement_rate: doublePrecision(),
  },
  (table) => [
    index("scheduled_posts_by_status").on(table.status, table.publish_at, table.id),
    index("scheduled_posts_published")
      .on(table.published_at, table.id)
      .where(sql`status = 'published'`),
    index("scheduled_posts_published_of_group")
      .on(table.group_id, table.published_at, table.id)
      .where(sql`status = 'published'`),
    index("scheduled_posts_by_category").on(
      table.category_id,
      sql`coalesce(${table.published_at}, ${table.publish_at})`,
    ),
    index("scheduled_posts_by_account").on(table.account_id, table.status, table.publish_at),
    index("scheduled_posts_by_queue_item").on(table.queue_item_id),
  ],
);

/** How a post's figures grew: one row per measurement, as the platform gave them. */
export const metricsSnapshots = pgTable(
  "metrics_snapshots",
  {
    id: id(),
    post_id: integer()
      .notNull()
      .references(() => scheduledPosts.id, cascade),
    snapshot_time: time().notNull(),
    raw_data: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [index("metrics_snapshots_by_post").on(table.post_id, table.snapshot_time, table.id)],
);
