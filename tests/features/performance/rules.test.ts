import { describe, expect, it } from "vitest";
import { marksOf, pointsOf } from "@/features/performance/series";
import { pressed } from "@/features/performance/sorting";
import { tickLabels } from "@/features/performance/ticks";
import { type CategorySummary, ranked } from "@/features/performance/trends";
import { engagementLevel } from "@/features/performance/views/figures";
import { neighboursOf } from "@/features/performance/views/post/post-pager";
import { formatCount, formatPercent } from "@/shared/format/number";
import { fc } from "../../support/random-seed";

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

  it("has one level for every rate, and a higher rate never a lower one", () => {
    const rate = fc.double({ min: 0, max: 2, noNaN: true });
    fc.assert(
      fc.property(rate, rate, (one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        expect(engagementLevel(low) ?? 0).toBeLessThanOrEqual(engagementLevel(high) ?? 0);
        expect(engagementLevel(one)).toBe(one >= 0.05 ? 3 : one >= 0.02 ? 2 : 1);
      }),
    );
  });

  it("has two decimals", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 2, noNaN: true }), (rate) => {
        expect(formatPercent(rate)).toMatch(/^\d+\.\d\d%$/);
        expect(Math.abs(Number.parseFloat(formatPercent(rate)) - rate * 100)).toBeLessThan(0.0051);
      }),
    );
  });
});

describe("A count", () => {
  it("is abbreviated from 1,000 and from 1,000,000, and exact to half of its last digit", () => {
    fc.assert(
      fc.property(fc.nat(2_000_000_000), (count) => {
        const formatted = formatCount(count);
        expect(formatted).toMatch(/^\d{1,3}$|^\d{1,3}(\.\d)?K$|^\d{1,4}(\.\d)?M$/);
        const size = formatted.endsWith("M") ? 1_000_000 : formatted.endsWith("K") ? 1_000 : 1;
        expect(size === 1).toBe(count < 1_000);
        if (count >= 1_000_000) expect(size).toBe(1_000_000);
        const value = Number.parseFloat(formatted) * size;
        expect(Math.abs(value - count)).toBeLessThanOrEqual(size === 1 ? 0 : size * 0.0501);
      }),
    );
  });
});

describe("The neighbours of a post", () => {
  it("are the posts next to it, and lead from either end to the other", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { minLength: 1 }), (ids) => {
        const posts = ids.map((id) => ({ scheduled_post_id: id }));
        const walked = [ids[0] ?? 0];
        for (;;) {
          // In an address the id is text.
          const { next, place } = neighboursOf(posts, String(walked.at(-1)));
          expect(place).toBe(walked.length);
          if (typeof next !== "number") break;
          expect(neighboursOf(posts, next).previous).toBe(walked.at(-1));
          walked.push(next);
        }
        expect(walked).toEqual(ids);
      }),
    );
  });

  it("do not exist for a post that is not in the list", () => {
    expect(neighboursOf([{ scheduled_post_id: 1 }], 2)).toEqual({});
  });
});

describe("The bars of the categories", () => {
  const rate = fc.option(fc.double({ min: 0, max: 5, noNaN: true }));
  const summaries = fc.array(
    fc.record({ category_name: fc.string(), average_engagement_rate: rate }),
  );
  const whole = (part: Pick<CategorySummary, "category_name" | "average_engagement_rate">) => ({
    ...part,
    category_id: 1,
    total_posts: 1,
    total_impressions: 1,
    total_likes: 1,
    total_comments: 1,
    total_shares: 1,
  });

  it("are sorted by their rates, those without one last", () => {
    fc.assert(
      fc.property(summaries, (parts) => {
        const rates = ranked(parts.map(whole)).map((one) => one.average_engagement_rate ?? -1);
        expect(rates).toEqual(rates.toSorted((one, other) => other - one));
        expect(rates).toHaveLength(parts.length);
      }),
    );
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

  it("marks any scale with few whole steps that reach the highest value", () => {
    fc.assert(
      fc.property(fc.nat(2_000_000_000), (highest) => {
        const marks = marksOf(highest);
        expect(marks.length).toBeLessThanOrEqual(5);
        expect(marks.at(-1)).toBeGreaterThanOrEqual(highest);
        expect(marks.every(Number.isInteger)).toBe(true);
      }),
    );
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
