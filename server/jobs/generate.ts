import { eq, inArray } from "drizzle-orm";
import type { Context, Jobs } from "../context.ts";
import { categories, contentItems, groups, queueItems } from "../db/schema.ts";
import { noteActivity, ofItem } from "../domain/activity.ts";
import type { CategoryRow } from "../domain/categories.ts";
import { originOf, originsOf } from "../domain/origins.ts";
import { scheduleSoon } from "../domain/schedule.ts";
import { nextSource, recentPosts, type Source, takeTurn } from "../domain/sources.ts";
import type { Ports } from "../ports/ports.ts";
import type { JobHandlers } from "./job.ts";

type Work = Jobs["generate"];

/** A group's mascot; null is no description, or no image of it. */
type Mascot = { readonly description: string | null; readonly image: string | null };

/** The data that a post is generated from, read before the models are called. */
type Order = {
  readonly category: CategoryRow;
  readonly source: Source;
  readonly recentPosts: readonly string[];
  /** The mascot to show in images; undefined if the category shows none. */
  readonly mascot: Mascot | undefined;
};

/**
 * Generates posts into the pool and the approval queue. A post is scheduled at once if the category
 * approves its kind automatically. Each post is one transaction, which also advances the rotation of
 * templates or products; a retried job generates only the missing posts. After five minutes a new job
 * continues, because pg-boss would consider this one dead after 15 and start it twice.
 */
export const generate: JobHandlers["generate"] = async (work, { ports, transaction }) => {
  const turns = await transaction(({ db }) => missingTurns(db, work));
  const deadline = ports.clock.now().getTime() + timeLimit;
  for (const turn of turns) {
    if (ports.clock.now().getTime() > deadline) {
      const singletonKey = `go-on:${originOf(work, 0)}`;
      return transaction(({ enqueue }) => enqueue("generate", work, { singletonKey }));
    }
    const order = await transaction(({ db }) => readOrder(db, work));
    if (!order) return;
    const content = await makeContent(ports, order, work, turn);
    await transaction((context) => insertPost(context, order, work, turn, content));
  }
};

/**
 * Below the queue's limit of 15 minutes by more than one post, for which the models have 2 minutes.
 */
const timeLimit = 5 * 60_000;

async function missingTurns(db: Context["db"], work: Work): Promise<number[]> {
  const made = await db
    .select({ origin: queueItems.origin })
    .from(queueItems)
    .where(inArray(queueItems.origin, originsOf(work)));
  const origins = new Set(made.map(({ origin }) => origin));
  return originsOf(work).flatMap((origin, turn) => (origins.has(origin) ? [] : [turn]));
}

/** Undefined if the category was deleted meanwhile. */
async function readOrder(db: Context["db"], work: Work): Promise<Order | undefined> {
  const [found] = await db
    .select({
      category: categories,
      mascot: { description: groups.ai_mascot_description, image: groups.ai_mascot_image_path },
    })
    .from(categories)
    .innerJoin(groups, eq(groups.id, categories.group_id))
    .where(eq(categories.id, work.categoryId));
  if (!found) return undefined;
  const { category } = found;
  const mascot = category.use_ai_mascot ? found.mascot : undefined;
  // A given text is not about a template or product.
  if (work.given) return { category, source: {}, recentPosts: [], mascot };
  const source = await nextSource(db, category, { withImage: work.type !== "text" });
  return { category, source, recentPosts: await recentPosts(db, category.id), mascot };
}

/** Calls the models. */
async function makeContent(
  { textModel, imageModel, video }: Ports,
  order: Order,
  work: Work,
  turn: number,
) {
  const { category, source, mascot } = order;
  const signal = AbortSignal.timeout(120_000);
  const written = work.given
    ? { title: null, text: work.given.text, imagePrompt: work.given.prompt }
    : await textModel.write(
        {
          category: {
            name: category.name,
            type: category.category_type,
            prompt: category.category_prompt,
          },
          taskId: work.taskId,
          turn,
          withImage: work.type !== "text",
          recentPosts: order.recentPosts,
          template: source.template,
          product: source.product,
        },
        signal,
      );
  const text = {
    text_content: written.text,
    title: written.title,
    reddit_title: written.title,
  };
  if (written.imagePrompt === null) return text;
  const { imagePrompt } = written;
  const prompt = withMascot(imagePrompt, mascot);
  const seed = originOf(work, turn);
  const { url } = await imageModel.generate(
    { prompt, seed, from: source.imageUrl, reference: mascot?.image ?? undefined },
    signal,
  );
  if (work.type !== "video") {
    return { ...text, image_prompt: prompt, image_url: url, media_type: "image" as const };
  }
  const { videoUrl, thumbnailUrl } = await video.fromImage({ imageUrl: url, seed }, signal);
  return {
    ...text,
    image_prompt: prompt,
    video_url: videoUrl,
    thumbnail_url: thumbnailUrl,
    media_type: "video" as const,
  };
}

function withMascot(prompt: string, mascot: Mascot | undefined): string {
  const begin = prompt.replace(/[.\s]+$/, "");
  if (mascot?.description) return `${begin}. It shows the mascot: ${mascot.description}`;
  return mascot?.image ? `${begin}. It shows the mascot of the reference image.` : prompt;
}

async function insertPost(
  context: Context,
  { category, source }: Order,
  work: Work,
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
  await takeTurn(context, category.id, source);
  if (!item || !approved) return;
  await scheduleSoon(context, item);
  await noteActivity(
    { ...context, by: work.given?.by ?? null },
    {
      kind: "approved",
      ...(await ofItem(context, item)),
      detail: work.given ? "Generated and approved" : `As ${category.name} approves by itself`,
    },
  );
}
