import { z } from "zod";
import type { Figures, MeasuredPost } from "../../../ports/metrics-source.ts";
import { readFigures } from "../read-figures.ts";
import type { Meta, Reply } from "./meta.ts";

const insightsSchema = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      values: z.array(z.object({ value: z.unknown() })).catch([]),
      total_value: z.object({ value: z.unknown() }).optional().catch(undefined),
    }),
  ),
});

/** Returns a figure by its metric's name; null if Meta has left it out. */
export type Insights = (name: string) => number | null;

/** Reads metrics of one object. */
export async function readInsights(
  meta: Meta,
  url: string,
  metrics: readonly string[],
): Promise<Reply<Insights>> {
  const reply = await meta(
    { method: "GET", url, query: { metric: metrics.join(",") } },
    insightsSchema,
  );
  if (!reply.ok) return reply;
  const figures = new Map(
    reply.value.data.flatMap(({ name, values, total_value }) => {
      const sum = sumOf(values.at(-1)?.value ?? total_value?.value);
      return sum === null ? [] : [[name, sum] as const];
    }),
  );
  return { ok: true, value: (name) => figures.get(name) ?? null };
}

/** Returns the sum of a figure that may be split, for example into paid and organic. */
function sumOf(value: unknown): number | null {
  if (typeof value === "number") return value;
  if (typeof value !== "object" || value === null) return null;
  const parts = Object.values(value).filter((part) => typeof part === "number");
  return parts.length > 0 ? parts.reduce((sum, part) => sum + part, 0) : null;
}

/** Reads post by post: Meta has no call for several. See `readFigures`. */
export const readEach = (
  posts: readonly MeasuredPost[],
  readOne: (post: MeasuredPost) => Promise<Reply<Figures>>,
): Promise<ReadonlyMap<number, Figures>> =>
  readFigures(posts, async (post) => {
    const reply = await readOne(post);
    return reply.ok ? [[post.id, reply.value]] : reply.refused;
  });
