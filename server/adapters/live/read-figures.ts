import * as z from "zod/mini";
import type { Figures } from "../../ports/metrics-source.ts";
import type { Refused } from "../../ports/outcome.ts";

/** The figures of some posts, by the post's id. */
export type FigureEntries = readonly (readonly [id: number, Figures])[];

/** A figure that is missing or of another type is null, and the others are reported. */
export const count = z.catch(z.nullable(z.number()), null);

/**
 * A figure that counts nothing is null: one that is no whole number could not be stored, nor the others
 * with it.
 */
const whole = z.catch(z.nullable(z.int().check(z.nonnegative())), null);
const wholeFigures = z.object({
  impressions: whole,
  video_views: whole,
  likes: whole,
  comments: whole,
  shares: whole,
});

/**
 * Reads figures part by part. A part that the platform refuses for good is left out, and the next one
 * is read; after any other failure no more calls are made, and what was read before is kept. Throws if
 * nothing could be read.
 */
export async function readFigures<Part>(
  parts: readonly Part[],
  read: (part: Part) => Promise<FigureEntries | Refused>,
): Promise<ReadonlyMap<number, Figures>> {
  const figures = new Map<number, Figures>();
  let failure: unknown;
  for (const part of parts) {
    const result = await read(part).catch((error: unknown) => ({ ok: "thrown", error }) as const);
    if (!("ok" in result)) {
      for (const [id, found] of result) figures.set(id, wholeFigures.parse(found));
      continue;
    }
    failure = result.ok ? result.error : new Error(result.error);
    if (result.ok || result.why) break;
  }
  if (figures.size === 0 && failure !== undefined) throw failure;
  return figures;
}

/** Splits a list into lists of at most this number of items. */
export const chunk = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
