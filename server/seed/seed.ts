import { eq, type InferInsertModel } from "drizzle-orm";
import { type PlatformType, platforms } from "@/entities/account/platforms";
import { clipUrl } from "../adapters/sandbox/clip.ts";
import { sandboxImageUrl } from "../adapters/sandbox/image-model.ts";
import { sandboxFigures } from "../adapters/sandbox/metrics.ts";
import { phrases } from "../adapters/sandbox/phrases.ts";
import { hashOf } from "../adapters/sandbox/random.ts";
import { subredditOf } from "../adapters/sandbox/subreddits.ts";
import { sandboxText, themeOf, titleOf } from "../adapters/sandbox/text-model.ts";
import {
  categories,
  contentItems,
  groups,
  memeTemplates,
  metricsSnapshots,
  products,
  queueItems,
  scheduledPosts,
} from "../db/schema.ts";
import type { AccountRow } from "../features/accounts/index.ts";
import { insertAccount } from "../features/accounts/index.ts";
import type { CategoryRow } from "../features/categories/index.ts";
import { dailyQuota } from "../features/generation/index.ts";
import { measuredAtAge, nextMeasurement } from "../features/measurements/index.ts";
import { engagementRate } from "../features/performance/index.ts";
import { enqueuePublish } from "../features/scheduler/index.ts";
import type { Context } from "../kernel/context.ts";
import { day } from "../kernel/times.ts";
import { seedMemeTemplates, seedProducts } from "./seed-catalog.ts";
import { type SeedGroup, seedGroups } from "./seed-groups.ts";
import { addIntegrations } from "./seed-integrations.ts";
import { addNewsletter } from "./seed-newsletter.ts";
import { addSale } from "./seed-sale.ts";

const hour = 3_600_000;

type Content = Pick<
  InferInsertModel<typeof queueItems>,
  | "text_content"
  | "title"
  | "reddit_title"
  | "image_prompt"
  | "image_url"
  | "video_url"
  | "thumbnail_url"
  | "media_type"
>;
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
type Seeded = { readonly categories: CategoryRow[]; readonly accounts: AccountRow[] };

/**
 * Fills an empty database with groups and a month of activity. Everything except the times is
 * deterministic. Returns false if there are groups already. Must run in a transaction.
 */
export async function seedIfEmpty(context: Context): Promise<boolean> {
  const { db, ports } = context;
  const [group] = await db.select({ id: groups.id }).from(groups).limit(1);
  if (group) return false;
  const now = ports.clock.now();
  const seeded: Seeded[] = [];
  for (const seed of seedGroups) seeded.push(await addGroup(context, seed, now));
  await addPool(context, seeded, now);
  await addItems(context, [
    ...publishedItems(seeded, now),
    ...failedItems(seeded, now),
    ...upcomingItems(seeded, now, context.speed),
    ...pendingItems(seeded, now),
  ]);
  await measurePosts(context, now);
  await addCatalog(context, now);
  await addIntegrations(context, new Date(now.getTime() - 40 * day));
  await addNewsletter(context, new Date(now.getTime() - 30 * day));
  await addSale(context, new Date(now.getTime() - 30 * day));
  return true;
}

/** The names of the credentials of a connected account. */
const credentialsOf = (platform: PlatformType) => {
  const { connects, fields } = platforms[platform];
  return connects === "oauth" ? ["refresh_token"] : fields.map(({ name }) => name);
};

async function addGroup({ db, ports }: Context, seed: SeedGroup, now: Date): Promise<Seeded> {
  const created_at = new Date(now.getTime() - 40 * day);
  const { name, description, mascot: ai_mascot_description } = seed;
  const logo_url = sandboxImageUrl(`logo:${name}`);
  const [group] = await db
    .insert(groups)
    .values({ name, description, logo_url, ai_mascot_description, created_at })
    .returning({ id: groups.id });
  const group_id = group?.id ?? 0;
  const addedAccounts: AccountRow[] = [];
  for (const { platform, username, broken } of seed.accounts) {
    const credentials = Object.fromEntries(
      credentialsOf(platform).map((name) => [name, `sandbox-${name}`]),
    );
    const added = await insertAccount(db, ports.secrets, {
      group_id,
      platform_type: platform,
      platform_username: username,
      credentials,
      is_active: broken === undefined,
      last_known_error: broken ?? null,
      last_test: broken === undefined ? "passed" : "failed",
      session_primed_at: platforms[platform].connects === "session" ? created_at : null,
      created_at,
    });
    if (added) addedAccounts.push(added);
  }
  const addedCategories = await db
    .insert(categories)
    .values(
      seed.categories.map((category) => ({
        group_id,
        name: category.name,
        category_type: category.type,
        image_posts_per_day: category.images,
        video_posts_per_day: category.videos ?? 0,
        text_posts_per_day: category.texts,
        category_prompt: category.prompt,
        shopify_sales_channel: "Online Store",
        shopify_product_tag: category.tag ?? null,
        enabled_platforms: category.platforms ? [...category.platforms] : null,
        use_ai_mascot: category.mascot ?? false,
        reddit_settings: redditSettings(category.subreddits ?? []),
        created_at,
      })),
    )
    .returning();
  return { categories: addedCategories, accounts: addedAccounts };
}

