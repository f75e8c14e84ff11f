import { beforeEach, describe, expect, test } from "vitest";
import type { PublishingTimes } from "@/entities/group/contract";
import { groupsApi } from "@/features/groups/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { contentItems } from "../../../../server/db/schema.ts";
import { planToday } from "../../../../server/features/generation/plan-day.ts";
import { slotsFrom } from "../../../../server/features/scheduler/publishing-times.ts";
import { approveNew, group, world, worldForEach } from "../support.ts";

const daily = (...times: string[]): PublishingTimes => ({
  monday: times,
  tuesday: times,
  wednesday: times,
  thursday: times,
  friday: times,
  saturday: times,
  sunday: times,
});
const none = daily();

/** Returns the first publishing times, in UTC. */
function slots(time_zone: string, publishing_times: PublishingTimes, from: string, count: number) {
  const found: string[] = [];
  for (const slot of slotsFrom({ publishing_times, time_zone }, Date.parse(from))) {
    if (found.length === count) break;
    found.push(`${new Date(slot).toISOString().slice(0, 16)}Z`);
  }
  return found;
}

describe("The times of a week", () => {
  test("are those of each weekday, in the group's time zone", () => {
    const week = { ...none, monday: ["17:30", "09:00"], sunday: ["11:00"] };
    // 2 January 2040 is a Monday.
    expect(slots("Europe/Belgrade", week, "2040-01-02T08:00:00Z", 4)).toEqual([
      "2040-01-02T08:00Z",
      "2040-01-02T16:30Z",
      "2040-01-08T10:00Z",
      "2040-01-09T08:00Z",
    ]);
    expect(slots("Europe/Belgrade", week, "2040-01-02T08:00:01Z", 1)).toEqual([
      "2040-01-02T16:30Z",
    ]);
  });

  test("belong to the local weekday, also where it is another one in UTC", () => {
    const week = { ...none, monday: ["20:00"] };
    expect(slots("America/Los_Angeles", week, "2040-01-02T00:00:00Z", 1)).toEqual([
      "2040-01-03T04:00Z",
    ]);
    expect(
      slots("Pacific/Auckland", { ...none, monday: ["08:00"] }, "2040-01-01T00:00:00Z", 1),
    ).toEqual(["2040-01-01T19:00Z"]);
  });

  test("stay on the clock when it is put forward and back", () => {
    expect(slots("Europe/Belgrade", daily("09:00"), "2040-03-24T00:00:00Z", 3)).toEqual([
      "2040-03-24T08:00Z",
      "2040-03-25T07:00Z",
      "2040-03-26T07:00Z",
    ]);
    expect(slots("Europe/Belgrade", daily("09:00"), "2040-10-27T00:00:00Z", 3)).toEqual([
      "2040-10-27T07:00Z",
      "2040-10-28T08:00Z",
      "2040-10-29T08:00Z",
    ]);
  });

  test("come once a day, also if the clocks skip or repeat them", () => {
    // 02:30 is skipped on 25 March, and shown twice on 28 October.
    expect(slots("Europe/Belgrade", daily("02:30"), "2040-03-24T12:00:00Z", 2)).toEqual([
      "2040-03-25T01:30Z",
      "2040-03-26T00:30Z",
    ]);
    expect(slots("Europe/Belgrade", daily("02:30"), "2040-10-27T12:00:00Z", 2)).toEqual([
      "2040-10-28T00:30Z",
      "2040-10-29T01:30Z",
    ]);
  });

  // Their clocks are no longer put back in autumn: from 2026 on they keep summer time, Morocco UTC.
  test.each([
    ["America/Vancouver", "16:00"],
    ["America/Edmonton", "15:00"],
    ["America/Winnipeg", "14:00"],
    ["Africa/Casablanca", "09:00"],
  ])("follow the present rules of %s, whatever Node or the database knows", (zone, inUtc) => {
    for (const date of ["2026-12-15", "2027-07-15"]) {
      expect(slots(zone, daily("09:00"), `${date}T00:00:00Z`, 1)).toEqual([`${date}T${inUtc}Z`]);
    }
  });

  test("are none if no day has one", () => {
    expect(slots("UTC", none, "2040-01-02T00:00:00Z", 1)).toEqual([]);
  });
});

// A Monday, ahead of the machine's clock, which the queue uses.
const morning = new Date("2040-01-02T07:30:00Z");
let now = morning;

worldForEach(() => ({ ports: { clock: { now: () => now } } }));
beforeEach(() => {
  now = morning;
});

const set = (
  publishing_times: PublishingTimes | null,
  { time_zone = "UTC", notice_minutes = 1 } = {},
) =>
  world.call(groupsApi.setSlots, {
    params: { id: group },
    body: { publishing_times, time_zone, notice_minutes },
  });
const times = async () => (await world.posts()).map(({ publish_at }) => publish_at.toISOString());

