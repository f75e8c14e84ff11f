import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { CategoryType } from "@/entities/category/schema";
import { failedWorkApi } from "@/features/failed-work/contract";
import { sandboxTextModel } from "../../../../server/adapters/sandbox/text-model.ts";
import {
  integrations,
  memeTemplates,
  products,
  shopProducts,
} from "../../../../server/db/schema.ts";
import { Fault } from "../../../../server/kernel/fault.ts";
import { silence } from "../../../../server/kernel/log.ts";
import type { Composer } from "../../../../server/ports/composer.ts";
import type { ImageModel } from "../../../../server/ports/image-model.ts";
import type { TextModel } from "../../../../server/ports/text-model.ts";
import type { Video } from "../../../../server/ports/video.ts";
import { createWorld, type World } from "../../world.ts";

const write = vi.fn<TextModel["write"]>();
const generateImage = vi.fn<ImageModel["generate"]>();
const meme = vi.fn<Composer["meme"]>();
const offer = vi.fn<Composer["offer"]>();
const fromImage = vi.fn<Video["fromImage"]>();

let world: World;
let group: number;

type Unavailable = { readonly images?: string; readonly videos?: string };

async function open({ images, videos }: Unavailable = {}) {
  world = await createWorld({
    ports: {
      textModel: { write },
      imageModel: { unavailable: images, generate: generateImage },
      composer: { meme, offer },
      video: { unavailable: videos, fromImage },
    },
    log: silence,
  });
  group = await world.addGroup();
}

beforeEach(() => {
  write.mockReset().mockImplementation(sandboxTextModel.write);
  generateImage.mockReset().mockResolvedValue({ ok: true, url: "/media/store/generated.jpg" });
  meme.mockReset().mockResolvedValue({ ok: true, url: "/media/store/meme.jpg" });
  offer.mockReset().mockResolvedValue({ ok: true, url: "/media/store/offer.jpg" });
  fromImage.mockReset().mockResolvedValue({
    ok: true,
    videoUrl: "/media/store/video.mp4",
    thumbnailUrl: "/media/store/thumbnail.jpg",
  });
});
afterEach(() => world.close());

const add = (category_type: CategoryType, more = {}) =>
  world.addCategory(group, { category_type, video_posts_per_day: 1, ...more });

const trigger = async (categoryId: number, type: "image" | "video" | "text" = "image") => {
  await world.transaction(({ enqueue }) =>
    enqueue("generate", { taskId: crypto.randomUUID(), categoryId, count: 1, type }),
  );
  // Through all tries of the queue.
  for (let tries = 0; tries < 5; tries += 1) {
    // It passes a failure on, which is logged and listed as well.
    await world.runJobs().catch(() => undefined);
    world.clock.advance(60_000);
  }
};

const failures = async () => (await world.call(failedWorkApi.list, {})).map(({ cause }) => cause);

const addTemplate = () =>
  world.database.db.insert(memeTemplates).values({
    name: "Pas",
    template_image_url: "/media/store/pas.png",
    usage_explanation: "Gore očekivanje, dole stvarnost.",
    humor_explanation: "Pas ne čeka.",
  });

async function addReduced() {
  const [shop] = await world.database.db
    .insert(integrations)
    .values({
      ...{ group_id: group, platform: "shopify", store_name: "zima.myshopify.com" },
      credentials: "-",
    })
    .returning();
  await world.database.db.insert(shopProducts).values({
    ...{ integration_id: shop?.id ?? 0, product_id: "1", title: "Jakna", tags: [] },
    ...{ price: 1990, compare_at_price: 2490, units_sold: 5 },
    image_url: "https://cdn.example.com/jakna.jpg",
  });
}

