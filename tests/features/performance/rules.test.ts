import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engagementLevel } from "@/features/performance/engagement";
import { marksOf, placesOf, pointsOf } from "@/features/performance/series";
import { pressed } from "@/features/performance/sorting";

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
  it("turns round what is sorted by it already", () => {
    expect(pressed("likes", { sort: "likes", order: "desc" })).toEqual({
      sort: "likes",
      order: "asc",
    });
  });
  it("begins with the most of another figure, and with A of the categories", () => {
    const now = { sort: "likes", order: "asc" } as const;
    expect(pressed("shares", now)).toEqual({ sort: "shares", order: "desc" });
    expect(pressed("category_name", now)).toEqual({ sort: "category_name", order: "asc" });
  });
});

describe("The chart", () => {
  it("takes what has a time and a number, oldest first", () => {
    const snapshots = [
      { snapshot_time: "2026-11-20T10:00:00Z", raw_data: { likes: 9 } },
      { snapshot_time: "2026-11-19T10:00:00Z", raw_data: { likes: 4 } },
      { snapshot_time: "yesterday", raw_data: { likes: 5 } },
      { snapshot_time: "2026-11-21T10:00:00Z", raw_data: { likes: "many" } },
      { snapshot_time: "2026-11-22T10:00:00Z", raw_data: null },
    ];
    expect(pointsOf(snapshots, "likes").map(({ value }) => value)).toEqual([4, 9]);
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

  it("keeps every point on its surface", () => {
    const point = fc.record({
      at: fc.integer({ min: 0, max: 10_000 }),
      time: fc.constant(""),
      value: fc.nat(1_000),
    });
    fc.assert(
      fc.property(fc.array(point, { minLength: 1 }), (unsorted) => {
        const points = unsorted.toSorted((one, other) => one.at - other.at);
        const top = marksOf(Math.max(...points.map(({ value }) => value))).at(-1) ?? 1;
        for (const { x, y } of placesOf(points, top)) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(100);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(100);
        }
      }),
    );
  });
});
