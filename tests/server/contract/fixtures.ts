import { accountsApi } from "@/features/accounts/contract";
import { groupsApi } from "@/features/groups/contract";
import { integrationsApi } from "@/features/integrations/contract";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import type { Endpoint, RequestOf } from "@/shared/api/endpoint";
import {
  contentItems,
  failedWork,
  memeTemplates,
  products,
  queueItems,
  scheduledPosts,
  subscribers,
} from "../../../server/db/schema.ts";
import { insertAccount } from "../../../server/features/accounts/accounts.ts";
import type { productApi } from "../../../server/http/api.ts";
import {
  addMailService,
  addSubscribers,
  newsletterBody,
  saveNewsletter,
} from "../features/newsletter/support.ts";
import type { World } from "../world.ts";

/** Creates a new valid request each time, on records of its own. */
type Fixture<E extends Endpoint> = (world: World) => Promise<RequestOf<E>>;

/** One for every call of the product: a declared call that is missing here does not compile. */
type Fixtures<A> = {
  readonly [Slice in keyof A]: {
    readonly [Name in keyof A[Slice]]: A[Slice][Name] extends Endpoint
      ? Fixture<A[Slice][Name]>
      : never;
  };
};

const unique = () => crypto.randomUUID().slice(0, 8);

const group = (world: World) => world.addGroup(`Grupa ${unique()}`);
const account = async (world: World, groupId?: number) =>
  world.addAccount(groupId ?? (await group(world)), `${unique()}.bsky.social`);
const category = async (world: World) => world.addCategory(await group(world));

async function queueItem(world: World, status: "pending_approval" | "approved") {
  const category_id = await category(world);
  const [item] = await world.database.db
    .insert(queueItems)
    .values({ category_id, status, text_content: "Čaj, ćebe i dobra knjiga." })
    .returning();
  if (!item) throw new Error("The item was not kept.");
  return item;
}

async function post(world: World, status: "scheduled" | "failed" | "published") {
  const groupId = await group(world);
  const account_id = await account(world, groupId);
  const item = await queueItem(world, "approved");
  const at = world.clock.now();
  const [row] = await world.database.db
    .insert(scheduledPosts)
    .values({
      queue_item_id: item.id,
      group_id: groupId,
      category_id: item.category_id,
      account_id,
      platform_type: "bluesky",
      platform_username: "zimska.bsky.social",
      status,
      publish_at: at,
      ...(status === "published" && { published_at: at, external_id: "sandbox_1" }),
    })
    .returning({ id: scheduledPosts.id, account: scheduledPosts.account_id });
  if (!row) throw new Error("The post was not kept.");
  return { id: row.id, account: account_id, group: groupId };
}

/** A generation that failed for good. */
async function failedGeneration(world: World) {
  const data = {
    taskId: unique(),
    categoryId: await category(world),
    count: 1,
    type: "text",
  } as const;
  const [row] = await world.database.db
    .insert(failedWork)
    .values({
      job_id: crypto.randomUUID(),
      job: "generate",
      data,
      singleton_key: unique(),
      about: "1 text post for Zima",
      cause: "There was no answer in time.",
      failed_at: world.clock.now(),
    })
    .returning({ id: failedWork.id });
  return row?.id ?? 0;
}

const templateBody = () => ({
  name: `Šablon ${unique()}`,
  template_image_url: "https://cdn.example.com/memes/dva-dugmeta.png",
  usage_explanation: "Two buttons with one wish each.",
  humor_explanation: "Both wishes are right.",
  is_active: true,
});
const productBody = () => ({
  name: `Proizvod ${unique()}`,
  product_image_url: "https://cdn.example.com/products/sal.jpg",
  description: "A hand-knitted scarf.",
  call_to_action_url: "https://shop.example.com/sal",
  is_active: true,
});

async function template(world: World) {
  const [row] = await world.database.db.insert(memeTemplates).values(templateBody()).returning();
  return row?.id ?? 0;
}

