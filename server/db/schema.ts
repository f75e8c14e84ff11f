import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  type PgColumn,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { PlatformType } from "@/entities/account/platforms";
import { categoryTypes } from "@/entities/category/contract";
import { mediaTypes, type PublishingTimes } from "@/entities/group/contract";
import { integrationPlatforms } from "@/entities/integration/contract";
import { postStatuses, queueStatuses } from "@/entities/post/contract";
import type { ActivitySubject } from "@/features/activity/schema";
import { kindNames } from "@/features/activity/schema";
import { mailStatuses } from "@/features/newsletter/schema";
import type { Jobs } from "../kernel/context.ts";
import type { SubredditResult } from "../ports/publisher.ts";
import type { ShopVariant, VariantStep } from "../ports/shop.ts";

const id = () => integer().primaryKey().generatedAlwaysAsIdentity();
/**
 * Makes a column of a time, in milliseconds like a Date: a time that was read compares equal to the
 * stored one.
 */
const time = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });
const count = () => bigint({ mode: "number" });
/** Makes a column of an amount: exact, unlike a float, and a number in this program. */
const money = () => numeric({ mode: "number" });

/**
 * Returns the values of an enum, checked by the database as well: one that this program does not know
 * would otherwise be found by the reader only. Platforms are not checked: they are data, and a new one
 * needs no migration.
 */
