import { screen, waitFor, within } from "@testing-library/react";
import { sampleQueueItem } from "@/entities/post/contract-docs";
import { queueApi } from "@/features/queue/contract";
import type { Id } from "@/shared/api/id";
import { call } from "../../support/call";
import { answering, renderApp, saying } from "../../support/render-app";
import type { TestServer } from "../../support/server";
import { addPublishing, pendingPosts } from "../queue/support";

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
export async function addGroup(server: TestServer, name: string, username?: string) {
  const { group, generate: make } = await addPublishing(server, {
    name,
    ...(username && { username }),
    category: { name: `${name}: dnevno`, image_posts_per_day: 0, daily_generation_active: true },
  });

  /** Generates posts, which wait for approval, and returns their ids. */
  async function generate(count = 1): Promise<readonly Id[]> {
    await make("text", count);
    const pending = await pendingPosts(server);
    return pending.flatMap(({ id, group_name }) => (group_name === name ? [id] : []));
  }

  return {
    id: group.id,
    generate,
    /** Generates posts and approves them, which schedules them. */
    schedule: async (count = 1) => {
      for (const id of await generate(count))
        await call(server, queueApi.approve, { params: { id } });
    },
  };
}

export const text = { ...sampleQueueItem, image_url: null, media_type: null };

/** An account of a post, and the last error of its platform. */
export const on = (platform_type: string, last_known_error: string | null = null) => ({
  platform_type,
  platform_username: "zimska",
  last_known_error,
});

/** A post as the scheduler returns it. */
export const post = (id: number, change: Record<string, unknown> = {}) => ({
  id,
  status: "scheduled",
  publish_at: "2036-11-21T18:30:00Z",
  retry_count: 0,
  published_post_url: null,
  social_account: { ...on("bluesky"), platform_username: `account${id}.bsky.social` },
  content_queue_item: { ...sampleQueueItem, id },
  ...change,
});

export const failed = (id: number, error: string, change: Record<string, unknown> = {}) =>
  post(id, {
    status: "failed",
    retry_count: 2,
    social_account: on("x_twitter", error),
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

/** Opens Publishing with this answer of the scheduler. */
export const openStatus = (change: Parameters<typeof status>[0]) =>
  open(saying("scheduler-status", status(change)));
