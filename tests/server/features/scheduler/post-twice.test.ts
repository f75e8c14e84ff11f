import { beforeEach, describe, expect, test } from "vitest";
import { contentApi } from "@/features/content/contract";
import { queueApi } from "@/features/queue/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { queueItems } from "../../../../server/db/schema.ts";
import {
  group,
  postNowOn,
  publish,
  publishingForEach,
  refusal,
  statuses,
  world,
} from "../support.ts";

// Ahead of the machine's clock, which the queue uses: otherwise it would find everything due.
const morning = new Date("2040-01-02T08:00:00Z");
let now = morning;
let category: number;
let account: number;

publishingForEach(() => ({ ports: { clock: { now: () => now } } }));
beforeEach(async () => {
  now = morning;
  category = await world.addCategory(group);
  account = await world.addAccount(group, "zima.bsky.social");
});

const postNow = (id: number, ids = [account]) => postNowOn(id, ids);
const confirmed = (id: number, ids?: number[]) => ({
  ...postNow(id, ids),
  query: { confirm_duplicates: true },
});
const contentOf = async (item: number) =>
  (await world.queue()).find(({ id }) => id === item)?.content_item_id ?? 0;
const setPosts = (values: string) => world.database.query(`update scheduled_posts set ${values}`);
const runLater = () => {
  now = new Date("2040-01-02T20:00:00Z");
  return world.runJobs();
};
/** Plans the next day, and publishes what is planned. */
async function runNextDay() {
  now = new Date("2040-01-03T08:00:00Z");
  await world.call(schedulerApi.runDailyPlanner, {});
  await world.runJobs();
  now = new Date("2040-01-03T20:00:00Z");
  await world.runJobs();
}

/** Generates and approves a post, which is then scheduled. @returns its content in the pool */
async function scheduled() {
  const [item = 0] = await world.generate(category);
  await world.approve(item);
  return contentOf(item);
}

describe("Post now of content that is scheduled already", () => {
  test("is refused with the account and the time, and nothing is published", async () => {
    const content = await scheduled();
    expect(await world.refusal(contentApi.postNow, postNow(content))).toEqual(
      refusal(
        409,
        "This content is already scheduled: zima.bsky.social on Bluesky, 2040-01-02 08:01 UTC.",
      ),
    );
    expect(publish).not.toHaveBeenCalled();
    expect(await statuses()).toEqual(["scheduled"]);
  });

  test("replaces the scheduled post once that is confirmed, and is published once", async () => {
    const content = await scheduled();
    const { publishing_results } = await world.call(contentApi.postNow, confirmed(content));
    expect(publishing_results).toMatchObject([{ status: "published" }]);
    await runLater();
    expect(publish).toHaveBeenCalledTimes(1);
    expect(await statuses()).toEqual(["published"]);
    await runNextDay();
    expect(publish).toHaveBeenCalledTimes(1);
  });

  test("leaves what is scheduled on other accounts", async () => {
    const other = await world.addAccount(group, "sneg.bsky.social");
    const content = await scheduled();
    await world.call(contentApi.postNow, confirmed(content));
    const posts = await world.posts();
    expect(posts.map((post) => [post.account_id, post.status])).toEqual([
      [other, "scheduled"],
      [account, "published"],
    ]);
    await runLater();
    expect(publish).toHaveBeenCalledTimes(2);
  });

  test("is not asked about if the chosen account has none of it", async () => {
    const content = await scheduled();
    const other = await world.addAccount(group, "sneg.bsky.social");
    await world.call(contentApi.postNow, postNow(content, [other]));
    expect(await statuses()).toEqual(["scheduled", "published"]);
  });

  test("is refused while it is being published, also if it is confirmed", async () => {
    const content = await scheduled();
    await setPosts("status = 'publishing', started_at = publish_at");
    expect(await world.refusal(contentApi.postNow, confirmed(content))).toEqual(
      refusal(409, "This content is being published now: zima.bsky.social on Bluesky."),
    );
  });

  test("is refused if it may be live, until someone has looked", async () => {
    const content = await scheduled();
    await setPosts("status = 'unknown'");
    expect(await world.refusal(contentApi.postNow, postNow(content))).toEqual(
      refusal(409, "It may already be live: zima.bsky.social on Bluesky, 2040-01-02 08:01 UTC."),
    );
    await world.call(contentApi.postNow, confirmed(content));
    expect(await statuses()).toEqual(["unknown", "published"]);
  });
});

test("the console can ask which posts of some content are scheduled", async () => {
  const content = await scheduled();
  const [post] = await world.posts();
  expect(await world.call(contentApi.unsettledPosts, { params: { id: content } })).toEqual([
    {
      id: post?.id,
      status: "scheduled",
      publish_at: "2040-01-02T08:01:00.000Z",
      social_account_id: account,
      platform_type: "bluesky",
      platform_username: "zima.bsky.social",
    },
  ]);
  await runLater();
  expect(await world.call(contentApi.unsettledPosts, { params: { id: content } })).toEqual([]);
});

describe("content that was posted now", () => {
  test("is not published again when its post in the queue is approved", async () => {
    const [item = 0] = await world.generate(category);
    await world.call(contentApi.postNow, postNow(await contentOf(item)));
    const other = await world.addAccount(group, "sneg.bsky.social");
    await world.approve(item);
    const posts = await world.posts();
    expect(posts.map((post) => [post.account_id, post.status])).toEqual([
      [account, "published"],
      [other, "scheduled"],
    ]);
  });

  test("is not published again by the planner if no account was left for its approved post", async () => {
    const [item = 0] = await world.generate(category);
    await world.call(contentApi.postNow, postNow(await contentOf(item)));
    await world.approve(item);
    await runNextDay();
    const texts = publish.mock.calls.map(([{ post }]) => post.text);
    expect(texts).toHaveLength(new Set(texts).size);
    const approved = await world.call(queueApi.list, { query: { status: "approved" } });
    expect(approved.map(({ id }) => id)).toContain(item);
  });

  test("is not published again by a retry of the post that failed before", async () => {
    const content = await scheduled();
    await setPosts("status = 'failed'");
    await world.call(contentApi.postNow, postNow(content));
    const [failed] = await world.posts();
    expect(await world.refusal(schedulerApi.retry, { params: { id: failed?.id ?? 0 } })).toEqual(
      refusal(
        409,
        "Another post of this content is scheduled on this account, or is or may be live there.",
      ),
    );
  });
});

test("the database takes no second post of the same content on its way to an account", async () => {
  const content = await scheduled();
  const [item] = await world.queue();
  const { id: _, origin: __, ...copy } = item ?? { id: 0, origin: null };
  const [second] = await world.database.db
    .insert(queueItems)
    .values({ ...copy, status: "pending_approval", text_content: "Isto", content_item_id: content })
    .returning();
  await world.approve(second?.id ?? 0);
  expect(await statuses()).toEqual(["scheduled"]);
  await expect(
    world.database.query(
      `insert into scheduled_posts (queue_item_id, group_id, account_id, content_item_id, platform_type, publish_at)
       select queue_item_id, group_id, account_id, content_item_id, platform_type, publish_at from scheduled_posts`,
    ),
  ).rejects.toThrow(/scheduled_posts_content_once_per_account/);
});
