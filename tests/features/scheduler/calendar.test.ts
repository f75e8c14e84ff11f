import { describe, expect, it } from "vitest";
import { sampleQueueItem } from "@/entities/post/contract-docs";
import { rowsOf } from "@/features/scheduler/posts";
import type { ScheduledPost } from "@/features/scheduler/schema";
import { dropTime } from "@/features/scheduler/views/calendar/use-entry-drag";
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

const idsOf = (joined: readonly (readonly ScheduledPost[])[]) =>
  joined.map((posts) => posts.map(({ id }) => id));

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
    expect(idsOf(entries.map(({ posts }) => posts))).toEqual([[4], [1, 2], [5], [6], [3]]);
  });

  it("join posts whose slots were found within a minute, and no later ones", () => {
    const entries = entriesOf([
      post(1, 7, "2026-11-26T10:00:00.120Z"),
      post(2, 7, "2026-11-26T10:00:59.980Z"),
      post(3, 7, "2026-11-26T10:01:00.130Z"),
    ]);
    expect(idsOf(entries.map(({ posts }) => posts))).toEqual([[1, 2], [3]]);
  });
});

describe("The rows of a list", () => {
  it("join the posts of one content on one day, in the order of the first one", () => {
    const local = (time: string) => new Date(time).toISOString();
    const rows = rowsOf([
      post(1, 7, local("2026-11-26T10:00")),
      post(2, 8, local("2026-11-26T10:30")),
      post(3, 7, local("2026-11-26T11:00")),
      post(4, 7, local("2026-11-28T10:00")),
      post(5, null, local("2026-11-26T10:00")),
      post(6, null, local("2026-11-26T10:00")),
    ]);
    expect(idsOf(rows)).toEqual([[1, 3], [2], [4], [5], [6]]);
  });
});

describe("A drop in the calendar", () => {
  const day = new Date(2026, 10, 26);
  const had = new Date(2026, 10, 24, 14, 20).getTime();
  /** As the operator reads it: '26 14:20'. */
  const read = (time: number) => {
    const at = new Date(time);
    const clock = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, "0"));
    return `${at.getDate()} ${clock.join(":")}`;
  };

  it.each([
    [undefined, "26 14:20"],
    [0, "26 00:00"],
    [0.5, "26 12:00"],
    [0.51, "26 12:00"],
    [0.515, "26 12:15"],
    [1, "26 23:45"],
    [1.2, "26 23:45"],
    [-0.1, "26 00:00"],
  ])("at %s of a day is at %s", (part, time) => {
    expect(read(dropTime(day, had, part).time)).toBe(time);
  });
});
