import type { InferInsertModel } from "drizzle-orm";
import { contentItems, queueItems, scheduledPosts } from "../db/schema.ts";
import type { AccountRow } from "../features/accounts/index.ts";
import type { CategoryRow } from "../features/categories/index.ts";
import { dailyQuota } from "../features/generation/index.ts";
import { enqueuePublish } from "../features/scheduler/index.ts";
import type { Context } from "../kernel/context.ts";
import { day } from "../kernel/times.ts";
import { type Content, contentOf, longContent } from "./seed-content.ts";
import { type Seeded, seedGroups } from "./seed-groups.ts";

const hour = 3_600_000;

type NewPost = Pick<
  InferInsertModel<typeof scheduledPosts>,
  "status" | "publish_at" | "published_at" | "started_at" | "error" | "retry_count"
> & { readonly account: AccountRow };

type Item = {
  readonly category: CategoryRow;
  readonly content: Content;
  readonly created: Date;
  readonly pending?: true;
  readonly posts: readonly NewPost[];
};

/** Adds what was published in the last thirty days, what failed, what is due and what waits. */
export const addPosts = (context: Context, seeded: readonly Seeded[], now: Date) =>
  addItems(context, [
    ...publishedItems(seeded, now),
    ...failedItems(seeded, now),
    ...upcomingItems(seeded, now, context.speed),
    ...pendingItems(seeded, now),
  ]);

/** Returns 130 posts over the last thirty days, each content item on every account that takes it. */
function publishedItems(seeded: readonly Seeded[], now: Date): Item[] {
  const items: Item[] = [];
  for (let n = 0, left = 130; left > 0; n++) {
    const { category, targets, turn } = nth(seeded, n);
    const at = now.getTime() - (n + 0.6) * 0.8 * day;
    const posts = targets.slice(0, left).map((account, place): NewPost => {
      const published_at = new Date(at + place * 4 * 60_000);
      return {
        account,
        status: "published",
        publish_at: published_at,
        published_at,
        started_at: published_at,
      };
    });
    left -= posts.length;
    items.push({
      category,
      content: contentOf(category, "published", turn),
      created: new Date(at - day),
      posts,
    });
  }
  return items;
}

/** Returns six failed posts, which fail again on a retry; three of them must be changed first. */
function failedItems(seeded: readonly Seeded[], now: Date): Item[] {
  const failures = [
    [
      0,
      "Saveti za vunu",
      "x_twitter",
      "403 Forbidden: You are not permitted to perform this action.",
      1,
    ],
    [
      1,
      "Jutarnja kafa",
      "bluesky",
      "InvalidRequest: grapheme too big (maximum 300, got 383) at $.record.text",
      0,
    ],
    [1, "Jutarnja kafa", "facebook_page", seedGroups[1]?.accounts[3]?.broken ?? "", 2],
    [
      2,
      "Staze i vrhovi",
      "instagram",
      "(#100) The parameter image_url or video_url is required.",
      0,
    ],
    [1, "Jutarnja kafa", "facebook_page", seedGroups[1]?.accounts[3]?.broken ?? "", 1],
    [1, "Jutarnja kafa", "facebook_page", seedGroups[1]?.accounts[3]?.broken ?? "", 0],
  ] as const;
  return failures.flatMap(([group, name, platform, error, retry_count], n) => {
    const category = seeded[group]?.categories.find((one) => one.name === name);
    const account = seeded[group]?.accounts.find((one) => one.platform_type === platform);
    if (!category || !account) return [];
    const publish_at = new Date(now.getTime() - (n + 1) * 5 * hour);
    const post: NewPost = {
      account,
      status: "failed",
      publish_at,
      started_at: publish_at,
      error,
      retry_count,
    };
    return {
      category,
      content: longContent(category),
      created: new Date(publish_at.getTime() - day),
      posts: [post],
    };
  });
}

/** Returns twelve posts over the next week. */
function upcomingItems(seeded: readonly Seeded[], now: Date, speed: number): Item[] {
  return Array.from({ length: 12 }, (_, n) => {
    const { category, targets, turn } = nth(seeded, n);
    const account = targets[n % targets.length];
    const publish_at = new Date(now.getTime() + ((n * 13 + 2) * hour) / speed);
    const posts: NewPost[] = account ? [{ account, status: "scheduled", publish_at }] : [];
    return {
      category,
      content: contentOf(category, "upcoming", turn),
      created: new Date(now.getTime() - 8 * hour),
      posts,
    };
  });
}

/** Returns seventeen posts that wait for approval, two of them long. */
function pendingItems(seeded: readonly Seeded[], now: Date): Item[] {
  return Array.from({ length: 17 }, (_, n) => {
    const { category, turn } = nth(seeded, n);
    const content = [3, 14].includes(n)
      ? longContent(category)
      : contentOf(category, "pending", turn);
    return {
      category,
      content,
      created: new Date(now.getTime() - (18 - n) * hour),
      pending: true,
      posts: [],
    };
  });
}

/** Returns the active category of this number, with its turn and accounts. Groups alternate. */
function nth(seeded: readonly Seeded[], n: number) {
  const group = seeded[n % seeded.length] ?? { categories: [], accounts: [] };
  const active = group.categories.filter((category) => dailyQuota(category) > 0);
  const place = Math.floor(n / seeded.length);
  const category = active[place % active.length];
  if (!category) throw new Error("Every group of the seed has a category that is not archived.");
  const enabled: readonly string[] | null = category.enabled_platforms;
  const targets = group.accounts.filter(
    ({ is_active, platform_type }) => is_active && (enabled?.includes(platform_type) ?? true),
  );
  return { category, targets, turn: Math.floor(place / active.length) };
}

async function addItems({ db, enqueue }: Context, items: readonly Item[]) {
  const usedAt = ({ posts }: Item) => posts.find(({ published_at }) => published_at)?.published_at;
  const pooled = await db
    .insert(contentItems)
    .values(
      items.map((item) => ({
        ...item.content,
        category_id: item.category.id,
        last_used_at: usedAt(item),
        created_at: item.created,
      })),
    )
    .returning({ id: contentItems.id });
  const queued = await db
    .insert(queueItems)
    .values(
      items.map((item, n) => ({
        ...item.content,
        category_id: item.category.id,
        content_item_id: pooled[n]?.id,
        status: item.pending ? ("pending_approval" as const) : ("approved" as const),
        created_at: item.created,
        updated_at: item.created,
      })),
    )
    .returning({ id: queueItems.id });
  const posts = items.flatMap(({ category, posts }, n) =>
    posts.map(({ account, ...post }) => ({
      ...post,
      queue_item_id: queued[n]?.id ?? 0,
      content_item_id: pooled[n]?.id ?? null,
      group_id: category.group_id,
      category_id: category.id,
      account_id: account.id,
      platform_type: account.platform_type,
      platform_username: account.platform_username,
    })),
  );
  const added = await db.insert(scheduledPosts).values(posts).returning();
  for (const post of added) {
    if (post.status === "scheduled") await enqueuePublish({ enqueue }, post, post.publish_at);
  }
}
