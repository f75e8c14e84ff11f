import { eq, inArray } from "drizzle-orm";
import { isPlatform, platformTypes } from "@/entities/account/platforms";
import { type TextLimit, textLimits } from "@/entities/account/text-limits";
import { accounts, categories, contentItems, groups, queueItems } from "../../db/schema.ts";
import type { Context, Jobs } from "../../kernel/context.ts";
import { Fault, RefusedWork } from "../../kernel/fault.ts";
import { originOf, originsOf, type Source } from "../../kernel/generation-work.ts";
import { lockAccounts, lockGroups } from "../../kernel/locks.ts";
import type { JobHandlers } from "../../kernel/runs.ts";
import type { ImageOrder } from "../../ports/image-model.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Captions } from "../../ports/text-model.ts";
import { videoTimeout } from "../../ports/video.ts";
import { noteActivity, ofItem } from "../activity/index.ts";
import type { CategoryRow } from "../categories/index.ts";
import { enabledAccountsNow, scheduleSoon } from "../scheduler/index.ts";
import { advanceRotation, nextSource, recentPosts } from "./sources.ts";

type Kept = NonNullable<Jobs["generate"]["kept"]>;
/** Without what is for its first post alone. */
type Work = Omit<Jobs["generate"], "kept">;

/** A group's mascot; null is no description, or no image of it. */
type Mascot = { readonly description: string | null; readonly image: string | null };

/** The data that a post is generated from, read before the models are called. */
type Order = {
  readonly category: CategoryRow;
  readonly source: Source;
  readonly recentPosts: readonly string[];
  /** The limits of the platforms that the post is for. */
  readonly limits: readonly TextLimit[];
  /** The mascot to show in images; undefined if the category shows none. */
  readonly mascot: Mascot | undefined;
};

/**
 * Generates posts into the pool and the approval queue. A post is scheduled at once if the category
 * approves its kind automatically. Each post is one transaction, which also advances the rotation of
 * templates or products; a retried job generates only the missing posts. After four minutes a new job
 * continues, because pg-boss would consider this one dead after 15 and start it twice. So does one if a
 * model takes no work for now; it gets what was paid for already.
 */
export const generate: JobHandlers["generate"] = async ({ kept, ...work }, run) => {
  const { ports, transaction } = run;
  const turns = await transaction(({ db }) => missingTurns(db, work));
  const deadline = ports.clock.now().getTime() + timeLimit;
  let { waits = 0 } = work;
  for (const turn of turns) {
    if (ports.clock.now().getTime() > deadline) {
      const singletonKey = `go-on:${originOf(work, 0)}`;
      return transaction(({ enqueue }) => enqueue("generate", work, { singletonKey }));
    }
    const ofTurn = kept?.turn === turn ? kept : undefined;
    const order = await transaction(({ db }) => readOrder(db, work, ofTurn));
    if (!order) return;
    const made = await makeContent(ports, order, work, turn, ofTurn);
    if (!made.ok) {
      if (made.why !== "later" || waits >= maxWaits) {
        // A template or product without a usable image would stop its category for good.
        if ("source" in made) {
          await transaction((context) => advanceRotation(context, work.categoryId, order.source));
        }
        throw new RefusedWork(made.error);
      }
      const paid = "paid" in made ? { kept: { turn, source: order.source, ...made.paid } } : {};
      const next = { ...work, waits: waits + 1, ...paid };
      const options = { startAfter: made.retryAt, singletonKey: `go-on:${originOf(work, 0)}` };
      return transaction(({ enqueue }) => enqueue("generate", next, options));
    }
    await transaction((context) => insertPost(context, order, work, turn, made));
    waits = 0;
  }
};

/** Below the queue's limit of 15 minutes by more than one post, for which there are 10 minutes. */
const timeLimit = 4 * 60_000;

/** For each call, in ms. A text, and an image, is asked for twice if the first answer is of no use. */
const timeout = { text: 120_000, image: 150_000 };

/** The number of times that a post is put off because a model takes no work; then the job fails. */
const maxWaits = 10;

async function missingTurns(db: Context["db"], work: Work): Promise<number[]> {
  const made = await db
    .select({ origin: queueItems.origin })
    .from(queueItems)
    .where(inArray(queueItems.origin, originsOf(work)));
  const origins = new Set(made.map(({ origin }) => origin));
  return originsOf(work).flatMap((origin, turn) => (origins.has(origin) ? [] : [turn]));
}

/** Returns undefined if the category was deleted meanwhile. */
async function readOrder(
  db: Context["db"],
  work: Work,
  kept: Kept | undefined,
): Promise<Order | undefined> {
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
  if (work.given) return { category, source: {}, recentPosts: [], limits: [], mascot };
  // A text that was put off is about its own template or product, whatever is the next by now.
  const source =
    kept?.source ?? (await nextSource(db, category, { withImage: work.type !== "text" }));
  return {
    category,
    source,
    recentPosts: await recentPosts(db, category.id),
    limits: await limitsOf(db, category),
    mascot,
  };
}

/**
 * Returns the limits of the category's accounts. Without any, of all platforms that it may get
 * accounts on: a text that fits them needs no change later.
 */
async function limitsOf(db: Context["db"], category: CategoryRow): Promise<readonly TextLimit[]> {
  const accounts = await enabledAccountsNow(db, category);
  const used = accounts.map((account) => account.platform_type);
  const enabled = (category.enabled_platforms ?? platformTypes).filter(isPlatform);
  return [...new Set(used.length > 0 ? used : enabled)].map((platform) => textLimits[platform]);
}

