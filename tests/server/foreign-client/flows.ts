import createClient, { type Client } from "openapi-fetch";
import { expect } from "vitest";
import type { paths } from "./generated/openapi-types.ts";

/** The world beside the API: time passes, background work runs and fails. */
export type World = {
  readonly fetch: typeof globalThis.fetch;
  readonly origin: string;
  readonly token: string;
  readonly runJobs: () => Promise<unknown>;
  /** Makes a generation for this category fail for good. */
  readonly failGeneration: (categoryId: string | number) => Promise<unknown>;
};

type Api = Client<paths>;

/** Returns the API as its OpenAPI document describes it: nothing else of the project is known here. */
export const clientOf = ({ fetch, origin, token }: World): Api =>
  createClient<paths>({
    baseUrl: origin,
    fetch,
    headers: { Authorization: `Bearer ${token}` },
  });

type Answer<Data> = { data?: Data; error?: unknown; response: Response };

/** Returns the data of an answer; throws if the call was refused. */
async function done<Data>(answer: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await answer;
  if (data === undefined || data === null) {
    throw new Error(`${response.url}: ${response.status} ${JSON.stringify(error)}`);
  }
  return data;
}

/** Throws if a call whose answer has no body was refused. */
async function succeeded({ error, response }: Answer<unknown>) {
  expect(error).toBeUndefined();
  expect(response.status).toBe(204);
}

const groups = "/api/v1/publishing/account-groups";

const addGroup = (api: Api, name = "Zima") => done(api.POST(groups, { body: { name } }));

const addAccount = async (api: Api, groupId: string | number) =>
  done(
    api.POST(`${groups}/{id}/accounts`, {
      params: { path: { id: groupId } },
      body: {
        platform_type: "bluesky",
        platform_username: "zima.bsky.social",
        credentials: { identifier: "zima.bsky.social", password: "abcd-efgh-ijkl-mnop" },
      },
    }),
  );

const addCategory = async (api: Api, groupId: string | number) =>
  done(
    api.POST(`${groups}/{id}/categories`, {
      params: { path: { id: groupId } },
      body: {
        name: "Saveti",
        category_type: "evergreen",
        image_posts_per_day: 0,
        video_posts_per_day: 0,
        text_posts_per_day: 1,
        daily_generation_active: true,
      },
    }),
  );

/** Adds a group with an account and one generated post that waits for approval. */
async function addPendingPost(api: Api, { runJobs }: World) {
  const group = await addGroup(api);
  const account = await addAccount(api, group.id);
  const category = await addCategory(api, group.id);
  await done(
    api.POST("/api/v1/admin/content-generation/trigger/{categoryId}", {
      params: { path: { categoryId: category.id }, query: { num_posts: 1, type: "text" } },
    }),
  );
  await runJobs();
  const [post] = await queueOf(api, group.id, "pending_approval");
  if (!post) throw new Error("Nothing was generated.");
  return { group, account, category, post };
}

const queueOf = (api: Api, group_id: string | number, status: "pending_approval" | "approved") =>
  done(api.GET("/api/v1/publishing/content-queue", { params: { query: { status, group_id } } }));

const scheduledOf = (api: Api, group_id: string | number) =>
  done(api.GET("/api/v1/publishing/scheduled-posts", { params: { query: { group_id } } }));

async function addScheduledPost(api: Api, world: World) {
  const pending = await addPendingPost(api, world);
  const path = { id: pending.post.id };
  await done(api.POST("/api/v1/publishing/content-queue/{id}/approve", { params: { path } }));
  const [scheduled] = await scheduledOf(api, pending.group.id);
  if (!scheduled) throw new Error("Nothing was scheduled.");
  return { ...pending, scheduled };
}

const addMailService = (api: Api, groupId: string | number) =>
  done(
    api.POST(`${groups}/{id}/integrations`, {
      params: { path: { id: groupId } },
      body: {
        platform: "amazon_ses",
        store_name: "novosti@zima.example.com",
        credentials: {
          aws_access_key_id: "sandbox-id",
          aws_secret_access_key: "sandbox-secret",
          aws_region: "eu-central-1",
        },
      },
    }),
  );

/**
 * For each slice something is written, and its effect is read with another call. A slice that is not here
 * gets its flow from the document's example.
 */
