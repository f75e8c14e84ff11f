import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { integrationApi } from "@/entities/integration/contract";
import { sandboxCatalogue } from "../../../server/adapters/sandbox/catalogue.ts";
import { sandboxProducts, shopProducts } from "../../../server/db/schema.ts";
import {
  type Prices,
  type ShopChange,
  type ShopProduct,
  ShopRefusal,
} from "../../../server/ports/shop.ts";
import { seedIfEmpty } from "../../../server/seed/seed.ts";
import { createWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const missing = { id: "", title: "", price: Number.NaN, compareAtPrice: null };
const { signal } = new AbortController();
const keys = { api_key: "good", password: "good", webhook_secret: "good" };
const shopOf = (store: string, credentials: Record<string, string> = keys) => ({
  store,
  credentials,
});
/** The sandbox tells all of its products, whatever is asked for. */
const every = { tags: [], ids: [] };
const products = (store: string) => world.ports.shop.products(shopOf(store), signal, every);
const rows = (store: string) =>
  world.database.db
    .select()
    .from(sandboxProducts)
    .where(eq(sandboxProducts.store, store))
    .orderBy(asc(sandboxProducts.product_id));

describe("a shop opens with 60 products", () => {
  const withTag = (list: readonly ShopProduct[], tag: string) =>
    list.filter(({ tags }) => tags.includes(tag));

  test("that have the tags that the sale rotator looks for", async () => {
    const all = await products("tagged.myshopify.com");
    expect(all).toHaveLength(60);
    const tags = ["rotator", "rotator-no-change", "print"] as const;
    expect(tags.map((tag) => withTag(all, tag).length)).toEqual([20, 12, 16]);
    expect(all.filter((one) => one.tags.length === 0)).toHaveLength(12);
    for (const one of all) {
      expect(tags.filter((tag) => one.tags.includes(tag)).length).toBeLessThanOrEqual(1);
    }
  });

  test("with eight prints, each a T-shirt and a hoodie", async () => {
    const prints = withTag(await products("prints.myshopify.com"), "print");
    const slugs = new Set(
      prints.flatMap(({ tags }) => tags.filter((tag) => tag.startsWith("print:"))),
    );
    expect(slugs.size).toBe(8);
    for (const slug of slugs) {
      const pair = withTag(prints, slug).map(({ title, imageUrl }) => ({ title, imageUrl }));
      const motif = /„(.+)“$/.exec(pair[0]?.title ?? "")?.[1];
      expect(pair.map(({ title }) => title).toSorted()).toEqual([
        `Duks „${motif}“`,
        `Majica „${motif}“`,
      ]);
      expect(pair[0]?.imageUrl).toBe(pair[1]?.imageUrl);
      expect(slug).toMatch(/^print:[a-z]+(-[a-z]+)*$/);
    }
  });

  test("at prices in whole dinars, a few of them already lowered", async () => {
    const all = await products("prices.myshopify.com");
    const sale = withTag(all, "sale");
    expect(sale).toHaveLength(6);
    expect(withTag(sale, "rotator")).toHaveLength(4);
    expect(withTag(sale, "print")).toHaveLength(2);
    for (const { id, variants, tags } of all) {
      const [{ price, compareAtPrice, ...variant } = missing] = variants;
      expect([variants.length, variant]).toEqual([1, { id, title: "Default Title" }]);
      const regular = compareAtPrice ?? price;
      expect(Number.isInteger(price) && regular >= 1290 && regular <= 6490).toBe(true);
      expect(compareAtPrice !== null).toBe(tags.includes("sale"));
      if (compareAtPrice !== null) expect(price).toBe(Math.round(compareAtPrice * 0.8));
    }
  });

  test("with names, images and pages, and unique ids and titles", async () => {
    const store = "Šolja & Šal/1.myshopify.com";
    const all = await products(store);
    const { sold } = await world.ports.shop.page(shopOf(store), null, signal);
    expect(new Set(all.map(({ id }) => id)).size).toBe(60);
    expect(new Set(all.map(({ title }) => title)).size).toBe(60);
    for (const { id, title, imageUrl, url } of all) {
      const unitsSold = sold?.get(id);
      expect(id).toMatch(/^\d{13}$/);
      expect(title).toMatch(/^(Majica|Duks|Šolja|Poster|Platnena torba|Kačket) „.+“$/);
      expect(imageUrl).toMatch(/^\/media\/sandbox\/[a-z0-9]+\.svg$/);
      expect(Number.isInteger(unitsSold) && Number(unitsSold) >= 0).toBe(true);
      expect(url).toMatch(new RegExp(`^/sandbox/shop/%C5%A1olja%20%26%20%C5%A1al%2F1\\..+#${id}$`));
    }
    const page = await world.fetch(all[0]?.url?.replace(/#.*/, "") ?? "");
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("šolja &amp; šal/1.myshopify.com");
  });

  test("that are derived from its name, in the same order every time", async () => {
    const all = await products("same.myshopify.com");
    expect(await products("SAME.myshopify.com")).toEqual(all);
    expect(sandboxCatalogue("same.myshopify.com")).toEqual(sandboxCatalogue("same.myshopify.com"));
    const other = await products("other.myshopify.com");
    expect(other.map(({ title }) => title)).not.toEqual(all.map(({ title }) => title));
  });

  test("also for two requests at once, or if one product is requested first", async () => {
    const store = "twins.myshopify.com";
    const [one, other] = await Promise.all([products(store), products(store)]);
    expect(one).toEqual(other);
    expect(await rows(store)).toHaveLength(60);
    const alone = "alone.myshopify.com";
    const id = sandboxCatalogue(alone)[7]?.product_id ?? "";
    const found = await world.ports.shop.product(shopOf(alone), id, signal);
    expect(found).toMatchObject({ id, title: sandboxCatalogue(alone)[7]?.title });
    expect(await rows(alone)).toHaveLength(60);
  });
});

describe("a change", () => {
  const store = "change.myshopify.com";
  const change = (
    id: string,
    { price = 1000, compareAtPrice = 2000, ...more }: Partial<ShopChange & Prices>,
  ) =>
    world.ports.shop.change(
      shopOf(store),
      id,
      { variants: [{ id, price, compareAtPrice }], addTags: [], removeTags: [], ...more },
      signal,
    );
  const rowOf = async (id: string) => {
    const where = and(eq(sandboxProducts.store, store), eq(sandboxProducts.product_id, id));
    const [row] = await world.database.db.select().from(sandboxProducts).where(where);
    return row;
  };
  const untagged = async (place: number) =>
    (await products(store)).filter(({ tags }) => tags.length === 0)[place]?.id ?? "";

  test("sets price, crossed-out price and tags, of one product", async () => {
    const id = await untagged(0);
    const before = await products(store);
    await change(id, { price: 1112.5, compareAtPrice: 1390, addTags: ["sale", "zima"] });
    const prices = { id, title: "Default Title", price: 1112.5, compareAtPrice: 1390 };
    const set = { variants: [prices], tags: ["sale", "zima"] };
    const after = before.map((one) => (one.id === id ? { ...one, ...set } : one));
    expect(await products(store)).toEqual(after);
    await change(id, { price: 1390, compareAtPrice: null, removeTags: ["SALE", "nema"] });
    expect(await world.ports.shop.product(shopOf(store), id, signal)).toMatchObject({
      variants: [{ price: 1390, compareAtPrice: null }],
      tags: ["zima"],
    });
  });

  test("counts only if it changes something", async () => {
    const id = await untagged(1);
    const first = { addTags: ["sale"], removeTags: ["zima"] };
    for (const _ of [1, 2]) await change(id, first);
    expect(await rowOf(id)).toMatchObject({ changes: 1, tags: ["sale"] });
    await change(id, { ...first, addTags: ["Sale", "SALE"] });
    expect(await rowOf(id)).toMatchObject({ changes: 1, tags: ["sale"] });
    await change(id, { ...first, price: 999 });
    await change(id, { ...first, price: 999, compareAtPrice: null });
    await change(id, { price: 999, compareAtPrice: null, removeTags: ["sale"] });
    expect(await rowOf(id)).toMatchObject({ changes: 4, tags: [] });
    // A tag that is removed and added stays in its place.
    await change(id, { addTags: ["a", "b"] });
    await change(id, { addTags: ["a"], removeTags: ["a"] });
    expect(await rowOf(id)).toMatchObject({ tags: ["a", "b"] });
  });

  test("of two at once loses neither", async () => {
    const id = await untagged(3);
    await Promise.all(["a", "b"].map((tag) => change(id, { addTags: [tag] })));
    const row = await rowOf(id);
    expect(row).toMatchObject({ changes: 2 });
    expect(row?.tags.toSorted()).toEqual(["a", "b"]);
  });

  test("of a missing product is refused", async () => {
    await expect(change("1", {})).rejects.toThrow(new ShopRefusal("Product does not exist"));
    expect(await world.ports.shop.product(shopOf(store), "1", signal)).toBeUndefined();
  });
});

test("wrong and missing keys are refused with the shop's message, and open no shop", async () => {
  const words = new ShopRefusal(
    "[API] Invalid API key or access token (unrecognized login or wrong password)",
  );
  const { shop } = world.ports;
  const change = { variants: [], addTags: [], removeTags: [] };
  for (const bad of [{ ...keys, api_key: "is-wrong" }, { ...keys, password: "WRONG" }, {}]) {
    const closed = shopOf("closed.myshopify.com", bad);
    await expect(shop.test(closed, signal)).rejects.toThrow(words);
    await expect(shop.products(closed, signal, every)).rejects.toThrow(words);
    await expect(shop.product(closed, "1", signal)).rejects.toThrow(words);
    await expect(shop.change(closed, "1", change, signal)).rejects.toThrow(words);
  }
  await shop.test(shopOf("closed.myshopify.com"), signal);
  expect(await rows("closed.myshopify.com")).toEqual([]);
});

describe("the page of a shop", () => {
  const text = async (address: string) => (await world.fetch(address)).text();

  test("shows prices, crossed-out prices, tags, and its sale collection first", async () => {
    const all = await products("page.myshopify.com");
    const page = await text("/sandbox/shop/page.myshopify.com");
    const [collection = "", catalogue = ""] = page.split("All products (60)");
    expect(collection).toContain("Collection of the tag “sale” (6)");
    for (const { id, title, variants, tags } of all) {
      const compareAtPrice = variants[0]?.compareAtPrice ?? null;
      expect(catalogue).toContain(`<li id="${id}">`);
      expect(catalogue).toContain(`<h3>${title}</h3>`);
      expect(collection.includes(`<h3>${title}</h3>`)).toBe(tags.includes("sale"));
      if (compareAtPrice === null) continue;
      const dinars = String(compareAtPrice).replace(/(\d)(\d{3})$/, "$1.$2");
      expect(collection).toContain(`<s>${dinars} RSD</s>`);
    }
    expect(catalogue).toContain('<a href="?tag=rotator-no-change">rotator-no-change</a>');
  });

  test("shows the collection of another tag if one is requested", async () => {
    const page = await text("/sandbox/shop/Page.MyShopify.com?tag=ROTATOR");
    expect(page).toContain("Collection of the tag “ROTATOR” (20)");
    expect(await text("/sandbox/shop/page.myshopify.com?tag=nema")).toContain(
      "No product has this tag.",
    );
  });

  test("escapes its content, under a strict policy of its own", async () => {
    const store = `<img src=x onerror=alert(1)>`;
    const shop = shopOf(store);
    const [first] = await world.ports.shop.products(shop, signal, every);
    const tag = `"><script>alert(1)</script>`;
    const change = { variants: [], addTags: [tag], removeTags: [] };
    await world.ports.shop.change(shop, first?.id ?? "", change, signal);
    const address = `/sandbox/shop/${encodeURIComponent(store)}?tag=${encodeURIComponent(tag)}`;
    for (const path of [address, "/sandbox/shop"]) {
      const response = await world.fetch(path);
      const page = await response.text();
      expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;");
      expect(page).not.toMatch(/<script|<img src=x/);
      const policy = response.headers.get("Content-Security-Policy");
      expect(policy).toContain("default-src 'none'; style-src 'self'; img-src 'self';");
      expect(policy).not.toContain("script-src");
    }
    expect(await text(address)).toContain("tag “&quot;&gt;&lt;script&gt;alert(1)");
    const style = await world.fetch("/sandbox/shop.css");
    expect(style.headers.get("Content-Type")).toContain("text/css");
  });

  test("exists only for shops that have opened", async () => {
    const list = await text("/sandbox/shop");
    expect(list).toContain('<a href="/sandbox/shop/page.myshopify.com">page.myshopify.com</a>');
    expect(list).toContain("60 products");
    for (const wrong of ["nema.myshopify.com", "%00", "%E0%A4%A"]) {
      const response = await world.fetch(`/sandbox/shop/${wrong}`);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("There is no such shop.");
    }
    expect(await rows("nema.myshopify.com")).toEqual([]);
  });
});

test("the list of shops says when none has opened; the seed opens two and syncs them", async () => {
  const fresh = await createWorld();
  onTestFinished(() => fresh.close());
  const shops = async () => (await fresh.fetch("/sandbox/shop")).text();
  expect(await shops()).toContain("No shop has opened yet");
  await fresh.transaction(seedIfEmpty);
  const all = await fresh.call(integrationApi.all, {});
  expect(all.map(({ platform, store_name }) => [platform, store_name])).toEqual([
    ["shopify", "zimska-kolekcija.myshopify.com"],
    ["amazon_ses", "newsletter@zimska-kolekcija.example.com"],
    ["shopify", "kafeterija-soljica.myshopify.com"],
  ]);
  await fresh.runJobs();
  const synced = await fresh.call(integrationApi.all, {});
  expect(synced.map(({ synced_at }) => typeof synced_at === "string")).toEqual([true, false, true]);
  expect(await fresh.database.db.$count(shopProducts)).toBe(120);
  expect(await shops()).toContain("zimska-kolekcija.myshopify.com");
});
