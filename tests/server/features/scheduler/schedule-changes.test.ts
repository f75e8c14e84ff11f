import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { schedulerApi } from "@/features/scheduler/contract";
import { queueItems } from "../../../../server/db/schema.ts";
import {
  approveNew,
  group,
  inMinutes,
  minute,
  refusal,
  setPosts,
  statuses,
  world,
  worldForEach,
} from "../support.ts";

worldForEach();

/** Approves a new post of the group on one account more, and returns the id of that account's post. */
async function scheduled(of = group) {
  await world.addAccount(of, `${crypto.randomUUID().slice(0, 8)}.bsky.social`);
  await approveNew(of);
  const post = (await world.posts()).at(-1);
  if (!post) throw new Error("No post was made.");
  return post;
}
const move = (id: number, at: Date) =>
  world.call(schedulerApi.reschedule, {
    params: { id },
    body: { publish_at: at.toISOString() },
  });
const run = async (minutes: number) => {
  world.clock.advance(minutes * minute);
  await world.runJobs();
};

describe("A scheduled post", () => {
  test("names its group, whose colour the calendar shows", async () => {
    const other = await world.addGroup("Letnja kolekcija");
    const { id } = await scheduled(other);
    expect(await world.call(schedulerApi.detail, { params: { id } })).toMatchObject({
      group_id: other,
      group_name: "Letnja kolekcija",
    });
  });

  test("that is moved to a later time is published then, and not before", async () => {
    const { id } = await scheduled();
    const at = inMinutes(60);
    expect(await move(id, at)).toMatchObject({ id, publish_at: at.toISOString() });
    await run(50);
    expect(await statuses()).toEqual(["scheduled"]);
    await run(11);
    expect(await statuses()).toEqual(["published"]);
  });

  test("that is moved to an earlier time is published then", async () => {
    const { id } = await scheduled();
    await move(id, inMinutes(600));
    await move(id, inMinutes(2));
    await run(3);
    expect(await statuses()).toEqual(["published"]);
  });

  test("that an operator publishes now is published at once, once", async () => {
    const { id } = await scheduled();
    await move(id, inMinutes(600));
    await world.call(schedulerApi.publishNow, { params: { id } });
    await run(0);
    expect(await statuses()).toEqual(["published"]);
    await run(700);
    expect(await world.posts()).toHaveLength(1);
  });

  test("that is cancelled is never published, and its post is rejected so that no planner brings it back", async () => {
    const { id, queue_item_id } = await scheduled();
    await world.call(schedulerApi.cancel, { params: { id } });
    await run(60);
    await world.call(schedulerApi.runDailyPlanner, {});
    await run(1);
    expect((await world.posts()).filter((post) => post.queue_item_id === queue_item_id)).toEqual(
      [],
    );
    const [item] = await world.database.db
      .select()
      .from(queueItems)
      .where(eq(queueItems.id, queue_item_id));
    expect(item).toMatchObject({ status: "rejected" });
  });

  test("that is cancelled on one account stays on the others", async () => {
    await world.addAccount(group, "first.bsky.social");
    const { id, queue_item_id } = await scheduled();
    await world.call(schedulerApi.cancel, { params: { id } });
    const [item] = await world.queue();
    expect(item).toMatchObject({ id: queue_item_id, status: "approved" });
    await run(5);
    expect(await statuses()).toEqual(["published"]);
  });
});

