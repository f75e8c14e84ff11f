import { screen, waitFor, within } from "@testing-library/react";
import { accountsApi } from "@/features/accounts/contract";
import { categoriesApi } from "@/features/categories/contract";
import { generationApi } from "@/features/generation/contract";
import { groupsApi } from "@/features/groups/contract";
import { queueApi } from "@/features/queue/contract";
import type { Id } from "@/shared/api/id";
import { call } from "../../support/call";
import { shortenNotice, type TestServer } from "../../support/server";

/**
 * The queries of a region of Publishing, once its code has loaded: the place that is kept for it until
 * then has the same name, and is replaced.
 */
export const region = (name: string) =>
  waitFor(() => {
    const found = screen.getByRole("region", { name });
    if (found.closest("[aria-busy=true]")) throw new Error(`${name} is still loading.`);
    return within(found);
  });

/** A group with one account and one category of text posts. */
export async function addGroup(server: TestServer, name: string, username = "zimska.bsky.social") {
  const { id } = await call(server, groupsApi.create, { body: { name } });
  await shortenNotice(server.database, id);
  await call(server, accountsApi.add, {
    params: { id },
    body: {
      platform_type: "bluesky",
      platform_username: username,
      credentials: { identifier: username, password: "abcd-efgh-ijkl-mnop" },
    },
  });
  const category = await call(server, categoriesApi.add, {
    params: { id },
    body: {
      name: `${name}: dnevno`,
      category_type: "evergreen",
      image_posts_per_day: 0,
      video_posts_per_day: 0,
      text_posts_per_day: 1,
      daily_generation_active: true,
    },
  });
  const pending = async () =>
    (await call(server, queueApi.list, { query: { status: "pending_approval" } })).filter(
      ({ group_name }) => group_name === name,
    );

  /** Generates posts, which wait for approval, and returns their ids. */
  async function generate(count = 1): Promise<readonly Id[]> {
    await call(server, generationApi.trigger, {
      params: { categoryId: category.id },
      query: { num_posts: count, type: "text" },
    });
    await server.runJobs();
    return (await pending()).map((item) => item.id);
  }

  return {
    id,
    generate,
    /** Generates posts and approves them, which schedules them. */
    schedule: async (count = 1) => {
      for (const item of await generate(count)) {
        await call(server, queueApi.approve, { params: { id: item } });
      }
    },
  };
}
