import { describe, expect, it } from "vitest";
import { changesOf, totalsOf } from "@/features/performance/totals";

const post = (impressions: number | null, engagement_rate: number | null) => ({
  impressions,
  engagement_rate,
});

describe("The totals of a list", () => {
  it("count the posts, add up the impressions and average the engagement", () => {
    expect(totalsOf([post(4210, 0.05), post(790, 0.03)])).toEqual({
      posts: 2,
      impressions: 5000,
      engagement: 0.04,
    });
  });

  it("leave out what was not measured, and count zero", () => {
    expect(totalsOf([post(100, 0.04), post(null, null), post(0, 0)])).toEqual({
      posts: 3,
      impressions: 100,
      engagement: 0.02,
    });
  });

  it("are not zero if nothing was measured", () => {
    const nothing = { impressions: null, engagement: null };
    expect(totalsOf([post(null, null)])).toEqual({ posts: 1, ...nothing });
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
