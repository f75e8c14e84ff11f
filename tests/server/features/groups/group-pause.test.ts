import { beforeEach, describe, expect, test } from "vitest";
import { groupApi } from "@/entities/group/contract";
import { contentApi } from "@/features/content/contract";
import { generationApi } from "@/features/generation/contract";
import { groupsApi } from "@/features/groups/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { planToday } from "../../../../server/features/generation/plan-day.ts";
import {
  addContent,
  approveNew,
  group,
  later,
  minute,
  postNowOn,
  publish,
  publishingForEach,
  refusal,
  setPosts,
  statuses,
  world,
} from "../support.ts";

let account: number;
let category: number;
/** Returns the texts that the platform was given, in order. */
const published = () => publish.mock.calls.map(([{ post }]) => post.text);

publishingForEach();
beforeEach(async () => {
  account = await world.addAccount(group);
  category = await world.addCategory(group);
});

const pause = (id = group) => world.call(groupsApi.pause, { params: { id } });
const resume = (id = group) => world.call(groupsApi.resume, { params: { id } });
const waiting = () => world.call(groupsApi.waitingPosts, { params: { id: group } });
const pausedText = "Publishing of this group is paused. Resume it in the group's settings.";

/** Approves this number of new posts, which get consecutive times. */
async function approve(count: number) {
  for (const id of await world.generate(category, count)) await world.approve(id);
}

const pass = (minutes: number) => later(minutes * minute);

describe("While a group is paused", () => {
  test("what comes due waits, and is published in order and once when it is resumed", async () => {
    await approve(3);
    const order = (await world.posts()).map(({ id }) => id);
    expect((await pause()).paused_at).toMatch(/^\d{4}-/);
    await pass(31);
    await pass(1);
    expect(await statuses()).toEqual(["scheduled", "scheduled", "scheduled"]);
    expect(await waiting()).toEqual({ scheduled: 3, due: 2 });
    expect(published()).toEqual([]);

    expect((await resume()).paused_at).toBeNull();
    await world.runJobs();
    expect(await statuses()).toEqual(["published", "published", "scheduled"]);
    const texts = new Map((await world.queue()).map((item) => [item.id, item.text_content]));
    const ofPosts = (await world.posts()).map((post) => texts.get(post.queue_item_id));
    expect(published()).toEqual(ofPosts.slice(0, 2));
    await pass(60);
    expect((await world.posts()).map(({ id }) => id)).toEqual(order);
    expect(published()).toHaveLength(3);
  });

  test("its posts are marked as paused, and do not count as overdue", async () => {
    await approve(1);
    await pause();
    await pass(10);
    const [post] = await world.call(schedulerApi.upcoming, { query: {} });
    expect(post).toMatchObject({ status: "scheduled", is_paused: true });
    expect(await (await world.fetch("/metrics")).text()).toContain("overdue_posts 0");
    await resume();
    const [resumed] = await world.call(schedulerApi.upcoming, { query: {} });
    expect(resumed).toMatchObject({ is_paused: false });
  });

  test("posts of other groups are published", async () => {
    const other = await world.addGroup("Druga");
    await world.addAccount(other, "druga.bsky.social");
    await approveNew(other);
    await pause();
    await pass(2);
    expect(await statuses()).toEqual(["published"]);
  });

  test("a post can be approved, and waits, as the reply says", async () => {
    await pause();
    const [id = 0] = await world.generate(category);
    expect(await world.approve(id)).toMatchObject({
      left_out: "It waits until publishing resumes in its group.",
    });
    await pass(5);
    expect(await statuses()).toEqual(["scheduled"]);
    expect(published()).toEqual([]);
  });

  test("Post now, direct publishing and Generate and approve are refused in words", async () => {
    const item = await addContent(category);
    await pause();
    const refused = { status: 409, detail: pausedText };
    const order = postNowOn(item.id, [account]);
    expect(await world.refusal(contentApi.postNow, order)).toEqual(refused);
    const body = { account_group_id: group, text_content: "Čaj." };
    expect(await world.refusal(contentApi.publish, { body })).toEqual(refused);
    const given = { body: { ...body, content_category_id: category, prompt: null } };
    expect(await world.refusal(generationApi.generateAndApprove, given)).toEqual(refused);
    expect(await world.posts()).toEqual([]);
  });

  test("a scheduled post is not published now, and a retried one says that it waits", async () => {
    await approve(1);
    await pause();
    const id = (await world.posts())[0]?.id ?? 0;
    expect(await world.refusal(schedulerApi.publishNow, { params: { id } })).toEqual({
      status: 409,
      detail: pausedText,
    });
    await setPosts({ status: "failed" });
    expect(await world.call(schedulerApi.retry, { params: { id } })).toEqual({
      message: "The post is queued again. It waits until publishing resumes in its group.",
    });
    await pass(5);
    expect(await statuses()).toEqual(["scheduled"]);
  });

  test("the planner leaves it out, and says so", async () => {
    const at = new Date("2040-01-02T09:00:00Z");
    world.clock.advance(at.getTime() - world.clock.now().getTime());
    await addContent(category);
    await pause();
    expect(await world.transaction(planToday)).toBe(0);
    expect((await world.call(schedulerApi.runDailyPlanner, {})).message).toBe(
      "The daily planner is queued. Paused, left out: “Zimska kolekcija”.",
    );
    await world.runJobs();
    expect(await world.queue()).toEqual([]);
    await resume();
    expect(await world.transaction(planToday)).toBe(1);
  });
});

test("Pausing twice keeps the first time, and resuming twice publishes nothing twice", async () => {
  await approve(1);
  const first = await pause();
  await pass(5);
  expect((await pause()).paused_at).toBe(first.paused_at);
  await resume();
  await resume();
  await world.runJobs();
  expect(published()).toHaveLength(1);
  expect(await world.call(groupApi.list, {})).toMatchObject([{ paused_at: null }]);
});

test("A group that does not exist is neither paused nor resumed", async () => {
  const missing = refusal(404, "No such group.");
  expect(await world.refusal(groupsApi.pause, { params: { id: 999 } })).toEqual(missing);
  expect(await world.refusal(groupsApi.resume, { params: { id: 999 } })).toEqual(missing);
  expect(await world.refusal(groupsApi.waitingPosts, { params: { id: 999 } })).toEqual(missing);
});
