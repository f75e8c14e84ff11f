import { waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { categoriesApi } from "@/features/categories/contract";
import { generationApi } from "@/features/generation/contract";
import { groupsApi } from "@/features/groups/contract";
import { queueApi } from "@/features/queue/contract";
import { call } from "../../support/call";
import { shortenNotice, type TestServer } from "../../support/server";

/** Adds a group with one account, one category, and this many posts that wait for approval. */
export async function addPendingPosts(
  server: TestServer,
  { image = 0, text = 0 }: { image?: number; text?: number },
) {
  const group = await call(server, groupsApi.create, {
    body: {
      name: "Zimska kolekcija",
      description: null,
    },
  });
  await shortenNotice(server.database, group.id);
  await call(server, accountsApi.add, {
    params: { id: group.id },
    body: {
      platform_type: "bluesky",
      platform_username: "zimska.bsky.social",
      credentials: { identifier: "zimska.bsky.social", password: "abcd-efgh-ijkl-mnop" },
    },
  });
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
    },
  });
  for (const [type, num_posts] of [
    ["image", image],
    ["text", text],
  ] as const) {
    if (num_posts === 0) continue;
    const query = { num_posts, type };
    await call(server, generationApi.trigger, { params: { categoryId: category.id }, query });
    await server.runJobs();
  }
  return { group, category, posts: await pendingPosts(server) };
}

/** An active account on which nothing can be published. */
export const addKeylessAccount = (server: TestServer, id: number) =>
  call(server, accountsApi.add, {
    params: { id },
    body: { platform_type: "x_twitter", platform_username: "mraz", credentials: {} },
  });

export const pendingPosts = (server: TestServer) =>
  call(server, queueApi.list, { query: { status: "pending_approval", limit: 100 } });

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
