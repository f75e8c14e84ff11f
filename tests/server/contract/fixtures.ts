import { accountsApi } from "@/features/accounts/contract";
import { groupsApi } from "@/features/groups/contract";
import { integrationsApi } from "@/features/integrations/contract";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import type { Documented } from "@/shared/api/docs/documented";
import type { Endpoint, RequestOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import {
  contentItems,
  failedWork,
  queueItems,
  scheduledPosts,
  subscribers,
} from "../../../server/db/schema.ts";
import { insertAccount } from "../../../server/features/accounts/accounts.ts";
import { productApi } from "../../../server/http/api.ts";
import type { Api } from "../../../server/kernel/handler.ts";
import {
  addMailService,
  addSubscribers,
  newsletterBody,
  saveNewsletter,
} from "../features/newsletter/support.ts";
import type { World } from "../world.ts";

/** Creates a new valid request each time, on records of its own. */
type Fixture<E extends Endpoint> = (world: World) => Promise<RequestOf<E>>;

/** Only for calls whose samples do not make a valid request: see `requestOf`. */
type Fixtures<A> = {
  readonly [Slice in keyof A]?: {
    readonly [Name in keyof A[Slice]]?: A[Slice][Name] extends Endpoint
      ? Fixture<A[Slice][Name]>
      : never;
  };
};

export type Asked = {
  readonly params: Readonly<Record<string, Id>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly file: Blob | undefined;
};

/** Returns a new valid request of any call, on records of its own. */
export async function requestOf(world: World, slice: string, name: string): Promise<Asked> {
  const calls = (productApi as Api)[slice] ?? {};
  const endpoint = calls[name];
  if (!endpoint) throw new Error(`There is no call ${slice}.${name}.`);
  // Each entry fits its own call.
  const given = (fixtures as Record<string, Record<string, Fixture<Endpoint>>>)[slice]?.[name];
  const request = given ? await given(world) : await sampleRequest(world, calls, endpoint);
  return {
    params: {},
    query: {},
    body: undefined,
    file: undefined,
    ...(request as Partial<Asked>),
  };
}

/** Returns the samples of a call's docs, with a new name and with the ids of new records. */
async function sampleRequest(world: World, calls: Api[string], { path, sample }: Documented) {
  // The samples of a call depend on the call; here it only matters which there are.
  const { query = {}, body } = sample as Partial<Pick<Asked, "query" | "body">>;
  const params: Record<string, Id> = {};
  for (const [, collection = "", param = ""] of path.matchAll(/([\w-]+)\/\{(\w+)\}/g)) {
    const record = records[param === "id" ? collection : param];
    params[param] = record
      ? await record(world)
      : await addedTo(world, calls, path.slice(0, path.indexOf(`{${param}}`)));
  }
  return {
    params,
    query: "group_id" in query ? { ...query, group_id: await group(world) } : query,
    body: isNamed(body) ? { ...body, name: `${body.name} ${unique()}` } : body,
  };
}

const isNamed = (body: unknown): body is { readonly name: string } =>
  typeof body === "object" && body !== null && "name" in body && typeof body.name === "string";

/** Adds a record by the slice's own call. @returns its id */
async function addedTo(world: World, calls: Api[string], collection: string): Promise<Id> {
  const add = Object.values(calls).find(
    ({ method, path }) => method === "POST" && path === collection,
  );
  if (!add) throw new Error(`Nothing adds to ${collection}: write the request in 'fixtures'.`);
  const request = await sampleRequest(world, calls, add);
  const added: unknown = await world.call(add, request as RequestOf<Endpoint>);
  return (added as { id: Id }).id; // An answer of which `…/{id}` names the record.
}

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

/** Makes a generation fail for good. */
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

/** Returns a new shop each time, so that no test changes the products of another. */
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

/** The records that calls of several slices name in their paths, by collection or parameter. */
const records: Readonly<Record<string, (world: World) => Promise<Id>>> = {
  "account-groups": group,
  group,
  groupId: group,
  accounts: account,
  accountId: account,
  categories: category,
  category,
  categoryId: category,
  "content-items": async (world) => (await contentItem(world, "image")).id,
  "content-queue": async (world) => (await queueItem(world, "pending_approval")).id,
  "scheduled-posts": async (world) => (await post(world, "scheduled")).id,
  subscribers: subscriber,
  integrations: async (world) => (await shop(world)).id,
  shopify: async (world) => (await shop(world)).id,
};

const fixtures: Fixtures<typeof productApi> = {
  media: { upload: async () => ({ file: new Blob([`GIF89a ${unique()}`]) }) },
  groups: {
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
    waitingPosts: async (world) => ({ params: { id: (await post(world, "scheduled")).group } }),
    contents: async (world) => ({ params: { id: (await post(world, "published")).group } }),
    remove: async (world) => ({ params: { id: (await post(world, "scheduled")).group } }),
  },
  accounts: {
    primeSession: async (world) => {
      const added = await world.call(accountsApi.add, {
        params: { id: await group(world) },
        body: { platform_type: "tiktok", platform_username: unique(), credentials: {} },
      });
      return { params: { id: added.id } };
    },
    testPerformanceFetch: async (world) => ({
      params: { accountId: (await post(world, "published")).account },
    }),
  },
  categories: {
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
    edit: async (world) => {
      const { id, updated_at } = await contentItem(world, "image");
      return { params: { id }, body: { title: "Popodne", expected_updated_at: updated_at } };
    },
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
    publish: async (world) => {
      const id = await group(world);
      await account(world, id);
      return {
        body: { account_group_id: id, text_content: "Sutra radimo do 22 h.", image_url: null },
      };
    },
  },
  generation: {
    triggerGroupQuota: async (world) => {
      const id = await group(world);
      await world.addCategory(id);
      return { params: { groupId: id }, query: { generation_type: "image" } };
    },
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
    approve: async (world) => ({
      params: { id: (await queueItem(world, "pending_approval")).id },
      query: { publish_at: "2100-01-01T08:00:00Z" },
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
    reschedule: async (world) => ({
      params: { id: (await post(world, "scheduled")).id },
      body: { publish_at: "2100-01-01T08:00:00Z" },
    }),
    retry: async (world) => ({
      params: { id: (await post(world, "failed")).id },
      query: { confirm_unknown: true },
    }),
  },
  failedWork: {
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
  newsletter: {
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
    mails: async (world) => {
      const groupId = await group(world);
      await saveNewsletter(world, groupId);
      await addSubscribers(world, groupId, 2);
      await world.transaction(({ enqueue }) => enqueue("newsletter", {}));
      await world.runJobs();
      return { params: { groupId }, query: {} };
    },
    sendTest: async (world) => {
      const groupId = await group(world);
      await saveNewsletter(world, groupId);
      return { params: { groupId } };
    },
  },
  integrations: {
    list: async (world) => ({ params: { id: (await shop(world)).group } }),
    add: async (world) => ({ params: { id: await group(world) }, body: shopBody() }),
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
  },
  saleRotator: {
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