describe("The image of a post", () => {
  test("is a model's where there is neither a template nor a product", async () => {
    await open();
    await trigger(await add("evergreen"));
    expect((await world.queue())[0]?.image_url).toBe("/media/store/generated.jpg");
    expect([meme.mock.calls, offer.mock.calls]).toEqual([[], []]);
  });

  test("of a meme is composed of its template and the captions, never by a model", async () => {
    await open();
    write.mockResolvedValue({
      ...{ ok: true, title: "Pas", text: "Pas je stigao prvi.", imagePrompt: "A dog" },
      captions: { top: "Kad čekaš", bottom: "a pas ne čeka" },
      needsReview: false,
    });
    await addTemplate();
    await trigger(await add("memes"));
    expect(meme.mock.calls.map(([order]) => order)).toEqual([
      {
        templateUrl: "/media/store/pas.png",
        captions: { top: "Kad čekaš", bottom: "a pas ne čeka" },
      },
    ]);
    expect(generateImage).not.toHaveBeenCalled();
    expect((await world.queue())[0]?.image_url).toBe("/media/store/meme.jpg");
  });

  test("of a sale is composed of the product's photo and its prices, never by a model", async () => {
    await open();
    await addReduced();
    await trigger(await add("weekly_sale"));
    expect(offer.mock.calls.map(([order]) => order)).toEqual([
      { photoUrl: "https://cdn.example.com/jakna.jpg", price: 1990, priceBefore: 2490 },
    ]);
    expect(generateImage).not.toHaveBeenCalled();
    expect((await world.queue())[0]?.image_url).toBe("/media/store/offer.jpg");
  });

  test("of a product of the catalog has no price, because none is known", async () => {
    await open();
    await world.database.db.insert(products).values({
      ...{ name: "Šal", product_image_url: "/media/store/sal.png", description: "Od vune." },
    });
    await trigger(await add("sales"));
    expect(offer.mock.lastCall?.[0]).toEqual({
      photoUrl: "/media/store/sal.png",
      price: null,
      priceBefore: null,
    });
  });

  test("is asked for twice if there is no answer, and then not again", async () => {
    await open();
    const silent = new Fault("The AI server answered with status 502.");
    generateImage.mockRejectedValueOnce(silent);
    await trigger(await add("evergreen"));
    expect(generateImage).toHaveBeenCalledTimes(2);
    expect(write).toHaveBeenCalledTimes(1);
    expect(await world.queue()).toHaveLength(1);
    generateImage.mockReset().mockRejectedValue(silent);
    await trigger(await add("evergreen"));
    expect(generateImage).toHaveBeenCalledTimes(2);
    expect(await failures()).toEqual(["Asked twice: The AI server answered with status 502."]);
  });

  test("that is refused is not asked for again, and the operator sees why", async () => {
    await open();
    generateImage.mockResolvedValue({ ok: false, error: "The model declined: no." });
    await trigger(await add("evergreen"));
    expect(generateImage).toHaveBeenCalledTimes(1);
    expect(await failures()).toEqual(["The model declined: no."]);
    expect(await world.queue()).toEqual([]);
  });

  test("of a template that does not load is made later", async () => {
    await open();
    await addTemplate();
    const retryAt = new Date(world.clock.now().getTime() + 120_000);
    meme.mockResolvedValueOnce({
      ...{ ok: false, why: "later", of: "post", retryAt },
      error: "The image at cdn.example.com did not load (503).",
    });
    await trigger(await add("memes"));
    expect(meme).toHaveBeenCalledTimes(2);
    expect(await world.queue()).toHaveLength(1);
    expect(await failures()).toEqual([]);
  });

  test("of a template that cannot be used names it, and the next post is about the next one", async () => {
    await open();
    await addTemplate();
    await world.database.db.insert(memeTemplates).values({
      ...{ name: "Mačka", template_image_url: "/media/store/macka.png" },
      ...{ usage_explanation: "Gore noć, dole jutro.", humor_explanation: "Mačka ne spava." },
    });
    const category = await add("memes");
    meme.mockResolvedValueOnce({ ok: false, error: "There is no image at /media/store/pas.png." });
    await trigger(category);
    expect(await failures()).toEqual([
      "The image of Pas: There is no image at /media/store/pas.png.",
    ]);
    await trigger(category);
    expect(meme.mock.lastCall?.[0].templateUrl).toBe("/media/store/macka.png");
    expect(await world.queue()).toHaveLength(1);
  });

  test("that no server is set up for costs no text", async () => {
    const images = "Images are not generated on this server: AI_IMAGE_URL is not set.";
    await open({ images });
    await trigger(await add("evergreen"));
    expect(write).not.toHaveBeenCalled();
    expect(await failures()).toEqual([images]);
    // Texts and memes need no model for images.
    await trigger(await add("evergreen"), "text");
    await addTemplate();
    await trigger(await add("memes"));
    expect((await world.queue()).map(({ image_url }) => image_url)).toEqual([
      null,
      "/media/store/meme.jpg",
    ]);
  });
});

