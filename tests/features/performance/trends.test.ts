import { describe, expect, it } from "vitest";
import { trendsOf } from "@/features/performance/trends";

/** A post of a day of 2026, counted from 1 January. */
const post = (category_name: string | null, day: number, engagement_rate: number | null) => ({
  category_name,
  engagement_rate,
  publish_at: new Date(2026, 0, day, 12).toISOString(),
});
const pointsOf = (posts: ReturnType<typeof post>[]) => trendsOf(posts)?.byCategory.get("Saveti");

describe("The engagement over time", () => {
  it("is the average of each step, oldest first", () => {
    const posts = [post("Saveti", 3, 0.06), post("Saveti", 1, 0.01), post("Saveti", 3, 0.02)];
    expect(pointsOf(posts)).toEqual([
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
    const posts = [post("Saveti", 1, 0.01), post("Saveti", all, 0.02)];
    expect(trendsOf(posts)).toMatchObject({ days, steps });
    expect(pointsOf(posts)?.at(-1)?.step).toBe(steps - 1);
  });

  it("leaves out posts without a rate, a category or a time", () => {
    expect(
      trendsOf([
        post("Saveti", 1, null),
        post(null, 1, 0.04),
        { ...post("Saveti", 1, 0.04), publish_at: null },
      ]),
    ).toBeUndefined();
  });

  it("fits on the chart, which reaches to 7% or to the highest average", () => {
    expect(trendsOf([post("Saveti", 1, 0.01)])?.top).toBe(0.07);
    expect(trendsOf([post("Saveti", 1, 0.2), post("Saveti", 1, 0.1)])?.top).toBeCloseTo(0.15);
  });
});