async function product(world: World) {
  const [row] = await world.database.db.insert(products).values(productBody()).returning();
  return row?.id ?? 0;
}

async function subscriber(world: World) {
  const [row] = await world.database.db
    .insert(subscribers)
    .values({ group_id: await group(world), email: `${unique()}@example.com` })
    .returning();
  return row?.id ?? 0;
}

async function contentItem(
  world: World,
  media_type: "image" | "video",
  last_used_at: Date | null = null,
) {
  const groupId = await group(world);
  const imageUrl = "/media/sandbox/abc1234.svg";
  const [item] = await world.database.db
    .insert(contentItems)
    .values({
      category_id: await world.addCategory(groupId),
      text_content: "Čaj, ćebe i dobra knjiga.",
      media_type,
      last_used_at,
      ...(media_type === "image"
        ? { image_url: imageUrl }
        : { video_url: "/media/sandbox/clip.mp4", thumbnail_url: imageUrl }),
    })
    .returning();
  if (!item) throw new Error("The item was not kept.");
  return { id: item.id, group: groupId, updated_at: item.updated_at.toISOString() };
}

async function shop(world: World) {
  const groupId = await group(world);
  const { id } = await world.call(integrationsApi.add, {
    params: { id: groupId },
    body: shopBody(),
  });
  return { id, group: groupId };
}

/** A new shop each time, so that no test changes the products of another. */
const shopBody = () => ({
  platform: "shopify" as const,
  store_name: `${unique()}.myshopify.com`,
  credentials: {
    api_key: "sandbox-api-key",
    password: "sandbox-access-token",
    webhook_secret: "sandbox-webhook-secret",
  },
});

const saleBody = {
  is_active: true,
  rotator_count: 3,
  rotator_no_change_count: 2,
  print_count: 1,
  cooldown_days: 14,
  rotator_discount_percent: 20,
  print_discount_percent: 15,
  sale_tag: "sale",
};

async function rotating(world: World) {
  const { group: groupId } = await shop(world);
  await world.call(saleRotatorApi.saveSettings, { params: { groupId }, body: saleBody });
  return groupId;
}

const credentials = { identifier: "zimska.bsky.social", password: "abcd-efgh-ijkl-mnop" };
const nothing = async () => ({});