describe("The video of a post", () => {
  test("is made of its image", async () => {
    await open();
    await addTemplate();
    await trigger(await add("memes"), "video");
    expect(fromImage.mock.lastCall?.[0].imageUrl).toBe("/media/store/meme.jpg");
    expect((await world.queue())[0]).toMatchObject({
      ...{ media_type: "video", video_url: "/media/store/video.mp4" },
      thumbnail_url: "/media/store/thumbnail.jpg",
    });
  });

  test("that this server cannot make costs neither a text nor an image", async () => {
    const videos = "This server cannot make videos: ffmpeg is not installed.";
    await open({ videos });
    await trigger(await add("evergreen"), "video");
    expect([write.mock.calls, generateImage.mock.calls]).toEqual([[], []]);
    expect(await failures()).toEqual([videos]);
    await trigger(await add("evergreen"), "image");
    expect(await world.queue()).toHaveLength(1);
  });

  test("may take its two minutes after it has waited a minute for its turn", async () => {
    await open();
    const timeouts = vi.spyOn(AbortSignal, "timeout");
    onTestFinished(() => timeouts.mockRestore());
    await trigger(await add("evergreen"), "video");
    const signal = fromImage.mock.lastCall?.[1];
    const made = timeouts.mock.results.findIndex(({ value }) => value === signal);
    expect(timeouts.mock.calls[made]).toEqual([180_000]);
  });

  test("that ffmpeg does not finish costs one text and one image", async () => {
    await open();
    fromImage.mockRejectedValue(new Fault("ffmpeg did not finish in time."));
    await trigger(await add("evergreen"), "video");
    expect([write, generateImage, fromImage].map(({ mock }) => mock.calls.length)).toEqual([
      1, 1, 1,
    ]);
    expect(await failures()).toEqual(["ffmpeg did not finish in time."]);
  });

  test("that has to wait costs one text and one image, and is about the same template", async () => {
    await open();
    await addTemplate();
    const retryAt = new Date(world.clock.now().getTime() + 60_000);
    const error = "Other videos are being made.";
    const busy = { ok: false, why: "later", of: "post", error, retryAt } as const;
    fromImage.mockResolvedValueOnce(busy).mockResolvedValueOnce(busy);
    await trigger(await add("evergreen"), "video");
    expect([write, generateImage, fromImage].map(({ mock }) => mock.calls.length)).toEqual([
      1, 1, 3,
    ]);
    expect(await world.queue()).toHaveLength(1);

    meme.mockResolvedValueOnce(busy);
    fromImage.mockResolvedValueOnce(busy);
    const category = await add("memes");
    await trigger(category, "video");
    expect([write, meme].map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
    expect(new Set(meme.mock.calls.map(([order]) => JSON.stringify(order))).size).toBe(1);
    expect(await world.queue()).toHaveLength(2);
  });

  test("that is refused fails with its reason", async () => {
    await open();
    fromImage.mockResolvedValue({ ok: false, error: "The image at the media store is damaged." });
    await trigger(await add("evergreen"), "video");
    expect(await failures()).toEqual(["The image at the media store is damaged."]);
  });
});
