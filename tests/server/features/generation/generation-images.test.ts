import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { failedWorkApi } from "@/features/failed-work/contract";
import { products } from "../../../../server/db/schema.ts";
import { Fault } from "../../../../server/kernel/fault.ts";
import { world } from "../support.ts";
import {
  addCategory as add,
  addShop,
  addTemplates,
  fromImage,
  generateImage,
  lacking,
  meme,
  modelsForEach,
  offer,
  write,
} from "./support.ts";

modelsForEach();
beforeEach(() => {
  generateImage.mockResolvedValue({ ok: true, url: "/media/store/generated.jpg" });
  meme.mockResolvedValue({ ok: true, url: "/media/store/meme.jpg" });
  offer.mockResolvedValue({ ok: true, url: "/media/store/offer.jpg" });
  fromImage.mockResolvedValue({
    ok: true,
    videoUrl: "/media/store/video.mp4",
    thumbnailUrl: "/media/store/thumbnail.jpg",
  });
});

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

describe("The image of a post", () => {
  test("is a model's where there is neither a template nor a product", async () => {
    await trigger(await add("evergreen"));
    expect((await world.queue())[0]?.image_url).toBe("/media/store/generated.jpg");
    expect([meme.mock.calls, offer.mock.calls]).toEqual([[], []]);
  });

  test("of a meme is composed of its template and the captions, never by a model", async () => {
    write.mockResolvedValue({
      ...{ ok: true, title: "Pas", text: "Pas je stigao prvi.", imagePrompt: "A dog" },
      captions: { top: "Kad čekaš", bottom: "a pas ne čeka" },
      needsReview: false,
    });
    await addTemplates("pas");
    await trigger(await add("memes"));
    expect(meme.mock.calls.map(([order]) => order)).toEqual([
      {
        templateUrl: "/memes/pas.png",
        captions: { top: "Kad čekaš", bottom: "a pas ne čeka" },
      },
    ]);
    expect(generateImage).not.toHaveBeenCalled();
    expect((await world.queue())[0]?.image_url).toBe("/media/store/meme.jpg");
  });

  test("of a sale is composed of the product's photo and its prices, never by a model", async () => {
    const image_url = "https://cdn.example.com/jakna.jpg";
    await addShop([{ title: "Jakna", compare_at_price: 2490, image_url }]);
    await trigger(await add("weekly_sale"));
    expect(offer.mock.calls.map(([order]) => order)).toEqual([
      { photoUrl: "https://cdn.example.com/jakna.jpg", price: 1990, priceBefore: 2490 },
    ]);
    expect(generateImage).not.toHaveBeenCalled();
    expect((await world.queue())[0]?.image_url).toBe("/media/store/offer.jpg");
  });

  test("of a product of the catalog has no price, because none is known", async () => {
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
    generateImage.mockResolvedValue({ ok: false, error: "The model declined: no." });
    await trigger(await add("evergreen"));
    expect(generateImage).toHaveBeenCalledTimes(1);
    expect(await failures()).toEqual(["The model declined: no."]);
    expect(await world.queue()).toEqual([]);
  });

  test("of a template that does not load is made later", async () => {
    await addTemplates("pas");
    const retryAt = new Date(world.clock.now().getTime() + 120_000);
    meme.mockResolvedValueOnce({
      ...{ ok: false, why: "later", scope: "post", retryAt },
      error: "The image at cdn.example.com did not load (503).",
    });
    await trigger(await add("memes"));
    expect(meme).toHaveBeenCalledTimes(2);
    expect(await world.queue()).toHaveLength(1);
    expect(await failures()).toEqual([]);
  });

  test("of a template that cannot be used names it, and the next post is about the next one", async () => {
    await addTemplates("pas", "macka");
    const category = await add("memes");
    meme.mockResolvedValueOnce({ ok: false, error: "There is no image at /memes/pas.png." });
    await trigger(category);
    expect(await failures()).toEqual(["The image of pas: There is no image at /memes/pas.png."]);
    await trigger(category);
    expect(meme.mock.lastCall?.[0].templateUrl).toBe("/memes/macka.png");
    expect(await world.queue()).toHaveLength(1);
  });

  test("that no server is set up for costs no text", async () => {
    const images = "Images are not generated on this server: AI_IMAGE_URL is not set.";
    lacking.images = images;
    await trigger(await add("evergreen"));
    expect(write).not.toHaveBeenCalled();
    expect(await failures()).toEqual([images]);
    // Texts and memes need no model for images.
    await trigger(await add("evergreen"), "text");
    await addTemplates("pas");
    await trigger(await add("memes"));
    expect((await world.queue()).map(({ image_url }) => image_url)).toEqual([
      null,
      "/media/store/meme.jpg",
    ]);
  });
});

describe("The video of a post", () => {
  test("is made of its image", async () => {
    await addTemplates("pas");
    await trigger(await add("memes"), "video");
    expect(fromImage.mock.lastCall?.[0].imageUrl).toBe("/media/store/meme.jpg");
    expect((await world.queue())[0]).toMatchObject({
      ...{ media_type: "video", video_url: "/media/store/video.mp4" },
      thumbnail_url: "/media/store/thumbnail.jpg",
    });
  });

  test("that this server cannot make costs neither a text nor an image", async () => {
    const videos = "This server cannot make videos: ffmpeg is not installed.";
    lacking.videos = videos;
    await trigger(await add("evergreen"), "video");
    expect([write.mock.calls, generateImage.mock.calls]).toEqual([[], []]);
    expect(await failures()).toEqual([videos]);
    await trigger(await add("evergreen"), "image");
    expect(await world.queue()).toHaveLength(1);
  });

  test("may take its two minutes after it has waited a minute for its turn", async () => {
    const timeouts = vi.spyOn(AbortSignal, "timeout");
    onTestFinished(() => timeouts.mockRestore());
    await trigger(await add("evergreen"), "video");
    const signal = fromImage.mock.lastCall?.[1];
    const made = timeouts.mock.results.findIndex(({ value }) => value === signal);
    expect(timeouts.mock.calls[made]).toEqual([180_000]);
  });

  test("that ffmpeg does not finish costs one text and one image", async () => {
    fromImage.mockRejectedValue(new Fault("ffmpeg did not finish in time."));
    await trigger(await add("evergreen"), "video");
    expect([write, generateImage, fromImage].map(({ mock }) => mock.calls.length)).toEqual([
      1, 1, 1,
    ]);
    expect(await failures()).toEqual(["ffmpeg did not finish in time."]);
  });

  test("that has to wait costs one text and one image, and is about the same template", async () => {
    await addTemplates("pas");
    const retryAt = new Date(world.clock.now().getTime() + 60_000);
    const error = "Other videos are being made.";
    const busy = { ok: false, why: "later", scope: "post", error, retryAt } as const;
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
    fromImage.mockResolvedValue({ ok: false, error: "The image at the media store is damaged." });
    await trigger(await add("evergreen"), "video");
    expect(await failures()).toEqual(["The image at the media store is damaged."]);
  });
});