/** Calls the models, for what is not kept. Returns their refusal, if there is one. */
async function makeContent(
  ports: Ports,
  order: Order,
  work: Work,
  turn: number,
  kept: Kept | undefined,
) {
  const { source, mascot } = order;
  const unavailable = unavailableFor(ports, order, work);
  if (unavailable) return { ok: false, error: unavailable } as const;
  const answer = kept
    ? ({ ok: true, ...kept.written } as const)
    : await writePost(ports, order, work, turn);
  if (!answer.ok) return answer;
  const { ok, ...written } = answer;
  const { needsReview } = written;
  const text = {
    text_content: written.text,
    title: written.title,
    reddit_title: written.title,
  };
  if (written.imagePrompt === null) return { ok: true, needsReview, content: text } as const;
  const { imagePrompt, captions } = written;
  const prompt = withMascot(imagePrompt, mascot);
  const seed = originOf(work, turn);
  const image = kept?.imageUrl
    ? ({ ok: true, url: kept.imageUrl } as const)
    : ((await composeImage(ports, source, captions)) ??
      (await generateImage(ports, {
        prompt,
        seed,
        reference: mascot?.image
          ? {
              url: mascot.image,
              promptWithout: withMascot(imagePrompt, { ...mascot, image: null }),
            }
          : undefined,
      })));
  if (!image.ok) return { ...image, paid: { written } };
  const { url } = image;
  if (work.type !== "video") {
    const content = { ...text, image_prompt: prompt, image_url: url, media_type: "image" as const };
    return { ok: true, needsReview, content } as const;
  }
  const signal = AbortSignal.timeout(videoTimeout);
  const made = await ports.video.fromImage({ imageUrl: url, seed }, signal).catch((error) => {
    // A retry would pay for the text and the image once more.
    throw error instanceof Fault ? new RefusedWork(error.message) : error;
  });
  if (!made.ok) return { ...made, paid: { written, imageUrl: url } };
  const content = {
    ...text,
    image_prompt: prompt,
    video_url: made.videoUrl,
    thumbnail_url: made.thumbnailUrl,
    media_type: "video" as const,
  };
  return { ok: true, needsReview, content } as const;
}

/** Asks the model; the post of an operator is returned as a model would have written it. */
async function writePost(
  { textModel }: Ports,
  { category, source, recentPosts, limits, mascot }: Order,
  work: Work,
  turn: number,
) {
  if (work.given) {
    const { text, prompt: imagePrompt } = work.given;
    return {
      ok: true,
      title: null,
      text,
      imagePrompt,
      captions: null,
      needsReview: false,
    } as const;
  }
  return textModel.write(
    {
      category: {
        name: category.name,
        type: category.category_type,
        prompt: category.category_prompt,
      },
      taskId: work.taskId,
      turn,
      withImage: work.type !== "text",
      recentPosts,
      template: source.template,
      product: source.product,
      limits,
      mascot: mascot?.description ?? undefined,
    },
    AbortSignal.timeout(timeout.text),
  );
}

/** Returns why this server cannot make the post, before a text is paid for; undefined if it can. */
function unavailableFor({ imageModel, video }: Ports, { source }: Order, { type }: Work) {
  const ofImages = type !== "text" && !source.imageUrl ? imageModel.unavailable : undefined;
  return ofImages ?? (type === "video" ? video.unavailable : undefined);
}

/**
 * Returns the image of a template or a product; undefined if there is none, and a model makes it. A
 * refusal names its source.
 */
async function composeImage(
  { composer }: Ports,
  { template, product, imageUrl }: Source,
  captions: Captions | null,
) {
  const about = template ?? product;
  if (!imageUrl || !about) return undefined;
  const signal = AbortSignal.timeout(timeout.image);
  const composed = await ("price" in about
    ? composer.offer(
        { photoUrl: imageUrl, price: about.price, priceBefore: about.priceBefore },
        signal,
      )
    : composer.meme(
        { templateUrl: imageUrl, captions: captions ?? { top: "", bottom: "" } },
        signal,
      ));
  if (composed.ok) return composed;
  return {
    ...composed,
    source: about.name,
    error: `The image of ${about.name}: ${composed.error}`,
  };
}

/**
 * Asks once more if there was no answer, and then never again: an image that does not arrive may cost
 * as much as one that does.
 */
async function generateImage({ imageModel }: Ports, order: ImageOrder) {
  const ask = () => imageModel.generate(order, AbortSignal.timeout(timeout.image));
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
  try {
    return await ask();
  } catch (error) {
    throw error instanceof Fault ? new RefusedWork(`Asked twice: ${error.message}`) : error;
  }
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
  { content, needsReview }: Exclude<Awaited<ReturnType<typeof makeContent>>, { ok: false }>,
) {
  const { db, ports } = context;
  const created_at = ports.clock.now();
  const isAutomatic = category.auto_approve_content_types[work.type] && !needsReview;
  const approved = work.given !== undefined || isAutomatic;
  if (approved) {
    await lockAccounts(db, eq(accounts.group_id, category.group_id));
    await lockGroups(db, eq(groups.id, category.group_id), "key share");
  }
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
  await advanceRotation(context, category.id, source);
  if (!item || !approved) return;
  await scheduleSoon(context, item);
  await noteActivity(
    { ...context, by: work.given?.by ?? null },
    {
      kind: "approved",
      ...(await ofItem(context, item)),
      detail: work.given ? "Generated and approved" : `Auto-approved in ${category.name}`,
    },
  );
}