/** Reddit settings with a flair for every subreddit that offers flairs. */
const redditSettings = (subreddits: readonly string[]) => ({
  subreddits: [...subreddits],
  flairs: subreddits.flatMap((subreddit) => {
    const flair = subredditOf(subreddit).flairs.find(({ modOnly }) => !modOnly);
    return flair ? { subreddit, id: flair.id, text: flair.text } : [];
  }),
});

async function addCatalog({ db }: Context, now: Date) {
  const created_at = new Date(now.getTime() - 40 * day);
  await db.insert(memeTemplates).values(
    seedMemeTemplates.map((template) => ({
      ...template,
      template_image_url: sandboxImageUrl(`meme:${template.name}`),
      created_at,
    })),
  );
  await db.insert(products).values(
    seedProducts.map((product) => ({
      ...product,
      product_image_url: sandboxImageUrl(`product:${product.name}`),
      created_at,
    })),
  );
}

/** Unused content, some of it inactive. */
async function addPool({ db }: Context, seeded: readonly Seeded[], now: Date) {
  const rows = seeded.flatMap((group) =>
    group.categories.flatMap((category, place) =>
      Array.from({ length: 5 + ((place * 3) % 7) }, (_, n) => ({
        ...contentOf(category, "pool", n),
        category_id: category.id,
        is_active: dailyQuota(category) > 0 && n % 6 !== 5,
        created_at: new Date(now.getTime() - (20 - n) * day),
      })),
    ),
  );
  await db.insert(contentItems).values(rows);
}

/** 130 posts over the last thirty days, each content item on every account that takes it. */
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

/** Six failed posts, which fail again on a retry; three of them must be changed first. */
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

/** Twelve posts over the next week. */
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

/** Seventeen posts that wait for approval, two of them long. */
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

/**
 * The n-th category that is not archived, alternating between the groups, with its turn and
 * accounts.
 */
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

/** Every third is a video and every second a text, if the category has a quota for them. */
function contentOf(category: CategoryRow, purpose: string, turn: number): Content {
  const { name, category_type: type, category_prompt: prompt } = category;
  const taskId = `seed:${purpose}:${name}`;
  const video = category.video_posts_per_day > 0 && turn % 3 === 0;
  const text =
    category.text_posts_per_day > 0 && (category.image_posts_per_day === 0 || turn % 2 === 1);
  const order = {
    category: { name, type, prompt },
    taskId,
    turn,
    withImage: !text,
    recentPosts: [],
    limits: [],
  };
  const written = sandboxText(order);
  const imageUrl = text ? null : sandboxImageUrl(`${taskId}:${turn}`);
  return {
    text_content: written.text,
    title: written.title,
    reddit_title: written.title,
    image_prompt: written.imagePrompt,
    ...(video
      ? { video_url: clipUrl, thumbnail_url: imageUrl, media_type: "video" }
      : { image_url: imageUrl, media_type: imageUrl === null ? null : "image" }),
  };
}

/** A text without media that exceeds the limit of some platforms. */
function longContent({ name, category_prompt }: CategoryRow): Content {
  const texts = phrases[themeOf(`${name} ${category_prompt}`)].evergreen.sr;
  const text = texts.reduce((longest, one) => (one.length > longest.length ? one : longest));
  return { text_content: text, title: titleOf(text), reddit_title: titleOf(text) };
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

/** Adds the URL, the figures and the snapshots so far of every published post. */
async function measurePosts({ db, speed }: Context, now: Date) {
  const published = await db
    .select({ post: scheduledPosts, media: queueItems.media_type })
    .from(scheduledPosts)
    .innerJoin(queueItems, eq(queueItems.id, scheduledPosts.queue_item_id))
    .where(eq(scheduledPosts.status, "published"));
  const grown: InferInsertModel<typeof metricsSnapshots>[] = [];
  for (const { post, media } of published) {
    const { id, platform_type: platform, published_at: publishedAt } = post;
    if (!publishedAt) continue;
    const externalId = `sandbox_${hashOf(`${platform}:${id}`)}`;
    const measured = { id, externalId, publishedAt, video: media === "video" };
    const ages = agesUntil(now.getTime() - publishedAt.getTime());
    const next = nextMeasurement(publishedAt, ages.length - 1, now, speed);
    const newest = ages.at(-1) ?? 0;
    const figures = sandboxFigures({ platform }, measured, newest);
    const at = (age: number) => new Date(publishedAt.getTime() + age);
    await db
      .update(scheduledPosts)
      .set({
        ...figures,
        engagement_rate: engagementRate(figures),
        measured_at: at(newest),
        measurements: next?.round ?? ages.length,
        measure_at: next?.at ?? null,
        external_id: externalId,
        published_post_url: `/sandbox/posts/${id}`,
      })
      .where(eq(scheduledPosts.id, id));
    for (const age of ages) {
      grown.push({
        post_id: id,
        snapshot_time: at(age),
        raw_data: sandboxFigures({ platform }, measured, age),
      });
    }
  }
  await db.insert(metricsSnapshots).values(grown);
}

function agesUntil(age: number): number[] {
  const ages: number[] = [];
  for (let round = 0; ; round++) {
    const next = measuredAtAge(round);
    if (next === undefined || next > age) return ages;
    ages.push(next);
  }
}