describe("An approved post", () => {
  test("is published at the next publishing time at which its account has none", async () => {
    await world.addAccount(group);
    await set(daily("09:00", "17:30"), { time_zone: "Europe/Belgrade" });
    const category = await world.addCategory(group);
    for (const id of await world.generate(category, 3)) await world.approve(id);
    expect(await times()).toEqual([
      "2040-01-02T08:00:00.000Z",
      "2040-01-02T16:30:00.000Z",
      "2040-01-03T08:00:00.000Z",
    ]);
  });

  test("is published after the notice, with publishing times and without", async () => {
    await world.addAccount(group);
    await set(daily("08:00", "09:00"), { notice_minutes: 31 });
    const category = await world.addCategory(group);
    const ids = await world.generate(category, 2);
    await world.approve(ids[0] ?? 0);
    await set(null, { notice_minutes: 20 });
    await world.approve(ids[1] ?? 0);
    expect(await times()).toEqual(["2040-01-02T09:00:00.000Z", "2040-01-02T07:50:00.000Z"]);
  });

  test("is published after a minute in a group whose settings nobody has changed", async () => {
    await world.addAccount(group);
    await approveNew();
    expect(await times()).toEqual(["2040-01-02T07:31:00.000Z"]);
  });
});

describe("The planner", () => {
  async function fillPool(category_id: number, count: number) {
    await world.database.db.insert(contentItems).values(
      Array.from({ length: count }, (_, n) => ({
        category_id,
        text_content: `Tekst ${n}`,
        media_type: "image" as const,
        image_url: "/media/sandbox/31.svg",
      })),
    );
  }

  test("uses the publishing times, spread if there are more of them than posts", async () => {
    await world.addAccount(group);
    await set(daily("08:00", "12:00", "16:00", "22:00"));
    await fillPool(await world.addCategory(group, { image_posts_per_day: 2 }), 5);
    expect(await world.transaction(planToday)).toBe(2);
    expect(await times()).toEqual(["2040-01-02T12:00:00.000Z", "2040-01-02T22:00:00.000Z"]);
    expect(await world.transaction(planToday)).toBe(0);
  });

  test("plans one post per account and time, and leaves the rest in the pool", async () => {
    await world.addAccount(group, "one.bsky.social");
    await world.addAccount(group, "two.bsky.social");
    await set(daily("10:00", "18:00"));
    const category = await world.addCategory(group, { image_posts_per_day: 4 });
    await fillPool(category, 5);
    expect(await world.transaction(planToday)).toBe(2);
    expect(await times()).toEqual([
      "2040-01-02T10:00:00.000Z",
      "2040-01-02T10:00:00.000Z",
      "2040-01-02T18:00:00.000Z",
      "2040-01-02T18:00:00.000Z",
    ]);
    expect(await world.queue()).toHaveLength(2);
  });

  test("reaches every time of the day in a zone far from UTC, until its next run", async () => {
    await world.addAccount(group);
    await set(daily("08:00", "20:00"), { time_zone: "America/Los_Angeles" });
    const category = await world.addCategory(group, { image_posts_per_day: 2 });
    await fillPool(category, 9);
    expect(await world.transaction(planToday)).toBe(2);
    now = new Date("2040-01-03T05:00:00Z");
    expect(await world.transaction(planToday)).toBe(0);
    now = new Date("2040-01-03T06:00:00Z");
    expect(await world.transaction(planToday)).toBe(2);
    expect(await times()).toEqual([
      "2040-01-02T16:00:00.000Z",
      "2040-01-03T04:00:00.000Z",
      "2040-01-03T16:00:00.000Z",
      "2040-01-04T04:00:00.000Z",
    ]);
  });

  test("plans after 20:00 UTC only in groups with publishing times, and says so", async () => {
    now = new Date("2040-01-02T21:00:00Z");
    await world.addAccount(group);
    await fillPool(await world.addCategory(group), 2);
    expect(await world.transaction(planToday)).toBe(0);
    await set(daily("22:00"));
    expect((await world.call(schedulerApi.runDailyPlanner, {})).message).toBe(
      "The daily planner is queued. After 20:00 UTC it schedules only in groups with publishing times.",
    );
    await world.runJobs();
    expect(await times()).toEqual(["2040-01-02T22:00:00.000Z"]);
  });
});

describe("The settings", () => {
  test("are kept, and no time on any day is the same as none set", async () => {
    const week = { ...none, friday: ["09:00"] };
    expect(await set(week, { time_zone: "Asia/Tokyo", notice_minutes: 60 })).toMatchObject({
      publishing_times: week,
      time_zone: "Asia/Tokyo",
      notice_minutes: 60,
    });
    expect(await set(none)).toMatchObject({ publishing_times: null });
  });

  test.each([
    [{ publishing_times: { ...none, monday: ["9:00"] } }, ["publishing_times", "monday", 0]],
    [{ publishing_times: { ...none, monday: ["24:00"] } }, ["publishing_times", "monday", 0]],
    [{ time_zone: "Europe/Nowhere" }, ["time_zone"]],
    [{ time_zone: "+01:00" }, ["time_zone"]],
    [{ notice_minutes: 0 }, ["notice_minutes"]],
    [{ notice_minutes: 61 }, ["notice_minutes"]],
  ])("refuse %j", async (change, place) => {
    const body = { publishing_times: null, time_zone: "UTC", notice_minutes: 1, ...change };
    expect(await world.refusal(groupsApi.setSlots, { params: { id: group }, body })).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", ...place] }],
    });
  });
});