const isKnown = (name: string, column: PgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`);

/** Counts of ours, and prices that we set. Figures and prices from outside are stored as they came. */
const isCount = (name: string, ...columns: readonly PgColumn[]) =>
  check(
    name,
    sql.join(
      columns.map((column) => sql`${column} >= 0`),
      sql` and `,
    ),
  );

const testResults = ["passed", "failed"] as const;
const runKinds = ["live", "confirmed", "scheduled", "restore"] as const;
const runStatuses = ["running", "stopping", "finished", "stopped"] as const;
const stepActions = ["add", "remove"] as const;
const stepStatuses = ["planned", "begun", "done"] as const;

const cascade = { onDelete: "cascade" } as const;
const setNull = { onDelete: "set null" } as const;

/** Account groups. */
export const groups = pgTable(
  "groups",
  {
    id: id(),
    name: text().notNull(),
    description: text(),
    logo_url: text(),
    focus_media_type: text({ enum: mediaTypes }).notNull().default("image"),
    ai_mascot_image_path: text(),
    ai_mascot_description: text(),
    proxy_server: text(),
    proxy_username: text(),
    /** Encrypted. The API only returns whether it is set. */
    proxy_password: text(),
    /** The time when the password was last set; null if it never was, or before this was noted. */
    proxy_password_changed_at: time(),
    /** Since when nothing of the group is published; null while publishing is on. */
    paused_at: time(),
    /** Null: at any time, with a distance between two posts of an account. */
    publishing_times: jsonb().$type<PublishingTimes>(),
    /** The IANA name of the zone of the publishing times. */
    time_zone: text().notNull().default("UTC"),
    /** The shortest time between an approval and its post. */
    notice_minutes: integer().notNull().default(10),
    created_at: time().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("groups_name_once").on(sql`lower(${table.name})`),
    // For the search for posts that are due, every minute.
    index("groups_paused").on(table.id).where(sql`paused_at is not null`),
    isKnown("groups_focus_media_type", table.focus_media_type, mediaTypes),
    check("groups_notice_minutes", sql`${table.notice_minutes} between 1 and 60`),
  ],
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
    /** Encrypted JSON of field name to value; null if none were given. */
    credentials: text(),
    /**
     * The time when the credentials were last replaced or cleared; null if they never were since
     * they were added.
     */
    credentials_changed_at: time(),
    is_active: boolean().notNull(),
    last_known_error: text(),
    /** The time when the credentials end, as the platform said; null if it did not. */
    credentials_expire_at: time(),
    /** Whom the credentials belong to, as the platform said when they were tested. */
    credentials_owner: text(),
    /** The posts that the platform would still take; null for as many as it takes at most. */
    tokens: doublePrecision(),
    tokens_at: time(),
    /**
     * Nothing of the account is published before: its platform has asked to wait, or was not reached.
     */
    held_until: time(),
    /** The reason why, in the platform's words. */
    held_because: text(),
    /** The last test of the present credentials, or `passed` by a post; null if there was none. */
    last_test: text({ enum: testResults }),
    /** For platforms that use a browser session: when it was primed; null if it is not. */
    session_primed_at: time(),
    created_at: time().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("accounts_once_per_group").on(
      table.group_id,
      table.platform_type,
      sql`lower(${table.platform_username})`,
    ),
    isKnown("accounts_last_test", table.last_test, testResults),
  ],
);

/** Content categories of a group with their daily quota. A category with a quota of 0 is archived. */
export const categories = pgTable(
  "categories",
  {
    id: id(),
    group_id: integer()
      .notNull()
      .references(() => groups.id, cascade),
    name: text().notNull(),
    category_type: text({ enum: categoryTypes }).notNull(),
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
    /** Null means all active platforms, an empty list means none. */
    enabled_platforms: jsonb().$type<string[]>(),
    reddit_settings: jsonb().$type<{
      subreddits: string[];
      flairs: ({ subreddit: string; id: string; text: string | null } | string)[];
    }>(),
    last_meme_template_index: integer().notNull().default(0),
    last_product_index: integer().notNull().default(0),
    created_at: time().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("categories_name_once_per_group").on(table.group_id, sql`lower(${table.name})`),
    // For the performance list, sorted by category.
    index("categories_by_name").on(sql`lower(${table.name})`),
    isKnown("categories_type", table.category_type, categoryTypes),
    isCount(
      "categories_counts",
      table.image_posts_per_day,
      table.video_posts_per_day,
      table.text_posts_per_day,
      table.last_meme_template_index,
      table.last_product_index,
    ),
  ],
);

/** Images that memes are made from, for all groups. */
export const memeTemplates = pgTable("meme_templates", {
  id: id(),
  name: text().notNull(),
  template_image_url: text().notNull(),
  usage_explanation: text().notNull(),
  humor_explanation: text().notNull(),
  is_active: boolean().notNull().default(true),
  created_at: time().notNull().defaultNow(),
});

/** The catalog of products that posts are written about, for all groups. */
export const products = pgTable("products", {
  id: id(),
  name: text().notNull(),
  product_image_url: text().notNull(),
  description: text().notNull(),
  call_to_action_url: text(),
  is_active: boolean().notNull().default(true),
  created_at: time().notNull().defaultNow(),
});

/**
 * Returns the content of a post. A queue item has its own copy, so that the approved version
 * is published.
 */
const content = () => ({
  text_content: text().notNull(),
  title: text(),
  reddit_title: text(),
  reddit_body: text(),
  image_url: text(),
  image_prompt: text(),
  video_url: text(),
  thumbnail_url: text(),
  /** Null for a text without media. */
  media_type: text({ enum: mediaTypes }),
});

/** The pool of reusable content. */
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
    /** The version that an operator edits; being used does not change it. */
    updated_at: time().notNull().defaultNow(),
  },
  (table) => [
    index("content_items_by_category").on(table.category_id, table.is_active, table.id),
    // For the status of a pool, which counts its active items.
    index("content_items_active")
      .on(table.category_id, table.last_used_at, table.id)
      .where(sql`is_active`),
    isKnown("content_items_media_type", table.media_type, mediaTypes),
  ],
);

/** A post of a command that publishes at once, and its account, which may be removed by now. */
export type OrderedPost = {
  readonly id: number;
  readonly account_id: number;
  readonly platform_type: PlatformType;
  readonly platform_username: string | null;
  /** True once an operator has cleared the post and confirmed that it is live. */
  readonly is_live?: boolean;
};

/** Posts before, during and after approval. */
export const queueItems = pgTable(
  "queue_items",
  {
    id: id(),
    /** Null for a text that was published directly, without a category. */
    category_id: integer().references(() => categories.id, cascade),
    content_item_id: integer().references(() => contentItems.id, setNull),
    status: text({ enum: queueStatuses }).notNull(),
    ...content(),
    /**
     * The generation task and turn, or the command, that ordered it. Unique: a repeat creates no
     * second item.
     */
    origin: text().unique(),
    /** Of a command that publishes at once: its posts, so that a cancelled one still has a result. */
    ordered_posts: jsonb().$type<readonly OrderedPost[]>(),
    /**
     * True while it has a post on any account. Kept by triggers on scheduled_posts, which are in the
     * migrations: finding the few approved items without a post would otherwise read all of history.
     */
    is_scheduled: boolean().notNull().default(false),
    created_at: time().notNull().defaultNow(),
    updated_at: time().notNull().defaultNow(),
  },
  (table) => [
    index("queue_items_by_status").on(table.status, table.id),
    index("queue_items_by_category").on(table.category_id, table.status, table.id),
    index("queue_items_by_content_item").on(table.content_item_id),
    // For the quota of today, whatever history there is.
    index("queue_items_made").on(table.category_id, table.created_at),
    index("queue_items_waiting")
      .on(table.category_id, table.id)
      .where(sql`status = 'approved' and not is_scheduled`),
    // For the texts that a model gets as recent posts.
    index("queue_items_recent")
      .on(table.category_id, table.updated_at, table.id)
      .where(sql`status = 'approved'`),
    // For the deletion of old rejected items, several times a day.
    index("queue_items_rejected").on(table.updated_at).where(sql`status = 'rejected'`),
    isKnown("queue_items_status", table.status, queueStatuses),
    isKnown("queue_items_media_type", table.media_type, mediaTypes),
  ],
);

const figures = [
  "impressions",
  "video_views",
  "likes",
  "comments",
  "shares",
  "engagement_rate",
] as const;

/**
 * One post on one account. Its status is set to `publishing` before the platform is called. If the
 * process dies meanwhile, the post is scheduled again if the creating call was not begun. Otherwise it
 * becomes `unknown`: it may be live, so it is not sent again until its platform is certain, or an
 * operator confirms, that it is not there.
 *
 * Group, category, platform and user name are copies, because a published post outlives its account.
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
    /** Null for a text that was published directly. */
    category_id: integer().references(() => categories.id, cascade),
    account_id: integer().references(() => accounts.id, setNull),
    /** The queue item's; null for a text that was published directly, or if it was deleted. */
    content_item_id: integer().references(() => contentItems.id, setNull),
    platform_type: text().$type<PlatformType>().notNull(),
    platform_username: text(),
    status: text({ enum: postStatuses }).notNull().default("scheduled"),
    /** The time when it is due. */
    publish_at: time().notNull(),
    /** The time when the platform was last called. */
    started_at: time(),
    /** The state that the publisher needs to finish or find the post; null before the first try. */
    trace: jsonb().$type<Readonly<Record<string, string>>>(),
    /** The time when the call began that makes the post visible; null if certainly none was made. */
    committing_at: time(),
    /**
     * The time of the first creating call that got no answer, once the post is sent again: a platform
     * that calls the next one a duplicate may mean this post. Null if none got lost.
     */
    lost_at: time(),
    /** True for an unknown post of which its platform says that it has the text already. */
    is_called_duplicate: boolean().notNull().default(false),
    /**
     * The time of the next step that the server takes by itself. What the step is depends on `status`
     * and on `committing_at`, which says that the creating call was begun:
     *
     * | status       | ask_at | committing_at | meaning                                                     |
     * | ------------ | ------ | ------------- | ----------------------------------------------------------- |
     * | `scheduled`  | null   | null          | Due at `publish_at`: a first try, one that an operator has  |
     * |              |        |               | ordered, or one that goes on after a crash.                 |
     * | `scheduled`  | null   | set           | The same, but looked for first, and sent even if its        |
     * |              |        |               | platform cannot tell: an operator said that it is not live. |
     * | `scheduled`  | set    | null          | Not tried before, for the reason in `waits_for`. Without a  |
     * |              |        |               | reason: reserved until then for the process of Post now or  |
     * |              |        |               | of direct publishing.                                       |
     * | `scheduled`  | set    | set           | Not found by a search: looked for again then, and sent if   |
     * |              |        |               | its platform is certain that it is not there.               |
     * | `publishing` | null   | null          | A process works on it. No creating call is under way.       |
     * | `publishing` | null   | set           | A process works on it. A creating call was begun.           |
     * | `publishing` | set    | null          | Waits for its platform: `publish` goes on then.             |
     * | `publishing` | set    | set           | Waits for its platform: `locate` asks for it then.          |
     * | `unknown`    | set    | set           | Looked for then, if it still has its account.               |
     * | `unknown`    | null   | set           | Not looked for, unless an operator asks for it.             |
     * | `unknown`    | any    | null          | Cannot be looked for: it came with a backup, or an earlier  |
     * |              |        |               | release began it.                                           |
     *
     * Null for a published or failed post. A claim sets it to null, and `isConfirmed` of the claimed post
     * says whether it was null before.
     */
    ask_at: time(),
    /** A sentence for the operator on what the post waits for. */
    waits_for: text(),
    /** Since when the platform processes the post's media. */
    waits_since: time(),
    /** Tries that had certainly no effect, or searches for an unknown post, one after the other. */
    tries: integer().notNull().default(0),
    /** The time when it was published. */
    published_at: time(),
    retry_count: integer().notNull().default(0),
    error: text(),
    external_id: text(),
    published_post_url: text(),
    /** Of a post for several subreddits; null for any other, and before the first try. */
    subreddit_results: jsonb().$type<readonly SubredditResult[]>(),
    /** The number of planned measurements that were made, which is the round of the next one. */
    measurements: integer().notNull().default(0),
    /** The newest figures; null if not measured. `engagement_rate` is a fraction. */
    measured_at: time(),
    /** The time when it is measured next; null if never. */
    measure_at: time(),
    impressions: count(),
    video_views: count(),
    likes: count(),
    comments: count(),
    shares: count(),
    engagement_rate: doublePrecision(),
  },
  (table) => [
    // Partial: nearly all posts are published, and the others are polled every few seconds.
    index("scheduled_posts_upcoming")
      .on(table.publish_at, table.id)
      .where(sql`status in ('scheduled', 'publishing')`),
    index("scheduled_posts_failed")
      .on(table.publish_at, table.id)
      .where(sql`status in ('failed', 'unknown')`),
    // For recoverAbandoned, which runs every minute.
    index("scheduled_posts_publishing").on(table.started_at).where(sql`status = 'publishing'`),
    // For enqueueDue, which runs every minute.
    index("scheduled_posts_asked").on(table.ask_at).where(sql`ask_at is not null`),
    index("scheduled_posts_published")
      .on(table.published_at, table.id)
      .where(sql`status = 'published'`),
    index("scheduled_posts_published_of_group")
      .on(table.group_id, table.published_at, table.id)
      .where(sql`status = 'published'`),
    // For the performance list, sorted by each figure, of all groups or of one group.
    ...figures.map((figure) =>
      index(`scheduled_posts_by_${figure}`)
        .on(table[figure], table.id)
        .where(sql`status = 'published'`),
    ),
    index("scheduled_posts_by_category").on(
      table.category_id,
      sql`coalesce(${table.published_at}, ${table.publish_at})`,
    ),
    index("scheduled_posts_by_account").on(table.account_id, table.status, table.publish_at),
    index("scheduled_posts_to_measure")
      .on(table.account_id, table.measure_at)
      .where(sql`measure_at is not null`),
    // For enqueueMeasurements, which runs every minute.
    index("scheduled_posts_measure_due")
      .on(table.measure_at, table.account_id)
      .where(sql`measure_at is not null`),
    index("scheduled_posts_by_queue_item").on(table.queue_item_id),
    index("scheduled_posts_by_content_item").on(table.content_item_id, table.account_id),
    // No content is on its way to an account twice. Content that was published may be used again.
    uniqueIndex("scheduled_posts_content_once_per_account")
      .on(table.content_item_id, table.account_id)
      .where(sql`status in ('scheduled', 'publishing')`),
    isKnown("scheduled_posts_status", table.status, postStatuses),
    isCount("scheduled_posts_counts", table.retry_count, table.measurements, table.tries),
  ],
);

/** The last slot of each periodic job that was enqueued; see server/jobs/timetable.ts. */
export const timetableSlots = pgTable("timetable_slots", {
  name: text().primaryKey(),
  slot: time().notNull(),
});

/** Texts that a real model was asked for, by the day in UTC. A day without any has no row. */
export const textUsage = pgTable(
  "text_usage",
  {
    /** The beginning of the day. */
    day: time().primaryKey(),
    texts: integer().notNull(),
    tokens_in: count().notNull().default(0),
    tokens_out: count().notNull().default(0),
  },
  (table) => [isCount("text_usage_counts", table.texts, table.tokens_in, table.tokens_out)],
);

/** The history of a post's figures: one row per measurement, as the platform reported them. */
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
  (table) => [
    index("metrics_snapshots_by_post").on(table.post_id, table.snapshot_time, table.id),
    // For the thinning of old snapshots, day by day.
    index("metrics_snapshots_by_time").on(table.snapshot_time),
  ],
);

/** Shops, ad accounts and mail services that a group uses. */
export const integrations = pgTable(
  "integrations",
  {
    id: id(),
    group_id: integer()
      .notNull()
      .references(() => groups.id, cascade),
    platform: text({ enum: integrationPlatforms }).notNull(),
    /** The shop's name, the ad account's id, or the address that mails come from. */
    store_name: text().notNull(),
    /** Encrypted JSON of field name to value. */
    credentials: text().notNull(),
    /** The time when the last sync of its products began that was finished; shops only. */
    synced_at: time(),
    /** The sync that is under way; null if none is. */
    sync: jsonb().$type<ShopSync>(),
    /**
     * The reason why the last sync failed, or why the mail service refuses these keys; null if all
     * is well.
     */
    last_known_error: text(),
    /** A sentence for the operator on the account or the app's rights; null if there is none. */
    note: text(),
    /** The last part of the address to which a mail service reports bounces and complaints. */
    events_token: uuid().notNull().defaultRandom(),
    /** The only topic from which reports are taken: the first that was subscribed. */
    events_topic: text(),
    /** The time when the last report came. */
    last_event_at: time(),
    created_at: time().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("integrations_once_per_group").on(
      table.group_id,
      table.platform,
      sql`lower(${table.store_name})`,
    ),
    uniqueIndex("integrations_by_events_token").on(table.events_token),
    isKnown("integrations_platform", table.platform, integrationPlatforms),
  ],
);

/** A sync of a shop's products, which several jobs carry out one after the other. */
export type ShopSync = {
  /** In ISO 8601. */
  readonly startedAt: string;
  /** The shop adapter's cursor of the next page; null is the first page. */
  readonly next: string | null;
  /** The number of products that were read. */
  readonly read: number;
  /** The number of all products; null if the shop does not say. */
  readonly total: number | null;
  /** Units sold, by product id; null if the shop does not show its orders. */
  readonly sold: Readonly<Record<string, number>> | null;
  /** The number of times in a row that the shop asked to wait. */
  readonly waits: number;
  /** True if another one was asked for meanwhile: the products read so far may be outdated. */
  readonly again: boolean;
};

/** A shop's products as of its last sync. Prices are in RSD. */
export const shopProducts = pgTable(
  "shop_products",
  {
    integration_id: integer()
      .notNull()
      .references(() => integrations.id, cascade),
    /** The shop's id of the product. */
    product_id: text().notNull(),
    title: text().notNull(),
    /** Plain text, at most 500 characters; null if the shop has none. */
    description: text(),
    /** The prices of its cheapest variant. */
    price: money().notNull(),
    compare_at_price: money(),
    /** All its variants; empty for a sync of an earlier release. */
    variants: jsonb().$type<readonly ShopVariant[]>().notNull().default([]),
    image_url: text(),
    product_url: text(),
    tags: jsonb().$type<string[]>().notNull(),
    /** The sales channels that it is published on; null if the shop does not say. */
    sales_channels: jsonb().$type<string[]>(),
    units_sold: integer().notNull(),
    /** The time when the sync began that read it last; null for a sync of an earlier release. */
    synced_at: time(),
  },
  (table) => [
    primaryKey({ columns: [table.integration_id, table.product_id] }),
    index("shop_products_by_sales").on(table.integration_id, table.units_sold),
  ],
);

/** Settings of a group's weekly sale; a group without a row has the defaults. */
export const saleSettings = pgTable(
  "sale_settings",
  {
    group_id: integer()
      .primaryKey()
      .references(() => groups.id, cascade),
    is_active: boolean().notNull(),
    rotator_count: integer().notNull(),
    rotator_no_change_count: integer().notNull(),
    print_count: integer().notNull(),
    cooldown_days: integer().notNull(),
    rotator_discount_percent: integer().notNull(),
    print_discount_percent: integer().notNull(),
    sale_tag: text().notNull(),
    updated_at: time().notNull().defaultNow(),
  },
  (table) => [
    isCount(
      "sale_settings_counts",
      table.rotator_count,
      table.rotator_no_change_count,
      table.print_count,
      table.cooldown_days,
    ),
    check(
      "sale_settings_percents",
      sql`${table.rotator_discount_percent} between 0 and 100 and ${table.print_discount_percent} between 0 and 100`,
    ),
  ],
);

/** One rotation that changes the shop. At most one run of a group has not ended, by a unique index. */
export const saleRuns = pgTable(
  "sale_runs",
  {
    id: id(),
    group_id: integer()
      .notNull()
      .references(() => groups.id, cascade),
    integration_id: integer().references(() => integrations.id, setNull),
    kind: text({ enum: runKinds }).notNull(),
    /** The command or timetable slot that ordered it. Unique: a repeat starts no second run. */
    origin: text().notNull().unique(),
    /** The operator's name; null for the timetable. */
    started_by: text(),
    /** A `stopping` run ends after its current step. */
    status: text({ enum: runStatuses }).notNull(),
    /** Identifies the request or job that is changing the shop for this run; null if none is. */
    worker: text(),
    started_at: time().notNull(),
    /** The time of its last activity, to detect a dead process or an absent operator. */
    active_at: time().notNull(),
    ended_at: time(),
  },
  (table) => [
    uniqueIndex("sale_runs_one_at_a_time").on(table.group_id).where(sql`ended_at is null`),
    index("sale_runs_by_group").on(table.group_id, table.id),
    // For `on delete set null`, when an integration is removed.
    index("sale_runs_by_integration").on(table.integration_id),
    isKnown("sale_runs_kind", table.kind, runKinds),
    isKnown("sale_runs_status", table.status, runStatuses),
  ],
);

/**
 * The steps of a run, one for each product, in order. A step is set to `begun` before the shop
 * is called.
 */
export const saleSteps = pgTable(
  "sale_steps",
  {
    run_id: integer()
      .notNull()
      .references(() => saleRuns.id, cascade),
    position: integer().notNull(),
    product_id: text().notNull(),
    product_name: text().notNull(),
    action: text({ enum: stepActions }).notNull(),
    status: text({ enum: stepStatuses }).notNull(),
    /** Every variant with its prices in the shop when the run was planned, and its new ones. */
    variants: jsonb().$type<readonly VariantStep[]>().notNull().default([]),
    /** The prices of its cheapest variant; null is no crossed-out price. */
    original_price: money().notNull(),
    original_compare_at_price: money(),
    new_price: money().notNull(),
    compare_at_price: money(),
    tags_to_add: jsonb().$type<string[]>().notNull(),
    tags_to_remove: jsonb().$type<string[]>().notNull(),
    done_at: time(),
  },
  (table) => [
    primaryKey({ columns: [table.run_id, table.position] }),
    uniqueIndex("sale_steps_once_per_run").on(table.run_id, table.product_id),
    index("sale_steps_by_product").on(table.product_id, table.done_at),
    isKnown("sale_steps_action", table.action, stepActions),
    isKnown("sale_steps_status", table.status, stepStatuses),
    isCount("sale_steps_counts", table.position, table.new_price),
  ],
);

/**
 * The variants that are on sale, also at their own prices, with their prices before it: kept before
 * the shop is changed, and deleted when the product is off sale. They belong to the shop, not to a
 * group or an integration, which may go while its prices are still reduced.
 */
export const saleOriginals = pgTable(
  "sale_originals",
  {
    /** The shop's name in lower case. */
    store: text().notNull(),
    variant_id: text().notNull(),
    product_id: text().notNull(),
    price: money().notNull(),
    compare_at_price: money(),
    sale_price: money().notNull(),
    sale_compare_at_price: money(),
    sale_tag: text().notNull(),
    /** True if a rotation put the product into the sale collection: it was not in it before. */
    joined: boolean().notNull().default(false),
    kept_at: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.store, table.variant_id] }),
    index("sale_originals_by_product").on(table.store, table.product_id),
  ],
);

/** The newsletter of a group; a group without a row has none. */
export const newsletterSettings = pgTable("newsletter_settings", {
  group_id: integer()
    .primaryKey()
    .references(() => groups.id, cascade),
  is_active: boolean().notNull(),
  integration_id: integer().references(() => integrations.id, setNull),
  sender_email: text(),
  subject_template: text().notNull(),
  mjml_template: text().notNull(),
  updated_at: time().notNull().defaultNow(),
});

/** The subscribers of a group's newsletter. */
export const subscribers = pgTable(
  "subscribers",
  {
    id: id(),
    group_id: integer()
      .notNull()
      .references(() => groups.id, cascade),
    email: text().notNull(),
    name: text(),
    is_active: boolean().notNull().default(true),
    /** The reason why they get nothing any more; null for active ones, and where it was never noted. */
    inactive_reason: text(),
    created_at: time().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("subscribers_once_per_group").on(table.group_id, sql`lower(${table.email})`),
    index("subscribers_by_group").on(table.group_id, table.id),
  ],
);

/**
 * The revision of each group's list of subscribers: triggers give it a new one with every change. A
 * random one, because a counter that a restore sets back would give two lists the same.
 */
export const subscriberLists = pgTable("subscriber_lists", {
  group_id: integer()
    .primaryKey()
    .references(() => groups.id, cascade),
  revision: uuid().notNull().defaultRandom(),
});

/**
 * Links to unsubscribe in mails of earlier releases have a subscriber's id. This table has the group
 * and address of each id of that time. It is filled by a migration only, because a later row must not
 * be unsubscribed by an old link.
 */
export const oldUnsubscribeLinks = pgTable(
  "old_unsubscribe_links",
  {
    subscriber_id: integer().primaryKey(),
    group_id: integer()
      .notNull()
      .references(() => groups.id, cascade),
    email: text().notNull(),
  },
  (table) => [index("old_unsubscribe_links_by_group").on(table.group_id)],
);

/** The newsletter of one week in a group. Its mails have the same `slot`. */
export const newsletterRuns = pgTable(
  "newsletter_runs",
  {
    group_id: integer()
      .notNull()
      .references(() => groups.id, cascade),
    /** The time it was due. */
    slot: time().notNull(),
    /** Until when nothing more is sent, because the mail service asks for it. */
    wait_until: time(),
    /**
     * The reason why nothing is sent, in the mail service's words; without `wait_until` a person
     * must act.
     */
    why: text(),
  },
  (table) => [primaryKey({ columns: [table.group_id, table.slot] })],
);

/**
 * Mails, one row for each recipient: `waiting` rows of a newsletter are stored before its first mail is
 * sent. `sending` is stored before the call, and becomes `unknown` after a crash.
 * `left_out` is what was not sent because it was no longer wanted.
 */
export const mails = pgTable(
  "mails",
  {
    id: id(),
    group_id: integer()
      .notNull()
      .references(() => groups.id, cascade),
    subscriber_id: integer().references(() => subscribers.id, setNull),
    /**
     * The command, or the week and subscriber, that ordered it. Unique: a repeat sends no second mail.
     */
    origin: text().notNull().unique(),
    /** The newsletter that it belongs to; null for a test email, and for mails of earlier releases. */
    slot: time(),
    recipient: text().notNull(),
    status: text({ enum: mailStatuses }).notNull(),
    error: text(),
    /** Calls of the mail service for this mail. */
    tries: integer().notNull().default(0),
    /** The time when the last of them began; null before the first. */
    tried_at: time(),
    /** The earliest time of the next one, if the mail service has asked to wait with this mail. */
    retry_at: time(),
    created_at: time().notNull(),
    sent_at: time(),
  },
  (table) => [
    index("mails_by_status").on(table.status),
    index("mails_by_run").on(table.group_id, table.slot, table.id),
    // For the next mails of a newsletter, of which there may be 50,000.
    index("mails_waiting").on(table.group_id, table.slot, table.id).where(sql`status = 'waiting'`),
    index("mails_by_subscriber").on(table.subscriber_id),
    // For the deletion of old mails, several times a day.
    index("mails_by_age").on(table.created_at),
    isKnown("mails_status", table.status, mailStatuses),
  ],
);

/** Jobs that failed for good, until they are run again. */
export const failedWork = pgTable(
  "failed_work",
  {
    id: id(),
    /** The failed job. Unique: a failure is listed once, also after it was settled. */
    job_id: uuid().notNull().unique(),
    job: text().$type<keyof Jobs>().notNull(),
    data: jsonb().$type<Jobs[keyof Jobs]>().notNull(),
    singleton_key: text().notNull(),
    /** Null if the work belongs to all groups. */
    group_id: integer().references(() => groups.id, cascade),
    about: text().notNull(),
    cause: text().notNull(),
    failed_at: time().notNull(),
    /**
     * The time when it was run again, the same work was done, or its failure was reported elsewhere;
     * null while it is listed.
     */
    settled_at: time(),
  },
  // For the list, and for the deletion of old failures.
  (table) => [index("failed_work_by_age").on(table.failed_at)],
);

/**
 * The record of who did what, and when. An entry is inserted in the transaction of what it tells, so
 * that it tells nothing that was rolled back. Names are copies: an entry outlives what it is about.
 */
export const activity = pgTable(
  "activity",
  {
    id: id(),
    at: time().notNull(),
    kind: text({ enum: kindNames }).notNull(),
    /** Null if it concerns all groups, or its group was deleted. */
    group_id: integer().references(() => groups.id, setNull),
    /** Null for what the server did by itself. */
    user_id: text(),
    user_name: text(),
    about: text().notNull(),
    detail: text(),
    /** The place in the console that shows it; null if there is none. */
    subject: text().$type<ActivitySubject>(),
    subject_id: integer(),
  },
  (table) => [
    // For the list, by each filter.
    index("activity_by_group").on(table.group_id, table.id),
    index("activity_by_user").on(table.user_id, table.id.desc()),
    index("activity_by_kind").on(table.kind, table.id),
    // For the deletion of old entries.
    index("activity_by_age").on(table.at),
    isKnown("activity_kind", table.kind, kindNames),
  ],
);

/** The products of the sandbox's shops, which a real shop stores itself. */
export const sandboxProducts = pgTable(
  "sandbox_products",
  {
    store: text().notNull(),
    product_id: text().notNull(),
    title: text().notNull(),
    price: money().notNull(),
    compare_at_price: money(),
    image_url: text().notNull(),
    tags: jsonb().$type<string[]>().notNull(),
    sales_channels: jsonb().$type<string[]>().notNull().default(["Online Store"]),
    /** The custom collections that it is in. */
    collections: jsonb().$type<string[]>().notNull().default([]),
    units_sold: integer().notNull(),
    /** The number of changes. A repeated change does not count. */
    changes: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.store, table.product_id] }),
    isCount("sandbox_products_counts", table.changes),
  ],
);

/** The sandbox's mailbox: all mails that would have been sent. */
export const sandboxMails = pgTable(
  "sandbox_mails",
  {
    id: id(),
    sender: text().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    unsubscribe_url: text().notNull(),
    sent_at: time().notNull(),
  },
  // For the deletion of old mails.
  (table) => [index("sandbox_mails_by_age").on(table.sent_at)],
);

/** The progress of a task that works through history in steps. */
export const taskProgress = pgTable("task_progress", {
  task: text().primaryKey(),
  /** Everything before this time is done. */
  done_until: time().notNull(),
});

/** Images that a real model was asked for, by the day in UTC. A day without any has no row. */
export const imageUsage = pgTable(
  "image_usage",
  {
    /** The beginning of the day. */
    day: time().primaryKey(),
    images: integer().notNull(),
  },
  (table) => [isCount("image_usage_counts", table.images)],
);
