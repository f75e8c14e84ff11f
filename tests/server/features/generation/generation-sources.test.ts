import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { groupsApi } from "@/features/groups/contract";
import { sandboxComposer, sandboxImageModel } from "../../../../server/adapters/sandbox/images.ts";
import { categories, memeTemplates, products, queueItems } from "../../../../server/db/schema.ts";
import { generate } from "../../../../server/features/generation/generate-job.ts";
import { group, world } from "../support.ts";
import {
  addCategory as add,
  addShop,
  addTemplates,
  generateImage,
  meme,
  modelsForEach,
  write,
} from "./support.ts";

modelsForEach();

/** Returns the orders to the text model, oldest first. */
const orders = () => write.mock.calls.map(([order]) => order);
const category = async (id: number) =>
  (await world.database.db.select().from(categories).where(eq(categories.id, id)))[0];
const inCatalog = (name: string, more: Partial<typeof products.$inferInsert> = {}) => ({
  name,
  product_image_url: `/products/${name}.jpg`,
  description: "Ručno pleten. Od vune.",
  call_to_action_url: `https://shop.example.com/${name}`,
  ...more,
});

describe("a category of memes", () => {
  test("takes the active templates in turn, with their images", async () => {
    await addTemplates("prvi", "drugi", "treći");
    await world.database.db
      .update(memeTemplates)
      .set({ is_active: false })
      .where(eq(memeTemplates.name, "drugi"));
    const id = await add("memes");
    await world.generate(id, 3);
    expect(orders().map(({ template }) => template)).toEqual([
      { name: "prvi", usage: "Kako se prvi koristi.", humor: "Zašto je prvi smešan." },
      expect.objectContaining({ name: "treći" }),
      expect.objectContaining({ name: "prvi" }),
    ]);
    const items = await world.queue();
    expect(items.map(({ image_url }) => image_url)).toEqual([
      "/memes/prvi.png",
      "/memes/treći.png",
      "/memes/prvi.png",
    ]);
    expect(items[0]?.image_prompt).toContain("“prvi”");
    expect((await category(id))?.last_meme_template_index).toBe(1);
  });

  test("continues where it was when templates are added or removed", async () => {
    await addTemplates("prvi", "drugi", "treći");
    const id = await add("memes", { last_meme_template_index: 2 });
    await world.generate(id);
    await world.database.db.delete(memeTemplates).where(eq(memeTemplates.name, "treći"));
    await world.database.db
      .update(categories)
      .set({ last_meme_template_index: 2 })
      .where(eq(categories.id, id));
    await world.generate(id);
    expect(orders().map(({ template }) => template?.name)).toEqual(["treći", "prvi"]);
  });

  test("generates an image if there is no template, and takes no template for text only", async () => {
    const id = await add("memes");
    await world.generate(id);
    await addTemplates("prvi");
    await world.generate(id, 1, "text");
    expect(orders().map(({ template }) => template)).toEqual([undefined, undefined]);
    expect((await world.queue())[0]?.image_url).toMatch(/^\/media\/sandbox\//);
    expect((await category(id))?.last_meme_template_index).toBe(0);
  });
});

describe("a category that sells", () => {
  test("cycles through the ten best sellers of the group's shops", async () => {
    const rows = Array.from({ length: 12 }, (_, n) => ({ title: `Majica ${n}`, units_sold: n }));
    await addShop(rows);
    await addShop([{ title: "Tuđa", units_sold: 999 }], await world.addGroup("Letnja kolekcija"));
    const id = await add("sales");
    await world.generate(id, 11, "text");
    expect(orders().map(({ product }) => product?.name)).toEqual([
      ...Array.from({ length: 10 }, (_, n) => `Majica ${11 - n}`),
      "Majica 11",
    ]);
    expect((await category(id))?.last_product_index).toBe(1);
  });

  test("gives the price and the link of a product, with its image", async () => {
    await addShop([
      {
        title: "Duks „Košava“",
        price: 4999.5,
        compare_at_price: 6490,
        image_url: "/products/duks.jpg",
        product_url: "https://shop.example.com/duks",
      },
    ]);
    await world.generate(await add("sales"));
    expect(orders()[0]?.product).toEqual({
      name: "Duks „Košava“",
      description: null,
      price: 4999.5,
      priceBefore: 6490,
      url: "https://shop.example.com/duks",
    });
    const [item] = await world.queue();
    expect(item?.image_url).toBe("/products/duks.jpg");
    expect(item?.text_content).toContain("Duks „Košava“");
    expect(item?.text_content).toContain("4.999,5 RSD");
    expect(item?.text_content).toContain("https://shop.example.com/duks");
    expect(item?.title).toBe("Duks „Košava“");
  });

  // JavaScript ends 'εκπτωσεις' with another small letter than the database.
  test.each([
    ["ŽENE", "žene"],
    ["žene", "ŽENE"],
    ["ΕΚΠΤΩΣΕΙΣ", "ΕΚΠΤΩΣΕΙΣ"],
  ])(
    "finds its tag and channel %s as %s, with letters that are not English",
    async (wanted, tag) => {
      await addShop([
        { title: "Kačket", units_sold: 9, tags: ["leto"] },
        { title: "Šapka", units_sold: 8, tags: [tag], sales_channels: ["POS"] },
        { title: "Šal", tags: [tag], sales_channels: [tag] },
      ]);
      const more = { shopify_product_tag: wanted, shopify_sales_channel: wanted };
      await world.generate(await add("sales", more), 1, "text");
      expect(orders().map(({ product }) => product?.name)).toEqual(["Šal"]);
    },
  );

  test("takes the active products of the catalog if no shop has any", async () => {
    await addShop([{ title: "Kačket", tags: ["leto"] }]);
    await world.database.db
      .insert(products)
      .values([inCatalog("sal"), inCatalog("kapa", { is_active: false }), inCatalog("jakna")]);
    const id = await add("sales", { shopify_product_tag: "zima" });
    await world.generate(id, 3);
    expect(orders().map(({ product }) => product?.name)).toEqual(["sal", "jakna", "sal"]);
    const [item] = await world.queue();
    expect(item?.text_content).toContain("https://shop.example.com/sal");
    expect(item?.text_content).toContain("Ručno pleten.");
    expect(item?.image_url).toBe("/products/sal.jpg");
  });

  test("writes without a product if there is none", async () => {
    const id = await add("sales");
    await world.generate(id);
    expect(orders()[0]?.product).toBeUndefined();
    expect((await world.queue())[0]?.text_content).not.toBe("");
  });
});

describe("a category of the weekly sale", () => {
  const rows = [
    { title: "Puna cena", units_sold: 99 },
    { title: "Isto", units_sold: 50, compare_at_price: 1990 },
    { title: "Snižena", units_sold: 1, compare_at_price: 2490 },
  ];

  test("takes reduced products", async () => {
    await addShop(rows);
    await world.generate(await add("weekly_sale"), 2, "text");
    expect(orders().map(({ product }) => product?.name)).toEqual(["Snižena", "Snižena"]);
  });

  test("takes the best sellers if nothing is reduced, and does not call them reduced", async () => {
    await addShop(rows.slice(0, 2));
    await world.generate(await add("weekly_sale"), 2, "text");
    expect(orders().map(({ product }) => [product?.name, product?.priceBefore])).toEqual([
      ["Puna cena", null],
      ["Isto", null],
    ]);
  });
});

describe("a job that runs again", () => {
  test("makes the same post from the same template, and takes its turn once", async () => {
    await addTemplates("prvi", "drugi");
    const categoryId = await add("memes");
    const work = { taskId: "task", categoryId, type: "image", count: 2 } as const;
    meme.mockRejectedValueOnce(new Error("The machine does not answer."));
    await expect(generate(work, world.run)).rejects.toThrow("does not answer");
    expect((await category(categoryId))?.last_meme_template_index).toBe(0);
    await generate(work, world.run);
    await generate(work, world.run);
    const items = await world.queue();
    expect(items.map(({ image_url }) => image_url)).toEqual([
      "/memes/prvi.png",
      "/memes/drugi.png",
    ]);
    expect(orders()[0]).toEqual(orders()[1]);
    expect((await category(categoryId))?.last_meme_template_index).toBe(0);
  });

  test("does not overwrite a turn that was taken meanwhile", async () => {
    await addTemplates("prvi", "drugi", "treći");
    const categoryId = await add("memes");
    meme.mockImplementationOnce(async (order) => {
      const { database } = world;
      await database.db.update(categories).set({ last_meme_template_index: 2 });
      return sandboxComposer.meme(order, new AbortController().signal);
    });
    await generate({ taskId: "task", categoryId, type: "image", count: 1 }, world.run);
    expect((await category(categoryId))?.last_meme_template_index).toBe(2);
  });
});

describe("the last approved posts", () => {
  test("are given to the model, newest first, at most thirty", async () => {
    const category_id = await add("evergreen");
    const other = await add("evergreen");
    const rows = Array.from({ length: 32 }, (_, n) => ({
      category_id,
      status: "approved" as const,
      text_content: `Tekst ${n}`,
      updated_at: new Date(Date.UTC(2026, 0, 1, 0, n)),
    }));
    await world.database.db
      .insert(queueItems)
      .values([
        ...rows,
        { category_id, status: "rejected", text_content: "Odbijen" },
        { category_id, status: "pending_approval", text_content: "Čeka" },
        { category_id: other, status: "approved", text_content: "Tuđ" },
      ]);
    await world.generate(category_id);
    expect(orders()[0]?.recentPosts).toEqual(
      Array.from({ length: 30 }, (_, n) => `Tekst ${31 - n}`),
    );
  });

  test("are not repeated within thirty posts", async () => {
    await world.addAccount(group);
    const auto_approve_content_types = { text: true, image: true, video: true };
    const id = await add("memes", { name: "Kafa i humor", auto_approve_content_types });
    await world.generate(id, 31, "text");
    const texts = (await world.queue()).map(({ text_content }) => text_content);
    expect(texts).toHaveLength(31);
    expect(new Set(texts).size).toBe(31);
  });
});

describe("the limits that the model gets", () => {
  const told = async (more: { enabled_platforms?: ("x_twitter" | "threads" | "bluesky")[] }) => {
    await world.generate(await add("evergreen", more), 1);
    return orders()
      .at(-1)
      ?.limits.map(({ max, unit }) => `${max} ${unit}`);
  };

  test("are those of the accounts that the category's posts are for", async () => {
    await world.addAccount(group);
    await world.addAccount(group, "drugi.bsky.social");
    expect(await told({})).toEqual(["300 graphemes"]);
    expect(await told({ enabled_platforms: ["bluesky", "threads"] })).toEqual(["300 graphemes"]);
  });

  test("are those of all enabled platforms while there is no account on them", async () => {
    await world.addAccount(group);
    expect(await told({ enabled_platforms: ["x_twitter", "threads"] })).toEqual([
      "280 x-weighted",
      "500 emoji as bytes",
    ]);
  });
});

describe("the sales channel of a category", () => {
  const shown = () => orders().map(({ product }) => product?.name);

  test("filters the products, ignoring case; a shop that names no channels is not filtered", async () => {
    await addShop([
      { title: "Duks", units_sold: 9, sales_channels: ["Point of Sale"] },
      { title: "Majica", units_sold: 8, sales_channels: ["Online Store", "Point of Sale"] },
      { title: "Šolja", units_sold: 7, sales_channels: [] },
      { title: "Kapa", units_sold: 6, sales_channels: null },
    ]);
    await world.generate(await add("sales", { shopify_sales_channel: "online store" }), 3);
    expect(shown()).toEqual(["Majica", "Kapa", "Majica"]);
  });

  test("is told to the text model with what the shop says of a product", async () => {
    await addShop([{ title: "Duks", units_sold: 9, description: "Topao, od organskog pamuka." }]);
    await world.generate(await add("sales"));
    expect(orders().at(-1)?.product).toMatchObject({
      ...{ name: "Duks", description: "Topao, od organskog pamuka." },
    });
  });
});

describe("the mascot", () => {
  const described = { ai_mascot_image_path: null, ai_mascot_description: "a polar bear, Zimko" };
  const promptOf = async (use_ai_mascot: boolean) => {
    const id = await add("evergreen", { use_ai_mascot });
    await world.generate(id);
    return (await world.queue()).find((item) => item.category_id === id)?.image_prompt;
  };

  test("is in the images of a category that shows it, if the group has one", async () => {
    expect(await promptOf(true)).not.toContain("mascot");
    await world.call(groupsApi.setMascot, { params: { id: group }, body: described });
    expect(await promptOf(true)).toMatch(/\. It shows the mascot: a polar bear, Zimko$/);
    expect(generateImage.mock.lastCall?.[0].prompt).toContain("a polar bear, Zimko");
    expect(await promptOf(false)).not.toContain("mascot");
  });

  test("is given to the image model as a reference, by its image", async () => {
    const ai_mascot_image_path = "/mascots/zimko.png";
    const setMascot = (body: typeof described | object) =>
      world.call(groupsApi.setMascot, {
        params: { id: group },
        body: { ...described, ai_mascot_image_path, ...body },
      });
    await setMascot({});
    await promptOf(true);
    expect(generateImage.mock.lastCall?.[0]).toMatchObject({
      reference: {
        url: "/mascots/zimko.png",
        promptWithout: expect.stringMatching(/\. It shows the mascot: a polar bear, Zimko$/),
      },
    });
    expect(orders().at(-1)?.mascot).toBe("a polar bear, Zimko");
    await promptOf(false);
    expect(orders().at(-1)?.mascot).toBeUndefined();
    await setMascot({ ai_mascot_description: null });
    expect(await promptOf(true)).toMatch(/\. It shows the mascot of the reference image\.$/);
    // A model that takes no reference is told of none.
    const promptWithout = generateImage.mock.lastCall?.[0].reference?.promptWithout;
    expect(promptWithout).not.toMatch(/^$|mascot|reference/);
    await promptOf(false);
    expect(generateImage.mock.lastCall?.[0].reference).toBeUndefined();
  });

  test("changes the sandbox's image", async () => {
    const order = { prompt: "A jacket", seed: "1" };
    const signal = new AbortController().signal;
    const images = [undefined, "/mascots/zimko.png", "/mascots/medo.png"].map((url) => {
      const reference = url === undefined ? undefined : { url, promptWithout: "A jacket" };
      return sandboxImageModel.generate({ ...order, reference }, signal);
    });
    const urls = (await Promise.all(images)).map((made) => made.ok && made.url);
    expect(new Set(urls).size).toBe(3);
    expect(urls).not.toContain(false);
  });
});