export const flows: Readonly<Record<string, (api: Api, world: World) => Promise<void>>> = {
  groups: async (api) => {
    const { id } = await addGroup(api, "Jesen");
    const params = { path: { id } };
    await done(api.PATCH(`${groups}/{id}`, { params, body: { focus_media_type: "video" } }));
    const all = await done(api.GET(groups));
    expect(all.find((group) => group.id === id)).toMatchObject({
      name: "Jesen",
      focus_media_type: "video",
      integrations: [],
    });
  },

  accounts: async (api) => {
    const group = await addGroup(api);
    const account = await addAccount(api, group.id);
    const params = { path: { id: group.id } };
    const list = () => done(api.GET(`${groups}/{id}/accounts`, { params }));
    expect((await list()).map(({ id, platform_username }) => [id, platform_username])).toEqual([
      [account.id, "zima.bsky.social"],
    ]);
    const path = { id: account.id };
    await succeeded(await api.DELETE("/api/v1/publishing/accounts/{id}", { params: { path } }));
    expect(await list()).toEqual([]);
  },

  categories: async (api) => {
    const group = await addGroup(api);
    const { id } = await addCategory(api, group.id);
    await done(
      api.PATCH("/api/v1/publishing/categories/{id}", {
        params: { path: { id } },
        body: { reddit_settings: { subreddits: ["knitting"], flairs: ["abc"] } },
      }),
    );
    const [category] = await done(
      api.GET(`${groups}/{id}/categories`, { params: { path: { id: group.id } } }),
    );
    const flairs = category?.reddit_settings?.flairs.map((flair) =>
      typeof flair === "string" ? flair : flair.id,
    );
    expect([category?.name, flairs]).toEqual(["Saveti", ["abc"]]);
  },

  content: async (api) => {
    const group = await addGroup(api);
    const category = await addCategory(api, group.id);
    const items = "/api/v1/publishing/categories/{id}/items";
    const params = { path: { id: category.id } };
    const item = await done(
      api.POST(items, { params, body: { text_content: "Čaj i ćebe.", image_url: null } }),
    );
    await done(
      api.PATCH("/api/v1/publishing/content-items/{id}", {
        params: { path: { id: item.id } },
        body: { is_active: false, expected_updated_at: item.updated_at ?? null },
      }),
    );
    const inactive = await done(
      api.GET(items, { params: { ...params, query: { is_active: false, limit: 10 } } }),
    );
    expect(inactive.map(({ text_content }) => text_content)).toEqual(["Čaj i ćebe."]);
  },

  generation: async (api, world) => {
    const { group, post } = await addPendingPost(api, world);
    expect(post.text_content).toBeTruthy();
    const { group_name, categories } = await done(
      api.GET("/api/v1/admin/content-generation/status", {
        params: { query: { group_id: group.id } },
      }),
    );
    expect(group_name).toBe("Zima");
    expect(categories.map(({ category_name }) => category_name)).toEqual(["Saveti"]);
  },

  queue: async (api, world) => {
    const { group, account, post } = await addPendingPost(api, world);
    const approved = await done(
      api.POST("/api/v1/publishing/content-queue/{id}/approve", {
        params: {
          path: { id: post.id },
          query: { social_account_ids: String(account.id) },
          header: { "Idempotency-Key": crypto.randomUUID() },
        },
      }),
    );
    expect(approved.posts?.map(({ social_account_id }) => social_account_id)).toEqual([account.id]);
    expect((await queueOf(api, group.id, "approved")).map(({ id }) => id)).toEqual([post.id]);
    expect(await queueOf(api, group.id, "pending_approval")).toEqual([]);
  },

  scheduler: async (api, world) => {
    const { group, scheduled } = await addScheduledPost(api, world);
    const post = "/api/v1/publishing/scheduled-posts/{id}";
    const params = { path: { id: scheduled.id } };
    const publish_at = new Date(Date.now() + 2 * 86_400_000).toISOString();
    await done(api.PATCH(post, { params, body: { publish_at } }));
    const moved = await done(api.GET(post, { params }));
    expect(Date.parse(moved.publish_at ?? "")).toBe(Date.parse(publish_at));
    await succeeded(await api.DELETE(post, { params }));
    expect(await scheduledOf(api, group.id)).toEqual([]);
  },

  activity: async (api, world) => {
    const { group } = await addScheduledPost(api, world);
    const [entry] = await done(
      api.GET("/api/v1/publishing/activity", {
        params: { query: { group_id: group.id, kind: "approved" } },
      }),
    );
    expect(entry?.user_name).toBe("Administrator");
    const people = await done(api.GET("/api/v1/publishing/activity/people"));
    expect(people.map(({ name }) => name)).toContain("Administrator");
  },

  "failed-work": async (api, { failGeneration }) => {
    const group = await addGroup(api);
    const category = await addCategory(api, group.id);
    await failGeneration(category.id);
    const list = () => done(api.GET("/api/v1/admin/failed-work/"));
    const [work] = await list();
    expect(work?.why_not_again).toBeNull();
    await done(
      api.POST("/api/v1/admin/failed-work/{id}/run-again", {
        params: { path: { id: work?.id ?? 0 } },
      }),
    );
    expect((await list()).map(({ id }) => id)).not.toContain(work?.id);
  },

  performance: async (api) => {
    const group = await addGroup(api);
    await addAccount(api, group.id);
    const { publishing_results } = await done(
      api.POST("/api/v1/publishing/publish", {
        body: { account_group_id: group.id, text_content: "Sneg je pao." },
      }),
    );
    expect(publishing_results.map(({ status }) => status)).toEqual(["published"]);
    const posts = await done(
      api.GET("/api/v1/publishing/performance/posts", {
        params: { query: { group_id: group.id, sortBy: "likes", sortOrder: "desc" } },
      }),
    );
    expect(posts.map(({ text_content, platform }) => [text_content, platform])).toEqual([
      ["Sneg je pao.", "bluesky"],
    ]);
  },

  products: async (api) => {
    const all = "/api/v1/admin/products/";
    const product = {
      name: "Vuneni šal",
      product_image_url: "https://cdn.example.com/sal.jpg",
      description: "Ručno pleten.",
    };
    const { id } = await done(api.POST(all, { body: product }));
    await done(
      api.PUT(`${all}{id}`, {
        params: { path: { id } },
        body: { ...product, name: "Svileni šal", is_active: false },
      }),
    );
    expect(await done(api.GET(all))).toMatchObject([
      { id, name: "Svileni šal", call_to_action_url: null, is_active: false },
    ]);
  },

  "sale-rotator": async (api) => {
    const { id } = await addGroup(api);
    const settings = "/api/v1/admin/sale-rotator/settings/{groupId}";
    const params = { path: { groupId: id } };
    const before = await done(api.GET(settings, { params }));
    await done(api.PUT(settings, { params, body: { ...before, rotator_count: 3 } }));
    expect(await done(api.GET(settings, { params }))).toEqual({ ...before, rotator_count: 3 });
  },

  newsletter: async (api) => {
    const group = await addGroup(api);
    const service = await addMailService(api, group.id);
    const params = { path: { groupId: group.id } };
    const settings = "/api/v1/admin/newsletter/settings/{groupId}";
    const body = {
      is_active: false,
      integration_id: service.id,
      sender_email: "novosti@zima.example.com",
      subject_template: "Zdravo {{ subscriber_name }}",
      mjml_template: "<mjml></mjml>",
    };
    await done(api.PUT(settings, { params, body }));
    expect(await done(api.GET(settings, { params }))).toEqual(body);
    const subscribers = "/api/v1/admin/newsletter/subscribers/{groupId}";
    await done(api.POST(subscribers, { params, body: { email: "milica@example.com" } }));
    expect(await done(api.GET(subscribers, { params }))).toMatchObject([
      { email: "milica@example.com", name: null, is_active: true },
    ]);
  },

  integrations: async (api) => {
    const group = await addGroup(api);
    const { id } = await addMailService(api, group.id);
    const read = async () => {
      const all = await done(api.GET(groups));
      return all.find((one) => one.id === group.id)?.integrations?.map(({ platform }) => platform);
    };
    expect(await read()).toEqual(["amazon_ses"]);
    await succeeded(
      await api.DELETE("/api/v1/publishing/integrations/{id}", { params: { path: { id } } }),
    );
    expect(await read()).toEqual([]);
  },

  media: async (api, { fetch, origin }) => {
    const pixel = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
    const gif = new Blob([Uint8Array.from(atob(pixel), (sign) => sign.charCodeAt(0))]);
    const { url } = await done(
      api.POST("/api/v1/media", {
        body: gif,
        headers: { "Content-Type": "image/gif" },
        bodySerializer: (body) => body,
      }),
    );
    const stored = await fetch(new URL(url, origin));
    expect([stored.status, stored.headers.get("Content-Type")]).toEqual([200, "image/gif"]);
  },

  auth: async (api) => {
    expect(await done(api.GET("/api/v1/auth/me"))).toMatchObject({ name: "Administrator" });
    await succeeded(await api.POST("/api/v1/auth/logout"));
    const { error, response } = await api.GET("/api/v1/auth/me");
    expect([response.status, error?.detail]).toEqual([401, "Not authenticated"]);
  },
};

/** Returns a refusal as the document types it: a sentence, or an issue for each field. */
export async function refusedName(api: Api): Promise<string> {
  const { error } = await api.POST(groups, { body: { name: "" } });
  const detail = error?.detail ?? "";
  return typeof detail === "string" ? detail : detail.map(({ msg }) => msg).join(" ");
}
