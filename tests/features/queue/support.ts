import { act, waitFor } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { platforms } from "@/entities/account/platforms";
import { accountsApi } from "@/features/accounts/contract";
import { categoriesApi } from "@/features/categories/contract";
import { generationApi } from "@/features/generation/contract";
import { groupsApi } from "@/features/groups/contract";
import { queueApi } from "@/features/queue/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { queueItems } from "../../../server/db/schema";
import { type BodyOf, call } from "../../support/call";
import { findRegion } from "../../support/on-screen";
import { answering, renderApp, saying, startServer } from "../../support/render-app";
import { shortenNotice, type TestServer } from "../../support/server";

export type Platform = "bluesky" | "instagram" | "threads" | "x_twitter";

/** Adds an account that can be posted to; if its name contains 'wrong', its platform refuses. */
export const addAccount = (
  server: TestServer,
  group: number,
  platform_type: Platform,
  platform_username: string,
) =>
  call(server, accountsApi.add, {
    params: { id: group },
    body: {
      platform_type,
      platform_username,
      credentials: Object.fromEntries(
        platforms[platform_type].fields.map(({ name }) => [name, "good"]),
      ),
    },
  });

/** An active account on which nothing can be published. */
export const addKeylessAccount = (server: TestServer, id: number) =>
  call(server, accountsApi.add, {
    params: { id },
    body: { platform_type: "x_twitter", platform_username: "mraz", credentials: {} },
  });

type Added = {
  readonly name?: string;
  readonly username?: string;
  readonly category?: Partial<BodyOf<typeof categoriesApi.add>>;
};

/** Adds a group with one account and one category, whose posts can be generated. */
export async function addPublishing(
  server: TestServer,
  { name = "Zimska kolekcija", username = "zimska.bsky.social", category: settings }: Added = {},
) {
  const group = await call(server, groupsApi.create, { body: { name, description: null } });
  await shortenNotice(server.database, group.id);
  await addAccount(server, group.id, "bluesky", username);
  const category = await call(server, categoriesApi.add, {
    params: { id: group.id },
    body: {
      name: "Dnevna inspiracija",
      category_type: "evergreen",
      image_posts_per_day: 1,
      video_posts_per_day: 0,
      text_posts_per_day: 1,
      daily_generation_active: false,
      category_prompt: null,
      shopify_sales_channel: null,
      shopify_product_tag: null,
      ...settings,
    },
  });
  /** Generates posts, which wait for approval. */
  async function generate(type: "image" | "text", num_posts: number) {
    const request = { params: { categoryId: category.id }, query: { num_posts, type } };
    await call(server, generationApi.trigger, request);
    await server.runJobs();
  }
  return { group, category, generate };
}

type Counts = { readonly image?: number; readonly text?: number };

/** Adds a group with one account, one category, and this many posts that wait for approval. */
export async function addPendingPosts(server: TestServer, { image = 0, text = 0 }: Counts) {
  const { group, category, generate } = await addPublishing(server);
  if (image > 0) await generate("image", image);
  if (text > 0) await generate("text", text);
  return { group, category, posts: await pendingPosts(server) };
}

export const pendingPosts = (server: TestServer) =>
  call(server, queueApi.list, { query: { status: "pending_approval", limit: 100 } });

type Posts = Awaited<ReturnType<typeof pendingPosts>>;

type Prepared = Awaited<ReturnType<typeof addPendingPosts>> & { server: TestServer };

type Opening = Counts & {
  /** The search parameters of the screen. */
  readonly at?: string;
  readonly prepare?: (made: Prepared) => Promise<unknown>;
  /** Answers in place of the server's. */
  readonly rules?: (posts: Posts) => Parameters<typeof answering>[0];
};

/** Opens the approval queue of a group with this many posts. */
export async function openQueue({ at = "", prepare, rules, ...counts }: Opening) {
  const own = await startServer();
  const made = await addPendingPosts(own, counts);
  await prepare?.({ ...made, server: own });
  const replaced = rules?.(await pendingPosts(own)) ?? [];
  const server = await answering(replaced, own);
  const app = await renderApp(`/dashboard/publishing${at}`, { server });
  const queue = await findRegion("Content Approval Queue");
  return {
    ...app,
    ...made,
    queue,
    ids: made.posts.map(({ id }) => id),
    refresh: () => act(() => app.router.options.context.queryClient.invalidateQueries()),
    pendingIds: async () => (await pendingPosts(own)).map(({ id }) => id),
    scheduled: () => call(own, schedulerApi.upcoming, { query: {} }),
  };
}

/** The same, once its cards are there. */
export async function openCards(opening: Opening) {
  const app = await openQueue(opening);
  const cards = await findCards(app.queue);
  const idOf = (place: number) => app.ids[place] ?? 0;
  return { ...app, cards, id: idOf(0), second: idOf(1), third: idOf(2) };
}

/** The answer of a backend that does not say where a post goes out. */
export const sayingNoDestinations = (posts: Posts, change: object = {}) => [
  saying(
    "content-queue",
    posts.map(({ goes_out_on: _, ...post }) => ({ ...post, ...change })),
  ),
];

/** Changes posts in the database: one of them, or all. */
export const writePosts = (
  { database }: TestServer,
  change: Partial<typeof queueItems.$inferInsert>,
  id?: number,
) =>
  database.db
    .update(queueItems)
    .set(change)
    .where(id === undefined ? undefined : eq(queueItems.id, id));

type Queue = { readonly queryAllByRole: (role: "listitem") => HTMLElement[] };

/** The cards of the queue, without the items of the lists in them. */
export const cardsIn = (queue: Queue) =>
  queue.queryAllByRole("listitem").filter((item) => item.dataset.post !== undefined);

export const findCards = (queue: Queue) =>
  waitFor(() => {
    const cards = cardsIn(queue);
    expect(cards).not.toEqual([]);
    return cards;
  });
