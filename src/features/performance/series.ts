import { lenient } from "@/shared/api/reply/lenient";
import { z } from "@/shared/config/zod";
import { parseTime } from "@/shared/format/time";

/** The figures of a post that grow from snapshot to snapshot. */
export const seriesKeys = ["impressions", "video_views", "likes", "comments", "shares"] as const;

export type SeriesKey = (typeof seriesKeys)[number];

export const seriesLabels: Readonly<Record<SeriesKey, string>> = {
  impressions: "Impressions",
  video_views: "Video views",
  likes: "Likes",
  comments: "Comments",
  shares: "Shares",
};

export type Snapshot = {
  readonly snapshot_time: string;
  readonly raw_data?: Readonly<Record<string, unknown>> | null | undefined;
};

/** One measurement of one figure; the time in milliseconds. */
export type Point = { readonly at: number; readonly time: string; readonly value: number };

const figure = lenient(z.number());

/** Returns a figure of a snapshot if it is a number, or a text of one: platforms send any type. */
export const figureOf = ({ raw_data }: Snapshot, key: SeriesKey): number | undefined =>
  figure.parse(raw_data?.[key]);

/** Returns the measurements of one figure that have a time and a number, oldest first. */
export function pointsOf(snapshots: readonly Snapshot[], key: SeriesKey): readonly Point[] {
  return snapshots
    .flatMap((snapshot) => {
      const at = parseTime(snapshot.snapshot_time);
      const value = figureOf(snapshot, key);
      return at === undefined || value === undefined
        ? []
        : [{ at, time: snapshot.snapshot_time, value }];
    })
    .sort((one, other) => one.at - other.at);
}

/** Returns round marks from 0 to at least the highest value, at most five of them. */
export function marksOf(highest: number): readonly number[] {
  const top = Math.max(highest, 1);
  const size = 10 ** Math.floor(Math.log10(top / 4));
  const step = [1, 2, 2.5, 5, 10]
    .map((factor) => Math.max(1, factor * size))
    .find((candidate) => candidate * 4 >= top && Number.isInteger(candidate));
  const marks = [0];
  const stride = step ?? Math.ceil(top / 4);
  while ((marks.at(-1) ?? 0) < top) marks.push((marks.at(-1) ?? 0) + stride);
  return marks;
}
