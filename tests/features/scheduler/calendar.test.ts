import { describe, expect, it } from "vitest";
import { sampleQueueItem } from "@/entities/post/contract-docs";
import type { ScheduledPost } from "@/features/scheduler/schema";
import { boundsOf, entriesOf, turned } from "@/features/scheduler/week";

const post = (id: number, item: number | null, publish_at: string): ScheduledPost => ({
  id,
  status: "scheduled",
  publish_at,
  retry_count: 0,
  published_post_url: null,
  social_account: null,
  content_queue_item: item === null ? null : { ...sampleQueueItem, id: item, media_type: null },
});

/** As the operator reads it: '2026-11-30'. */
const said = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");

describe("The days of a calendar", () => {
  it.each([
    ["week", new Date(2026, 10, 26), "2026-11-23", "2026-11-30"],
    ["week", new Date(2026, 10, 29), "2026-11-23", "2026-11-30"],
    ["month", new Date(2026, 10, 26), "2026-10-26", "2026-12-07"],
    ["month", new Date(2027, 1, 15), "2027-02-01", "2027-03-01"],
    ["month", new Date(2026, 11, 31), "2026-11-30", "2027-01-04"],
  ] as const)("are whole weeks: %s of %s", (span, day, from, to) => {
    const bounds = boundsOf(span, day);
    expect([said(bounds.from), said(bounds.to)]).toEqual([from, to]);
  });

  it.each([
    ["week", new Date(2026, 10, 26), 1, "2026-11-30"],
    ["week", new Date(2026, 10, 26), -1, "2026-11-16"],
    ["month", new Date(2026, 0, 31), 1, "2026-02-01"],
    ["month", new Date(2026, 0, 31), -1, "2025-12-01"],
  ] as const)("are turned by a whole %s", (span, day, by, first) => {
    expect(said(turned(span, day, by))).toBe(first);
  });
});

describe("The entries of a calendar", () => {
  it("join the posts of one content that are due at the same time", () => {
    const entries = entriesOf([
      post(1, 7, "2026-11-26T10:00:00Z"),
      post(2, 7, "2026-11-26T10:00:00.000Z"),
      post(3, 7, "2026-11-26T11:00:00Z"),
      post(4, 8, "2026-11-26T09:00:00Z"),
      post(5, null, "2026-11-26T10:00:00Z"),
      post(6, null, "2026-11-26T10:00:00Z"),
      post(7, 9, "soon"),
    ]);
    expect(entries.map(({ posts }) => posts.map(({ id }) => id))).toEqual([
      [4],
      [1, 2],
      [5],
      [6],
      [3],
    ]);
  });
});
