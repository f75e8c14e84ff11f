import { eq } from "drizzle-orm";
import { accountApi } from "@/entities/account/contract";
import { accountsApi } from "@/features/accounts/contract";
import { categoriesApi } from "@/features/categories/contract";
import { generationApi } from "@/features/generation/contract";
import { groupsApi } from "@/features/groups/contract";
import { queueApi } from "@/features/queue/contract";
import type { Endpoint, RequestOf, WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { fillPath } from "@/shared/api/path";
import { categories, queueItems, scheduledPosts } from "../../../server/db/schema.ts";
import { createTestServer } from "../../support/server.ts";

export type World = Awaited<ReturnType<typeof createWorld>>;

/** The real server with what tests of the domain say and ask again and again. */
export async function createWorld(options: Parameters<typeof createTestServer>[0] = {}) {
  const server = await createTestServer(options);
  const { database } = server;

  async function answer<E extends Endpoint>(endpoint: E, request: RequestOf<E>) {
    // What a request is made of depends on the endpoint; here only whether it is there counts.
    const {
      params = {},
      query,
      body,
    } = request as {
      params?: Record<string, Id>;
      query?: object;
      body?: unknown;
    };
    const given = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]);
    const search = given.length > 0 ? `?${new URLSearchParams(given)}` : "";
    const response = await server.request(fillPath(endpoint.path, params) + search, {
      method: endpoint.method,
      ...(body !== undefined && { json: body }),
    });
    const text = await response.text();
    return { status: response.status, body: text ? (JSON.parse(text) as unknown) : undefined };
  }

  /** What a call answers; fails where it is refused. */
  async function call<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<WireOf<E>> {
    const { status, body } = await answer(endpoint, request);
    if (status !== endpoint.status) {
      throw new Error(`${endpoint.method} ${endpoint.path}: ${status} ${JSON.stringify(body)}`);
    }
    // The server has checked it against the contract.
    return body as WireOf<E>;
  }

  /** How a call is refused. */
  async function refusal<E extends Endpoint>(endpoint: E, request: RequestOf<E>) {
    const { status, body } = await answer(endpoint, request);
    return { status, detail: (body as { detail?: unknown } | undefined)?.detail };
  }

  const addGroup = async (name = "Zimska kolekcija") =>
    Number((await call(groupsApi.create, { body: { name } })).id);

  const addAccount = async (groupId: number, username = "zimska.bsky.social") => {
    const credentials = { identifier: username, password: "abcd-efgh-ijkl-mnop" };
    const account = await call(accountsApi.add, {
      params: { id: groupId },
      body: { platform_type: "bluesky", platform_username: username, credentials },
    });
    return Number(account.id);
  };

  const addCategory = async (
    groupId: number,
    more: Partial<typeof categories.$inferInsert> = {},
  ) => {
    const category = await call(categoriesApi.add, {
      params: { id: groupId },
      body: {
        name: `Kategorija ${crypto.randomUUID()}`,
        category_type: "evergreen",
        image_posts_per_day: 1,
        video_posts_per_day: 0,
        text_posts_per_day: 0,
        daily_generation_active: true,
      },
    });
    const id = Number(category.id);
    // What the calls for editing will do.
    if (Object.keys(more).length > 0) {
      await database.db.update(categories).set(more).where(eq(categories.id, id));
    }
    return id;
  };

  return {
    ...server,
    transaction: server.run.transaction,
    call,
    refusal,
    addGroup,
    addAccount,
    addCategory,

    /** Generates posts and answers the ids of all that wait for approval, oldest first. */
    generate: async (categoryId: number, count = 1, type: "image" | "text" = "image") => {
      await call(generationApi.trigger, {
        params: { categoryId },
        query: { num_posts: count, type },
      });
      await server.runJobs();
      const pending = await call(queueApi.list, { query: { status: "pending_approval" } });
      return pending.map(({ id }) => Number(id));
    },
    approve: (id: number) => call(queueApi.approve, { params: { id } }),
    accounts: (groupId: number) => call(accountApi.list, { params: { id: groupId } }),
    /** The rows of all posts, oldest first. */
    posts: () => database.db.select().from(scheduledPosts).orderBy(scheduledPosts.id),
    queue: () => database.db.select().from(queueItems).orderBy(queueItems.id),
  };
}
