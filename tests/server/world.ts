import { eq, type SQL } from "drizzle-orm";
import { expect } from "vitest";
import { accountApi } from "@/entities/account/contract";
import { accountsApi } from "@/features/accounts/contract";
import { categoriesApi } from "@/features/categories/contract";
import { generationApi } from "@/features/generation/contract";
import { groupsApi } from "@/features/groups/contract";
import { queueApi } from "@/features/queue/contract";
import type { Endpoint, RequestOf } from "@/shared/api/endpoint";
import { categories, queueItems, scheduledPosts } from "../../server/db/schema.ts";
import type { Context } from "../../server/kernel/context.ts";
import { call as callOn, refusal as refusalOn } from "../support/call.ts";
import { createTestServer, shortenNotice } from "../support/server.ts";

export type World = Awaited<ReturnType<typeof createWorld>>;

/** Creates the real server with common helpers for tests of the domain. */
export async function createWorld(options: Parameters<typeof createTestServer>[0] = {}) {
  const server = await createTestServer(options);
  const { database } = server;

  const call = <E extends Endpoint>(endpoint: E, request: RequestOf<E>) =>
    callOn(server, endpoint, request);
  const refusal = <E extends Endpoint>(endpoint: E, request: RequestOf<E>) =>
    refusalOn(server, endpoint, request);

  /** Adds a group whose posts are published a minute after their approval. */
  const addGroup = async (name = "Zimska kolekcija") => {
    const { id } = await call(groupsApi.create, { body: { name } });
    await shortenNotice(database, id);
    return Number(id);
  };

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
    // Set directly, as the calls for editing would.
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

    /** Generates posts and returns the ids of all that wait for approval, oldest first. */
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
    /**
     * Starts calls while a transaction holds a lock, and ends that transaction with `last` once all of
     * them wait for it. Returns the calls. PostgreSQL only: PGlite has one connection.
     */
    startBehind: async <T>(
      lock: SQL,
      start: () => readonly Promise<T>[],
      last: (context: Context) => Promise<unknown> = async () => {},
    ): Promise<readonly Promise<T>[]> => {
      let hold = () => {};
      let release = () => {};
      const isHeld = new Promise<void>((resolve) => {
        hold = resolve;
      });
      const isReleased = new Promise<void>((resolve) => {
        release = resolve;
      });
      const holder = server.run.transaction(async (context) => {
        await context.db.execute(lock);
        hold();
        await isReleased;
        await last(context);
      });
      await Promise.race([isHeld, holder]);
      const calls = start();
      try {
        await expect.poll(() => countWaiting(database)).toBe(calls.length);
      } finally {
        release();
        await holder;
      }
      return calls;
    },
  };
}

/** Returns the number of transactions that wait for a lock of another one. */
async function countWaiting({ query }: World["database"]): Promise<number> {
  const { rows } = await query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}
