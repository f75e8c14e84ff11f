import { screen, waitFor, within } from "@testing-library/react";
import { sampleQueueItem } from "@/entities/post/contract-docs";
import { accountsApi } from "@/features/accounts/contract";
import { categoriesApi } from "@/features/categories/contract";
import { generationApi } from "@/features/generation/contract";
import { groupsApi } from "@/features/groups/contract";
import { queueApi } from "@/features/queue/contract";
import type { Id } from "@/shared/api/id";
import { call } from "../../support/call";
import { answering, renderApp } from "../../support/render-app";
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

export const text = { ...sampleQueueItem, image_url: null, media_type: null };

/** A post as the scheduler returns it. */
export const post = (id: number, change: Record<string, unknown> = {}) => ({
  id,
  status: "scheduled",
  publish_at: "2036-11-21T18:30:00Z",
  retry_count: 0,
  published_post_url: null,
  social_account: {
    platform_type: "bluesky",
    platform_username: `account${id}.bsky.social`,
    last_known_error: null,
  },
  content_queue_item: { ...sampleQueueItem, id },
  ...change,
});

export const failed = (id: number, error: string, change: Record<string, unknown> = {}) =>
  post(id, {
    status: "failed",
    retry_count: 2,
    social_account: {
      platform_type: "x_twitter",
      platform_username: "zimska",
      last_known_error: error,
    },
    ...change,
  });

export const status = (change: Record<string, unknown> = {}) => ({
  failed_posts: [],
  upcoming_posts: [],
  recently_published: [],
  ...change,
});

export const open = (...rules: Parameters<typeof answering>[0]) => openAt("", ...rules);

export const openAt = async (address: string, ...rules: Parameters<typeof answering>[0]) =>
  renderApp(`/dashboard/publishing${address}`, { server: await answering(rules) });
