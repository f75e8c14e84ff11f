import { beforeEach, vi } from "vitest";
import type { CategoryType } from "@/entities/category/contract";
import { sandboxComposer, sandboxImageModel } from "../../../../server/adapters/sandbox/images.ts";
import { sandboxTextModel } from "../../../../server/adapters/sandbox/text-model.ts";
import { sandboxVideo } from "../../../../server/adapters/sandbox/video.ts";
import { integrations, memeTemplates, shopProducts } from "../../../../server/db/schema.ts";
import { silence } from "../../../../server/kernel/log.ts";
import type { Composer } from "../../../../server/ports/composer.ts";
import type { ImageModel } from "../../../../server/ports/image-model.ts";
import type { TextModel } from "../../../../server/ports/text-model.ts";
import type { Video } from "../../../../server/ports/video.ts";
import { group, world, worldForEach } from "../support.ts";

export const write = vi.fn<TextModel["write"]>();
export const generateImage = vi.fn<ImageModel["generate"]>();
export const meme = vi.fn<Composer["meme"]>();
export const offer = vi.fn<Composer["offer"]>();
export const fromImage = vi.fn<Video["fromImage"]>();

/** The reasons why the server of a test makes no images or videos; without one it makes them. */
export const lacking: { images?: string; videos?: string } = {};

/** Opens a world for each test, whose models are these mocks; they answer like the sandbox's. */
export function modelsForEach(): void {
  beforeEach(() => {
    Object.assign(lacking, { images: undefined, videos: undefined });
    write.mockReset().mockImplementation(sandboxTextModel.write);
    generateImage.mockReset().mockImplementation(sandboxImageModel.generate);
    meme.mockReset().mockImplementation(sandboxComposer.meme);
    offer.mockReset().mockImplementation(sandboxComposer.offer);
    fromImage.mockReset().mockImplementation(sandboxVideo.fromImage);
  });
  worldForEach(() => ({
    ports: {
      textModel: { write },
      imageModel: {
        get unavailable() {
          return lacking.images;
        },
        generate: generateImage,
      },
      composer: { meme, offer },
      video: {
        get unavailable() {
          return lacking.videos;
        },
        fromImage,
      },
    },
    // Some jobs fail on purpose.
    log: silence,
  }));
}

export const addCategory = (category_type: CategoryType, more = {}) =>
  world.addCategory(group, { category_type, video_posts_per_day: 1, ...more });

/** Adds templates, whose images are `/memes/{name}.png`. */
export const addTemplates = (...names: string[]) =>
  world.database.db.insert(memeTemplates).values(
    names.map((name) => ({
      name,
      template_image_url: `/memes/${name}.png`,
      usage_explanation: `Kako se ${name} koristi.`,
      humor_explanation: `Zašto je ${name} smešan.`,
    })),
  );

type ShopProduct = Partial<typeof shopProducts.$inferInsert> & { readonly title: string };

/** Adds a shop to a group with these products. */
export async function addShop(rows: readonly ShopProduct[], group_id = group) {
  const [shop] = await world.database.db
    .insert(integrations)
    .values({ group_id, platform: "shopify", store_name: "zima.myshopify.com", credentials: "-" })
    .returning();
  await world.database.db.insert(shopProducts).values(
    rows.map((row, n) => ({
      integration_id: shop?.id ?? 0,
      product_id: String(n),
      price: 1990,
      tags: [],
      units_sold: 0,
      ...row,
    })),
  );
}
