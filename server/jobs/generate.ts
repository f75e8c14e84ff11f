import { eq, inArray } from "drizzle-orm";
import type { Context, Jobs } from "../context.ts";
import { categories, contentItems, queueItems } from "../db/schema.ts";
import type { CategoryRow } from "../domain/categories.ts";
import { scheduleSoon } from "../domain/schedule.ts";
import type { Ports } from "../ports/ports.ts";
import type { JobHandlers } from "./boss.ts";

/**
 * Makes posts: each into the pool and into the approval queue, or straight on to the schedule where
 * the category approves its kind by itself. Each is one transaction, and a job that comes again
 * makes only what is missing.
 */
export const generate: JobHandlers["generate"] = async (work, { ports, transaction }) => {
  const plan = await transaction(({ db }) => readPlan(db, work));
  if (!plan) return;
  const { category, missing } = plan;
  for (const turn of missing) {
    const content = await makeContent(ports, category, work, turn);
    await transaction((context) => keepPost(context, category, work, turn, content));
  }
};

const originOf = ({ taskId, categoryId }: Jobs["generate"], turn: number) =>
  `${taskId}:${categoryId}:${turn}`;

/** The category and which posts are not made yet; undefined when the category has gone meanwhile. */
async function readPlan(db: Context["db"], work: Jobs["generate"]) {
  const [category] = await db.select().from(categories).where(eq(categories.id, work.categoryId));
  if (!category) return undefined;
  const turns = Array.from({ length: work.count }, (_, turn) => turn);
  const origins = turns.map((turn) => originOf(work, turn));
  const made = await db
    .select({ origin: queueItems.origin })
    .from(queueItems)
    .where(inArray(queueItems.origin, origins));
  const missing = turns.filter(
    (turn) => !made.some(({ origin }) => origin === originOf(work, turn)),
  );
  return { category, missing };
}

/** What the models make of the order, the same at a second delivery. */
async function makeContent(
  { textModel, imageModel }: Ports,
  category: CategoryRow,
  work: Jobs["generate"],
  turn: number,
) {
  const { given, taskId, type } = work;
  const signal = AbortSignal.timeout(120_000);
  const { name, category_type, category_prompt } = category;
  const written = given
    ? { title: null, text: given.text, imagePrompt: given.prompt }
    : await textModel.write(
        {
          category: { name, type: category_type, prompt: category_prompt },
          taskId,
          turn,
          picture: type === "image",
        },
        signal,
      );
  const prompt = written.imagePrompt;
  const picture =
    prompt === null ? null : await imageModel.draw({ prompt, seed: originOf(work, turn) }, signal);
  return {
    text_content: written.text,
    title: written.title,
    reddit_title: written.title,
    image_prompt: prompt,
    image_url: picture?.url ?? null,
    media_type: picture ? ("image" as const) : null,
  };
}

async function keepPost(
  context: Context,
  category: CategoryRow,
  work: Jobs["generate"],
  turn: number,
  content: Awaited<ReturnType<typeof makeContent>>,
) {
  const { db, ports } = context;
  const created_at = ports.clock.now();
  const approved = work.given !== undefined || category.auto_approve_content_types[work.type];
  const [pooled] = await db
    .insert(contentItems)
    .values({ ...content, category_id: category.id, created_at })
    .returning({ id: contentItems.id });
  const [item] = await db
    .insert(queueItems)
    .values({
      ...content,
      category_id: category.id,
      content_item_id: pooled?.id,
      status: approved ? "approved" : "pending_approval",
      origin: originOf(work, turn),
      created_at,
      updated_at: created_at,
    })
    .returning();
  if (item && approved) await scheduleSoon(context, item);
}
