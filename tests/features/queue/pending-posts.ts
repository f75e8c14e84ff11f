import { api } from "../../support/render-app";
import type { TestServer } from "../../support/server";

export type Pending = { readonly id: number; readonly text_content: string };

/** A group with one account and one category, and so many posts of it that wait for approval. */
export async function addPendingPosts(
  server: TestServer,
  { image = 0, text = 0 }: { image?: number; text?: number },
) {
  const group = await api<{ id: number }>(server, "POST publishing/account-groups", {
    name: "Zimska kolekcija",
    description: null,
  });
  await api(server, `POST publishing/account-groups/${group.id}/accounts`, {
    platform_type: "bluesky",
    platform_username: "zimska.bsky.social",
    credentials: { identifier: "zimska.bsky.social", password: "abcd-efgh-ijkl-mnop" },
  });
  const category = await api<{ id: number }>(
    server,
    `POST publishing/account-groups/${group.id}/categories`,
    {
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
  );
  for (const [type, count] of Object.entries({ image, text })) {
    if (count === 0) continue;
    const path = `admin/content-generation/trigger/${category.id}`;
    await api(server, `POST ${path}?num_posts=${count}&type=${type}`);
    await server.runJobs();
  }
  return { group, category, posts: await pendingPosts(server) };
}

export const pendingPosts = (server: TestServer) =>
  api<Pending[]>(server, "GET publishing/content-queue?status=pending_approval&limit=100");
