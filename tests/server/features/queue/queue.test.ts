import { describe, expect, test } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { groupsApi } from "@/features/groups/contract";
import { queueApi } from "@/features/queue/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { nextFreeTime } from "../../../../server/features/scheduler/slots.ts";
import { fc } from "../../../support/random-seed";
import { group, refusal, world, worldForEach } from "../support.ts";

worldForEach();

test("a post is approved or rejected once", async () => {
  await world.addAccount(group);
  const [first = 0, second = 0] = await world.generate(await world.addCategory(group), 2);
  expect(await world.approve(first)).toMatchObject({ id: first, status: "approved" });
  await world.call(queueApi.reject, { params: { id: second } });
  const refused = (endpoint: typeof queueApi.approve | typeof queueApi.reject, id: number) =>
    world.refusal(endpoint, { params: { id } });
  expect(await refused(queueApi.approve, first)).toEqual(
    refusal(409, "This post is already approved."),
  );
  expect(await refused(queueApi.reject, second)).toEqual(
    refusal(409, "This post is already rejected."),
  );
  expect(await refused(queueApi.approve, 999)).toEqual(refusal(404, "No such post in the queue."));
  expect(await world.posts()).toHaveLength(1);
});

test("of two operators who approve at the same moment one is refused", async () => {
  await world.addAccount(group);
  const [id = 0] = await world.generate(await world.addCategory(group));
  const approve = () => world.request(`publishing/content-queue/${id}/approve`, { method: "POST" });
  const answers = await Promise.all([approve(), approve()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await world.posts()).toHaveLength(1);
});

describe("an approval that says what the operator has seen", () => {
  const approve = (id: number, query: Record<string, string>) =>
    world.call(queueApi.approve, { params: { id }, query });
  const refused = (id: number, query: Record<string, string>) =>
    world.refusal(queueApi.approve, { params: { id }, query });
  const read = (id: number) => world.call(queueApi.detail, { params: { id } });

  test("is refused with the present post once another operator has changed it", async () => {
    await world.addAccount(group);
    const [id = 0] = await world.generate(await world.addCategory(group));
    const { updated_at: seen } = await read(id);
    await world.call(queueApi.edit, {
      params: { id },
      body: { text_content: "Ispravljeno.", expected_updated_at: seen ?? null },
    });
    const expected_updated_at = seen ?? "";
    expect(await refused(id, { expected_updated_at })).toEqual(
      refusal(409, "This post was changed meanwhile."),
    );
    const response = await world.request(
      `publishing/content-queue/${id}/approve?${new URLSearchParams({ expected_updated_at })}`,
      { method: "POST" },
    );
    expect(await response.json()).toMatchObject({
      present: { id, text_content: "Ispravljeno.", status: "pending_approval" },
    });
    expect(await world.posts()).toEqual([]);
    const { updated_at } = await read(id);
    await approve(id, { expected_updated_at: updated_at ?? "" });
    expect(await world.posts()).toHaveLength(1);
  });

  test("is refused if its destinations are others by now", async () => {
    const one = await world.addAccount(group, "one.bsky.social");
    const [id = 0] = await world.generate(await world.addCategory(group));
    const two = await world.addAccount(group, "two.bsky.social");
    const elsewhere = refusal(409, "This post would now be published on other accounts.");
    for (const ids of ["", `${one}`, `${one},999`]) {
      expect(await refused(id, { expected_account_ids: ids })).toEqual(elsewhere);
    }
    expect(await world.posts()).toEqual([]);
    await approve(id, { expected_account_ids: `${two},${one}` });
    expect(await world.posts()).toHaveLength(2);
  });

  test("does not count an account that is left out", async () => {
    const one = await world.addAccount(group);
    await world.call(accountsApi.add, {
      params: { id: group },
      body: { platform_type: "x_twitter", platform_username: "mraz", credentials: {} },
    });
    const [id = 0] = await world.generate(await world.addCategory(group));
    await approve(id, { expected_account_ids: `${one}` });
    expect(await world.posts()).toHaveLength(1);
  });

  test("is refused in the same words as any other once the post is decided on", async () => {
    await world.addAccount(group);
    const [id = 0] = await world.generate(await world.addCategory(group));
    const { updated_at } = await read(id);
    await world.call(queueApi.reject, { params: { id } });
    expect(await refused(id, { expected_updated_at: updated_at ?? "" })).toEqual(
      refusal(409, "This post is already rejected."),
    );
  });
});

describe("an approved post is scheduled", () => {
  test.each([
    ["on every active account", null, ["one.bsky.social", "two.bsky.social"]],
    ["on the enabled platforms", ["bluesky"], ["one.bsky.social", "two.bsky.social"]],
    ["on none of another platform", ["instagram", "newplatform"], []],
    ["nowhere when none is enabled", [], []],
  ])("%s", async (_, enabled_platforms, expected) => {
    await world.addAccount(group, "one.bsky.social");
    await world.addAccount(group, "two.bsky.social");
    const [id = 0] = await world.generate(await world.addCategory(group, { enabled_platforms }));
    expect(await world.approve(id)).toMatchObject({ status: "approved" });
    const posts = await world.posts();
    expect(posts.map(({ platform_username }) => platform_username)).toEqual(expected);
  });

  test("ten minutes from now in a new group, then half an hour after the one before", async () => {
    const created = await world.call(groupsApi.create, { body: { name: "Nova" } });
    await world.addAccount(Number(created.id));
    const ids = await world.generate(await world.addCategory(Number(created.id)), 3);
    const before = world.clock.now().getTime();
    for (const id of ids) await world.approve(id);
    const [first = 0, ...later] = (await world.posts()).map((post) => post.publish_at.getTime());
    expect(first - before).toBeGreaterThanOrEqual(10 * 60_000);
    expect(first - before).toBeLessThan(10 * 60_000 + 15_000);
    expect(later).toEqual([first + 30 * 60_000, first + 60 * 60_000]);
  });
});

test("the free time found is the first that is far enough from all others", () => {
  const times = fc
    .array(fc.integer({ min: 0, max: 1000 }))
    .map((all) => all.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1000 }),
      times,
      fc.integer({ min: 1, max: 99 }),
      (from, taken, gap) => {
        const free = (time: number) => taken.every((at) => Math.abs(at - time) >= gap);
        let expected = from;
        while (!free(expected)) expected++;
        expect(nextFreeTime(from, taken, gap)).toBe(expected);
      },
    ),
  );
});

test("pages of both lists neither skip nor repeat", async () => {
  await world.addAccount(group, "one.bsky.social");
  await world.addAccount(group, "two.bsky.social");
  const ids = await world.generate(await world.addCategory(group), 12);
  const pagesOf = async (page: (skip: number) => Promise<readonly { id: string | number }[]>) => {
    const pages = [await page(0), await page(5), await page(10), await page(15), await page(20)];
    return pages.flat().map(({ id }) => Number(id));
  };
  const queue = (skip: number) =>
    world.call(queueApi.list, { query: { status: "pending_approval", skip, limit: 5 } });
  expect(await pagesOf(queue)).toEqual(ids);

  // Two accounts each: pairs of posts share their time.
  for (const id of ids) await world.approve(id);
  const upcoming = (skip: number) =>
    world.call(schedulerApi.upcoming, { query: { skip, limit: 5 } });
  const seen = await pagesOf(upcoming);
  expect(seen).toHaveLength(24);
  expect(new Set(seen).size).toBe(24);
});
