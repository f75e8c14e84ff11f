import { describe, expect, it } from "vitest";
import { performanceDocs } from "@/features/performance/contract-docs";
import {
  type Filter,
  filtered,
  hasAllFrom,
  knownPlatform,
  noFilter,
  rangeBefore,
  rangeOf,
} from "@/features/performance/filter";
import { performanceSchema } from "@/features/performance/schema";

const [sample] = performanceDocs.list.sample.reply;

const post = (scheduled_post_id: number, change: Record<string, unknown> = {}) =>
  performanceSchema.parse({ ...sample, scheduled_post_id, ...change });

/** A local time in November 2026, so that the tests pass in every zone. */
const at = (day: number, hour = 0) => new Date(2026, 10, day, hour).getTime();
const published = (id: number, day: number, hour = 12) =>
  post(id, { publish_at: new Date(at(day, hour)).toISOString() });

const now = at(25, 14);
const range = (filter: Partial<Filter>) => rangeOf({ ...noFilter, ...filter }, now);
const everyTime = { from: -Infinity, until: Infinity };

describe("A period", () => {
  it.each([
    ["all", everyTime],
    ["7d", { from: at(19), until: at(26) }],
    ["30d", { from: new Date(2026, 9, 27).getTime(), until: at(26) }],
    ["90d", { from: new Date(2026, 7, 28).getTime(), until: at(26) }],
  ] as const)("of %s ends with today", (period, expected) => {
    expect(range({ period })).toEqual(expected);
  });

  it("between dates has both days in it", () => {
    const days = { period: "dates", from: "2026-11-02", to: "2026-11-08" } as const;
    expect(range(days)).toEqual({ from: at(2), until: at(9) });
    // The wrong order.
    expect(range({ ...days, from: days.to, to: days.from })).toEqual(range(days));
    expect(range({ ...days, to: undefined })).toEqual({ from: at(2), until: Infinity });
    expect(range({ ...days, from: undefined })).toEqual({ from: -Infinity, until: at(9) });
    expect(range({ period: "dates" })).toEqual(everyTime);
    // Days without the period that they belong to.
    expect(range({ from: days.from, to: days.to })).toEqual(everyTime);
  });

  it("is compared with as much time before it as has passed of it", () => {
    expect(rangeBefore({ from: at(19), until: at(26) }, now)).toEqual({
      from: at(12),
      until: at(18, 14),
    });
    expect(rangeBefore({ from: at(8), until: at(10) }, now)).toEqual({
      from: at(6),
      until: at(8),
    });
    expect(rangeBefore({ from: at(19), until: Infinity }, now)).toEqual({
      from: at(12),
      until: at(18, 14),
    });
    expect(rangeBefore(everyTime, now)).toBeUndefined();
    expect(rangeBefore({ from: at(26), until: at(27) }, now)).toBeUndefined();
  });
});

describe("A filtered list", () => {
  const posts = [
    published(1, 20),
    published(2, 10),
    post(3, { publish_at: null, platform: "mastodon", text_content: "Đački ručak" }),
  ];
  const ids = (filter: Partial<Filter>) =>
    filtered(posts, { ...noFilter, ...filter }, range(filter)).map((one) => one.scheduled_post_id);

  it("has everything without a filter, as the same list", () => {
    expect(filtered(posts, noFilter, everyTime)).toBe(posts);
  });

  it("has the posts of the period, and none without a time", () => {
    expect(ids({ period: "7d" })).toEqual([1]);
    expect(ids({ period: "30d" })).toEqual([1, 2]);
    expect(ids({ period: "dates", from: "2026-11-10", to: "2026-11-10" })).toEqual([2]);
  });

  it("has the posts of the platform, also of an unknown one that is in the list", () => {
    expect(ids({ platform: "instagram" })).toEqual([1, 2]);
    expect(ids({ platform: "mastodon" })).toEqual([3]);
    expect(ids({ platform: "bluesky" })).toEqual([]);
    // There is no such platform.
    expect(ids({ platform: "luck" })).toEqual([1, 2, 3]);
    expect(knownPlatform(posts, "constructor")).toBeUndefined();
  });
});

describe("A loaded list", () => {
  const newest = { sort: "publish_at", order: "desc" } as const;
  const posts = [published(1, 20), published(2, 10)];

  it("has all posts from a time on if it has ended, or goes back beyond that time", () => {
    expect(hasAllFrom(-Infinity, { ...newest, posts, isFull: false })).toBe(true);
    expect(hasAllFrom(at(11), { ...newest, posts, isFull: true })).toBe(true);
    expect(hasAllFrom(at(10), { ...newest, posts, isFull: true })).toBe(false);
    expect(hasAllFrom(at(11), { sort: "likes", order: "desc", posts, isFull: true })).toBe(false);
    expect(hasAllFrom(at(11), { ...newest, order: "asc", posts, isFull: true })).toBe(false);
  });
});