export const fixtures: Fixtures<typeof productApi> = {
  media: { upload: async () => ({ file: new Blob([`GIF89a ${unique()}`]) }) },
  groups: {
    list: nothing,
    create: async () => ({ body: { name: `Nova ${unique()}`, description: "Jakne i duksevi." } }),
    change: async (world) => ({
      params: { id: await group(world) },
      body: { focus_media_type: "video", logo_url: "/logos/zima.png" },
    }),
    setMascot: async (world) => ({
      params: { id: await group(world) },
      body: { ai_mascot_image_path: "/mascots/zimko.png", ai_mascot_description: "Zimko." },
    }),
    setProxy: async (world) => ({
      params: { id: await group(world) },
      body: {
        proxy_server: "http://proxy.example.com:8080",
        proxy_username: "zimska",
        proxy_password: "correct-horse",
      },
    }),
    testProxy: async (world) => {
      const id = await group(world);
      const body = {
        proxy_server: "http://proxy.example.com:8080",
        proxy_username: "zimska",
        proxy_password: "correct-horse",
      };
      await world.call(groupsApi.setProxy, { params: { id }, body });
      return { params: { id } };
    },
    setSlots: async (world) => ({
      params: { id: await group(world) },
      body: {
        publishing_times: {
          monday: ["09:00", "17:30"],
          tuesday: ["09:00"],
          wednesday: [],
          thursday: [],
          friday: ["23:59"],
          saturday: ["00:00"],
          sunday: [],
        },
        time_zone: "Europe/Belgrade",
        notice_minutes: 10,
      },
    }),
    waitingPosts: async (world) => ({ params: { id: (await post(world, "scheduled")).group } }),
    pause: async (world) => ({ params: { id: await group(world) } }),
    resume: async (world) => ({ params: { id: await group(world) } }),
    rename: async (world) => ({
      params: { id: await group(world) },
      body: { name: `Druga ${unique()}` },
    }),
    contents: async (world) => ({ params: { id: (await post(world, "published")).group } }),
    remove: async (world) => ({ params: { id: (await post(world, "scheduled")).group } }),
  },
  accounts: {
    list: async (world) => ({ params: { id: await group(world) } }),
    add: async (world) => ({
      params: { id: await group(world) },
      body: { platform_type: "bluesky", platform_username: `${unique()}.bsky.social`, credentials },
    }),
    test: async (world) => ({ params: { id: await account(world) } }),
    clearCredentials: async (world) => ({ params: { id: await account(world) } }),
    setCredentials: async (world) => ({
      params: { id: await account(world) },
      body: { credentials },
    }),
    primeSession: async (world) => {
      const added = await world.call(accountsApi.add, {
        params: { id: await group(world) },
        body: { platform_type: "tiktok", platform_username: unique(), credentials: {} },
      });
      return { params: { id: added.id } };
    },
    backfillPerformance: async (world) => ({ params: { accountId: await account(world) } }),
    testPerformanceFetch: async (world) => ({
      params: { accountId: (await post(world, "published")).account },
    }),
    remove: async (world) => ({ params: { id: await account(world) } }),
  },
  categories: {
    list: async (world) => ({ params: { id: await group(world) } }),
    add: async (world) => ({
      params: { id: await group(world) },
      body: {
        name: `Kategorija ${unique()}`,
        category_type: "sales",
        image_posts_per_day: 1,
        video_posts_per_day: 0,
        text_posts_per_day: 2,
        daily_generation_active: true,
        category_prompt: "Kratko i toplo.",
        shopify_sales_channel: "Online Store",
        shopify_product_tag: "zima",
      },
    }),
    change: async (world) => ({
      params: { id: await category(world) },
      body: {
        name: `Promenjena ${unique()}`,
        category_type: "weekly_sale",
        image_posts_per_day: 2,
        video_posts_per_day: 1,
        text_posts_per_day: 0,
        daily_generation_active: false,
        category_prompt: null,
        auto_approve_content_types: { text: true, image: false, video: false },
        use_ai_mascot: true,
        shopify_sales_channel: "Online Store",
        shopify_product_tag: null,
        enabled_platforms: ["bluesky", "reddit"],
        reddit_settings: {
          subreddits: ["r/serbia", "hiking"],
          flairs: [{ subreddit: "hiking", id: "2f5e1c3a", text: "Trip report" }],
        },
      },
    }),
    contents: async (world) => ({ params: { id: await category(world) } }),
    remove: async (world) => ({ params: { id: await category(world) } }),
    redditFlairs: async (world) => {
      const group_id = await group(world);
      await insertAccount(world.database.db, world.ports.secrets, {
        group_id,
        platform_type: "reddit",
        platform_username: "zimska",
        credentials: { refresh_token: "sandbox-refresh-token" },
        is_active: true,
      });
      return { params: { subreddit: "hiking" }, query: { group_id } };
    },
  },
  content: {
    list: async (world) => ({
      params: { id: await category(world) },
      query: { is_active: true, only_unused: true, media_type: "image", skip: 0, limit: 10 },
    }),
    add: async (world) => ({
      params: { id: await category(world) },
      body: {
        text_content: "Savršeno popodne.",
        title: "Popodne",
        reddit_title: "Šta vama treba?",
        reddit_body: "Nama čaj.",
        image_url: "https://cdn.example.com/caj.jpg",
        image_prompt: "A cup of tea",
      },
    }),
    edit: async (world) => {
      const { id, updated_at } = await contentItem(world, "image");
      return { params: { id }, body: { title: "Popodne", expected_updated_at: updated_at } };
    },
    convertToVideo: async (world) => ({ params: { id: (await contentItem(world, "image")).id } }),
    reconvertVideo: async (world) => ({ params: { id: (await contentItem(world, "video")).id } }),
    clearLastUsed: async (world) => ({
      params: { id: (await contentItem(world, "image", new Date(0))).id },
    }),
    postNow: async (world) => {
      const item = await contentItem(world, "image");
      return {
        params: { id: item.id },
        body: {
          social_account_ids: [await account(world, item.group), await account(world, item.group)],
        },
      };
    },
    unsettledPosts: async (world) => ({
      params: { id: (await contentItem(world, "image")).id },
    }),
    remove: async (world) => ({ params: { id: (await contentItem(world, "image")).id } }),
    publish: async (world) => {
      const id = await group(world);
      await account(world, id);
      return {
        body: { account_group_id: id, text_content: "Sutra radimo do 22 h.", image_url: null },
      };
    },
  },
  generation: {
    status: async (world) => ({ query: { group_id: await group(world) } }),
    trigger: async (world) => ({
      params: { categoryId: await category(world) },
      query: { num_posts: 1, type: "image" },
    }),
    triggerGroupQuota: async (world) => {
      const id = await group(world);
      await world.addCategory(id);
      return { params: { groupId: id }, query: { generation_type: "image" } };
    },
    fillCategoryQuota: async (world) => ({ params: { id: await category(world) } }),
    fillGroupQuota: async (world) => {
      const id = await group(world);
      await world.addCategory(id);
      return { params: { id } };
    },
    generateAndApprove: async (world) => {
      const id = await group(world);
      return {
        body: {
          account_group_id: id,
          content_category_id: await world.addCategory(id),
          text_content: "Nova kolekcija je stigla.",
          prompt: "A folded wool jacket",
        },
      };
    },
  },
  queue: {
    list: async () => ({ query: { status: "pending_approval", skip: 0, limit: 5 } }),
    counts: async (world) => ({ query: { group_id: await group(world) } }),
    approve: async (world) => ({
      params: { id: (await queueItem(world, "pending_approval")).id },
      query: { publish_at: "2100-01-01T08:00:00Z" },
    }),
    reject: async (world) => ({ params: { id: (await queueItem(world, "pending_approval")).id } }),
    detail: async (world) => ({
      params: { id: (await queueItem(world, "pending_approval")).id },
    }),
    edit: async (world) => {
      const item = await queueItem(world, "pending_approval");
      const expected_updated_at = item.updated_at.toISOString();
      return {
        params: { id: item.id },
        body: { text_content: "Čaj i knjiga.", expected_updated_at },
      };
    },
    reopen: async (world) => ({ params: { id: (await queueItem(world, "approved")).id } }),
  },
  scheduler: {
    upcoming: async () => ({ query: { skip: 0, limit: 5 } }),
    status: async (world) => ({ query: { group_id: await group(world) } }),
    detail: async (world) => ({ params: { id: (await post(world, "scheduled")).id } }),
    nextSlot: async (world) => ({ params: { id: (await post(world, "scheduled")).id } }),
    reschedule: async (world) => ({
      params: { id: (await post(world, "scheduled")).id },
      body: { publish_at: "2100-01-01T08:00:00Z" },
    }),
    cancel: async (world) => ({ params: { id: (await post(world, "scheduled")).id } }),
    publishNow: async (world) => ({ params: { id: (await post(world, "scheduled")).id } }),
    retry: async (world) => ({
      params: { id: (await post(world, "failed")).id },
      query: { confirm_unknown: true },
    }),
    planPreview: nothing,
    runDailyPlanner: nothing,
    clearFailed: async () => ({ query: { include_unknown: false } }),
    clearScheduled: nothing,
  },
  activity: {
    list: async (world) => ({ query: { group_id: await group(world), kind: "settings" } }),
    people: nothing,
  },
  failedWork: {
    list: nothing,
    runAgain: async (world) => ({ params: { id: await failedGeneration(world) } }),
  },
  performance: {
    list: async (world) => ({
      query: {
        sortBy: "engagement_rate",
        sortOrder: "asc",
        limit: 10,
        group_id: (await post(world, "published")).group,
      },
    }),
    detail: async (world) => ({ params: { id: (await post(world, "published")).id } }),
    byCategory: async (world) => ({
      query: { group_id: (await post(world, "published")).group },
    }),
    refreshInstagram: async (world) => {
      const id = await group(world);
      await world.call(accountsApi.add, {
        params: { id },
        body: {
          platform_type: "instagram",
          platform_username: unique(),
          credentials: { instagram_user_id: "1784", access_token: "sandbox-token" },
        },
      });
      return { params: { groupId: id } };
    },
  },
  memeTemplates: {
    list: nothing,
    add: async () => ({ body: templateBody() }),
    update: async (world) => ({ params: { id: await template(world) }, body: templateBody() }),
    remove: async (world) => ({ params: { id: await template(world) } }),
  },
  products: {
    list: nothing,
    add: async () => ({ body: productBody() }),
    update: async (world) => ({ params: { id: await product(world) }, body: productBody() }),
    remove: async (world) => ({ params: { id: await product(world) } }),
  },
  newsletter: {
    settings: async (world) => ({ params: { groupId: await group(world) } }),
    saveSettings: async (world) => {
      const groupId = await group(world);
      return { params: { groupId }, body: await newsletterBody(world, groupId) };
    },
    subscribers: async (world) => {
      const groupId = await group(world);
      const rows = ["a", "b"].map((name) => ({ group_id: groupId, email: `${name}@example.com` }));
      await world.database.db.insert(subscribers).values(rows);
      return { params: { groupId } };
    },
    addSubscriber: async (world) => ({
      params: { groupId: await group(world) },
      body: { email: `${unique()}@example.com`, name: "Đorđe" },
    }),
    mails: async (world) => {
      const groupId = await group(world);
      await saveNewsletter(world, groupId);
      await addSubscribers(world, groupId, 2);
      await world.transaction(({ enqueue }) => enqueue("newsletter", {}));
      await world.runJobs();
      return { params: { groupId }, query: {} };
    },
    removeSubscriber: async (world) => ({ params: { id: await subscriber(world) } }),
    sendTest: async (world) => {
      const groupId = await group(world);
      await saveNewsletter(world, groupId);
      return { params: { groupId } };
    },
  },
  integrations: {
    list: async (world) => ({ params: { id: (await shop(world)).group } }),
    all: nothing,
    add: async (world) => ({ params: { id: await group(world) }, body: shopBody() }),
    remove: async (world) => ({ params: { id: (await shop(world)).id } }),
    copy: async (world) => ({
      body: {
        source_integration_id: (await shop(world)).id,
        target_group_id: await group(world),
      },
    }),
    test: async (world) => ({
      params: { id: await addMailService(world, await group(world)) },
    }),
    adAccounts: async () => ({ body: { user_access_token: `EAAGsandbox${unique()}token1234` } }),
    syncProducts: async (world) => ({ params: { id: (await shop(world)).id } }),
  },
  saleRotator: {
    settings: async (world) => ({ params: { groupId: await group(world) } }),
    saveSettings: async (world) => ({ params: { groupId: await group(world) }, body: saleBody }),
    trigger: async (world) => ({
      params: { groupId: await rotating(world) },
      query: { dry_run: false },
    }),
    restore: async (world) => ({
      params: { groupId: await rotating(world) },
      query: { dry_run: false },
    }),
    triggerStep: async (world) => {
      const groupId = await rotating(world);
      const begun = await world.call(saleRotatorApi.triggerStep, {
        params: { groupId },
        body: null,
      });
      return {
        params: { groupId },
        body: {
          updates: begun.remaining_updates ?? [],
          removals: begun.remaining_removals ?? [],
        },
      };
    },
    stop: async (world) => ({ params: { groupId: await rotating(world) }, query: {} }),
  },
};
