import { vi } from "vitest";
import type { RunningConsole } from "./console";
import { patiently } from "./uncovered";

export type Row = { readonly id: number };
export type Queued = Row & { status: string; text_content: string; category_name: string };
type Scheduled = Row & {
  publish_at: string;
  social_account: { platform_username: string };
  content_queue_item: { id: number };
};

/** Adds an account on Bluesky to a group. */
export const addAccount = ({ write }: RunningConsole, groupId: number, username: string) =>
  write(`publishing/account-groups/${groupId}/accounts`, {
    platform_type: "bluesky",
    platform_username: username,
    credentials: { identifier: username, password: "abcd-efgh-ijkl-mnop" },
  });

/**
 * Adds a group with its accounts, a category, and a pending post for each text.
 *
 * @returns the group, and the ids of the posts in the order of their texts
 */
export async function addBrand(
  running: RunningConsole,
  name: string,
  accounts: readonly string[],
  texts: readonly string[],
) {
  const { id } = await running.write<Row>("publishing/account-groups", { name });
  for (const username of accounts) await addAccount(running, id, username);
  const category = await running.write<Row>(`publishing/account-groups/${id}/categories`, {
    name: `${name}: dnevno`,
    category_type: "evergreen",
    image_posts_per_day: 0,
    video_posts_per_day: 0,
    text_posts_per_day: 1,
    daily_generation_active: false,
  });
  await running.write(
    `admin/content-generation/trigger/${category.id}?num_posts=${texts.length}&type=text`,
  );
  const own = async () =>
    (
      await running.read<Queued[]>("publishing/content-queue?status=pending_approval&limit=1000")
    ).filter(({ category_name }) => category_name === `${name}: dnevno`);
  await vi.waitUntil(async () => (await own()).length === texts.length, patiently);
  const posts = await own();
  for (const [place, text_content] of texts.entries()) {
    const post = posts[place]?.id;
    const { updated_at } = await running.read<{ updated_at: string }>(
      `publishing/content-queue/${post}`,
    );
    await running.change(`publishing/content-queue/${post}`, {
      text_content,
      expected_updated_at: updated_at,
    });
  }
  return { id, name, posts: posts.map((post) => post.id) };
}

/** The scheduled posts of an item of the queue. */
export const scheduledOf = async ({ read }: RunningConsole, item: number | undefined) =>
  (await read<Scheduled[]>("publishing/scheduled-posts?limit=1000")).filter(
    ({ content_queue_item }) => content_queue_item.id === item,
  );
