import { describe, expect, it } from "vitest";
import { pressed } from "@/features/performance/list-options";
import { marksOf, pointsOf } from "@/features/performance/series";
import { tickLabels } from "@/features/performance/ticks";
import { changesOf, totalsOf } from "@/features/performance/totals";
import { trendsOf } from "@/features/performance/trends";
import { engagementLevel } from "@/features/performance/views/figures";

describe("Engagement", () => {
  it.each([
    [0.05, 3],
    [0.0499999, 2],
    [0.02, 2],
    [0.0199999, 1],
    [0, 1],
    [null, undefined],
    [undefined, undefined],
    [Number.NaN, undefined],
  ])("of %s is level %s", (rate, level) => {
    expect(engagementLevel(rate)).toBe(level);
  });
});

describe("A press on a column's head", () => {
  it("reverses the order of the sorted column", () => {
    expect(pressed("likes", { sort: "likes", order: "desc" })).toEqual({
      sort: "likes",
      order: "asc",
    });
  });
  it("sorts another figure in descending order, and the categories in ascending order", () => {
    const now = { sort: "likes", order: "asc" } as const;
    expect(pressed("shares", now)).toEqual({ sort: "shares", order: "desc" });
    expect(pressed("category_name", now)).toEqual({ sort: "category_name", order: "asc" });
  });
});

describe("The chart", () => {
  it("uses the snapshots with a time and a number, also as a text, oldest first", () => {
    const snapshots = [
      { snapshot_time: "2026-11-20T10:00:00Z", raw_data: { likes: 9 } },
      { snapshot_time: "2026-11-19T10:00:00Z", raw_data: { likes: "1200" } },
      { snapshot_time: "yesterday", raw_data: { likes: 5 } },
      { snapshot_time: "2026-11-21T10:00:00Z", raw_data: { likes: "many" } },
      { snapshot_time: "2026-11-22T10:00:00Z", raw_data: null },
    ];
    expect(pointsOf(snapshots, "likes").map(({ value }) => value)).toEqual([1200, 9]);
  });

  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [9, [0, 5, 10]],
    [99, [0, 25, 50, 75, 100]],
    [128_400, [0, 50_000, 100_000, 150_000]],
  ])("marks a scale up to %s", (highest, marks) => {
    expect(marksOf(highest)).toEqual(marks);
  });

  it("dates the first mark and every new day, with the year if it is not the current one", () => {
    const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime();
    const hours = [at(19, 12), at(19, 18), at(20, 0), at(20, 6)];
    expect(tickLabels(hours, 6 * 3_600_000, at(21, 0))).toEqual([
      "12:00\n19 Nov",
      "18:00",
      "00:00\n20 Nov",
      "06:00",
    ]);
    const days = [new Date(2025, 11, 31).getTime(), new Date(2026, 0, 1).getTime()];
    expect(tickLabels(days, 86_400_000, at(21, 0))).toEqual(["31 Dec 2025", "1 Jan 2026"]);
    expect(tickLabels([at(19, 12), at(19, 12) + 5_000], 5_000, at(21, 0))).toEqual([
      "12:00:00\n19 Nov",
      "12:00:05",
    ]);
  });
});

const measured = (impressions: number | null, engagement_rate: number | null) => ({
  impressions,
  engagement_rate,
});

describe("The totals of a list", () => {
  it("leave out what was not measured, and count zero", () => {
    expect(totalsOf([measured(100, 0.04), measured(null, null), measured(0, 0)])).toEqual({
      posts: 3,
      impressions: 100,
      engagement: 0.02,
    });
  });

  it("are not zero if nothing was measured", () => {
    const nothing = { impressions: null, engagement: null };
    expect(totalsOf([measured(null, null)])).toEqual({ posts: 1, ...nothing });
    expect(totalsOf([])).toEqual({ posts: 0, ...nothing });
  });
});

describe("The change to the period before", () => {
  const totals = (posts: number, impressions: number | null, engagement: number | null) => ({
    posts,
    impressions,
    engagement,
  });

  it("is a number of posts, a percentage of impressions and points of engagement", () => {
    expect(changesOf(totals(12, 1500, 0.0512), totals(9, 1000, 0.0472))).toEqual({
      posts: "+3",
      impressions: "+50%",
      engagement: "+0.4 points",
    });
    expect(changesOf(totals(9, 750, 0.04), totals(12, 1000, 0.0412))).toEqual({
      posts: "−3",
      impressions: "−25%",
      engagement: "−0.12 points",
    });
    expect(changesOf(totals(9, 1000, 0.04), totals(9, 1000, 0.04))).toEqual({
      posts: "±0",
      impressions: "±0%",
      engagement: "±0 points",
    });
  });

  it("is left out if there was nothing before, or nothing was measured", () => {
    const left = { impressions: undefined, engagement: undefined };
    expect(changesOf(totals(2, 100, 0.04), totals(0, null, null))).toEqual({
      posts: "+2",
      ...left,
    });
    expect(changesOf(totals(2, 100, null), totals(1, 0, 0.04))).toEqual({ posts: "+1", ...left });
  });
});

/** A post of a day of 2026, counted from 1 January. */
const ofDay = (category_name: string | null, day: number, engagement_rate: number | null) => ({
  category_name,
  engagement_rate,
  publish_at: new Date(2026, 0, day, 12).toISOString(),
});
const stepsOf = (posts: ReturnType<typeof ofDay>[]) => trendsOf(posts)?.byCategory.get("Saveti");

describe("The engagement over time", () => {
  it("is the average of each step, oldest first", () => {
    const posts = [ofDay("Saveti", 3, 0.06), ofDay("Saveti", 1, 0.01), ofDay("Saveti", 3, 0.02)];
    expect(stepsOf(posts)).toEqual([
      { step: 0, rate: 0.01 },
      { step: 2, rate: 0.04 },
    ]);
    expect(trendsOf(posts)).toMatchObject({ days: 1, steps: 3 });
  });

  it.each([
    [14, 1, 14],
    [15, 7, 3],
    [112, 7, 16],
    [113, 30, 4],
  ])("of %s days has steps of %s days", (all, days, steps) => {
    const posts = [ofDay("Saveti", 1, 0.01), ofDay("Saveti", all, 0.02)];
    expect(trendsOf(posts)).toMatchObject({ days, steps });
    expect(stepsOf(posts)?.at(-1)?.step).toBe(steps - 1);
  });

  it("leaves out posts without a rate, a category or a time", () => {
    expect(
      trendsOf([
        ofDay("Saveti", 1, null),
        ofDay(null, 1, 0.04),
        { ...ofDay("Saveti", 1, 0.04), publish_at: null },
      ]),
    ).toBeUndefined();
  });

  it("fits on the chart, which reaches to 7% or to the highest average", () => {
    expect(trendsOf([ofDay("Saveti", 1, 0.01)])?.top).toBe(0.07);
    expect(trendsOf([ofDay("Saveti", 1, 0.2), ofDay("Saveti", 1, 0.1)])?.top).toBeCloseTo(0.15);
  });
});