describe("The next slot of a scheduled post", () => {
  const slotOf = async (id: number) =>
    (await world.call(schedulerApi.nextSlot, { params: { id } })).publish_at;

  test("is its account's first free time in whole minutes, its own time being free", async () => {
    const { id } = await scheduled();
    await move(id, inMinutes(600));
    const slot = new Date(await slotOf(id));
    expect(slot.getTime() % 60_000).toBe(0);
    expect(slot.getTime()).toBeGreaterThan(world.clock.now().getTime());
    expect(slot.getTime()).toBeLessThanOrEqual(inMinutes(2).getTime());
  });

  test("keeps half an hour from the account's other posts", async () => {
    const first = await scheduled();
    const ids = await world.generate(first.category_id ?? 0);
    await world.approve(ids.at(-1) ?? 0);
    const other = (await world.posts()).find(
      ({ account_id, id }) => account_id === first.account_id && id !== first.id,
    );
    if (!other) throw new Error("No second post was made.");
    await move(first.id, inMinutes(10));
    await move(other.id, inMinutes(600));
    const slot = new Date(await slotOf(other.id));
    expect(slot.getTime()).toBeGreaterThanOrEqual(inMinutes(39).getTime());
  });

  test("is refused for a post that is gone or not scheduled any more", async () => {
    const { id } = await scheduled();
    await setPosts({ status: "published" });
    expect(await world.refusal(schedulerApi.nextSlot, { params: { id } })).toEqual(
      refusal(409, "This post is already published."),
    );
    expect(await world.refusal(schedulerApi.nextSlot, { params: { id: 999 } })).toEqual(
      refusal(404, "No such post: it may have been cancelled meanwhile."),
    );
  });
});

test("One post is read by its id, whatever its status; one that does not exist is not found", async () => {
  const { id } = await scheduled();
  await setPosts({ status: "published" });
  const read = await world.call(schedulerApi.detail, { params: { id } });
  expect(read).toMatchObject({ id, status: "published" });
  expect(await world.refusal(schedulerApi.detail, { params: { id: 999 } })).toEqual(
    refusal(404, "No such post."),
  );
});

describe("A post that is not scheduled any more", () => {
  test.each([
    ["publishing", "This post is being published."],
    ["published", "This post is already published."],
    ["failed", "This post has failed: retry it."],
    ["unknown", "This post may already be live: check the profile."],
  ] as const)("%s: is neither moved, cancelled nor published now", async (status, detail) => {
    const { id } = await scheduled();
    await setPosts({ status });
    const refused = { status: 409, detail };
    const params = { id };
    const body = { publish_at: inMinutes(60).toISOString() };
    expect(await world.refusal(schedulerApi.reschedule, { params, body })).toEqual(refused);
    expect(await world.refusal(schedulerApi.cancel, { params })).toEqual(refused);
    expect(await world.refusal(schedulerApi.publishNow, { params })).toEqual(refused);
    expect(await statuses()).toEqual([status]);
  });

  test("or that does not exist is not found; a time that has passed is refused", async () => {
    const { id } = await scheduled();
    const missing = refusal(404, "No such post: it may have been cancelled meanwhile.");
    expect(await world.refusal(schedulerApi.cancel, { params: { id: 999 } })).toEqual(missing);
    expect(await world.refusal(schedulerApi.publishNow, { params: { id: 999 } })).toEqual(missing);
    const body = { publish_at: inMinutes(-1).toISOString() };
    expect(await world.refusal(schedulerApi.reschedule, { params: { id }, body })).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", "publish_at"], msg: "This time has passed." }],
    });
  });
});

describe("The schedule", () => {
  test("is listed for a range of time, and for one group", async () => {
    const other = await world.addGroup("Druga");
    const mine = await scheduled();
    const theirs = await scheduled(other);
    await move(mine.id, inMinutes(60));
    await move(theirs.id, inMinutes(3 * 60));
    const listed = async (query: object) =>
      (await world.call(schedulerApi.upcoming, { query })).map(({ id }) => id);
    expect(await listed({})).toEqual([mine.id, theirs.id]);
    expect(await listed({ from: inMinutes(120).toISOString() })).toEqual([theirs.id]);
    expect(
      await listed({ from: inMinutes(0).toISOString(), to: inMinutes(170).toISOString() }),
    ).toEqual([mine.id]);
    expect(await listed({ group_id: other })).toEqual([theirs.id]);
    const status = await world.call(schedulerApi.status, { query: { group_id: group } });
    expect(status.upcoming_posts.map(({ id }) => id)).toEqual([mine.id]);
    expect(
      await world.refusal(schedulerApi.upcoming, { query: { from: "yesterday" } }),
    ).toMatchObject({ status: 422, detail: [{ loc: ["query", "from"] }] });
  });
});
