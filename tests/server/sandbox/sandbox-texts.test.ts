import { expect, test } from "vitest";
import { textLength } from "@/entities/account/text-length";
import { inRsd } from "../../../server/adapters/sandbox/pitches.ts";
import {
  languageOf,
  sandboxText,
  themeOf,
  titleOf,
} from "../../../server/adapters/sandbox/text-model.ts";
import type { Product, TextOrder } from "../../../server/ports/text-model.ts";

const order = (more: Partial<TextOrder>): TextOrder => ({
  category: { name: "Ponude", type: "sales", prompt: null },
  taskId: "task",
  turn: 0,
  withImage: false,
  recentPosts: [],
  limits: [],
  ...more,
});
const hoodie: Product = {
  name: "Duks „Ptica lastavica“",
  description: null,
  price: 4290,
  priceBefore: null,
  url: "/sandbox/shop/zimska-kolekcija.myshopify.com#7000000000012",
};

test.each<[string, Product]>([
  ["a price", hoodie],
  ["a lower price", { ...hoodie, priceBefore: 5490 }],
  ["a description", { ...hoodie, price: null, description: "Mek. Topao." }],
  ["neither", { ...hoodie, price: null, url: null }],
])("names a product with %s, in more than thirty ways that all platforms accept", (_, product) => {
  const said: string[] = [];
  for (let turn = 0; turn < 35; turn++) {
    const recentPosts = said.toReversed().slice(0, 30);
    const { text } = sandboxText(order({ turn, product, recentPosts }));
    expect(recentPosts).not.toContain(text);
    expect(text).toContain(product.name);
    if (product.price !== null) expect(text).toContain(inRsd(product.price, "sr"));
    if (product.url) expect(text).toContain(product.url);
    expect(textLength(text, "x-weighted")).toBeLessThanOrEqual(280);
    expect(textLength(text, "emoji as bytes")).toBeLessThanOrEqual(500);
    said.push(text);
  }
});

test("is about the category's theme, in its language", () => {
  expect(themeOf("Jutarnja kafa ")).toBe("coffee");
  expect(themeOf("Staze i vrhovi")).toBe("mountain");
  expect(themeOf("Zimska kolekcija")).toBe("winter");
  expect(themeOf("Ponedeljak")).toBe("any");
  expect(languageOf("Dnevna inspiracija Short, warm, one thought a day for our readers.")).toBe(
    "en",
  );
  expect(languageOf("Dnevna inspiracija Kratko i toplo.")).toBe("sr");
  const category = { name: "Offers", type: "sales", prompt: "Offers for our guests" } as const;
  const { text } = sandboxText(order({ category, product: { ...hoodie, priceBefore: 5490 } }));
  expect(text).toContain("4,290 RSD");
});

test("is the same for the same order, with a tag, a title and an idea for an image", () => {
  const category = { name: "Jutarnja kafa", type: "evergreen", prompt: null } as const;
  const given = order({ category, withImage: true });
  const post = sandboxText(given);
  expect(sandboxText(given)).toEqual(post);
  expect(post.text).toMatch(/#JutarnjaKafa$/);
  expect(post.title).not.toBe("");
  expect(post.imagePrompt?.length).toBeGreaterThan(10);
  expect(sandboxText(order({ category })).imagePrompt).toBeNull();
});

test("gives a post its first sentence as a title", () => {
  expect(titleOf("Prvi sneg. Drugi sneg.")).toBe("Prvi sneg");
  expect(titleOf("Šta mislite? Pišite.")).toBe("Šta mislite?");
  expect(titleOf(`Šapat ☕ ${"a".repeat(200)}`)).toHaveLength(100);
});

test.each(["sr", "en"])("has a different text for each of thirty posts, in %s", (language) => {
  const prompt = language === "en" ? "Short posts for our guests" : "Kratko.";
  for (const [name, type] of [
    ["Kaf", "memes"],
    ["Zima", "memes"],
    ["Planina", "sales"],
    ["Bilo", "sales"],
    ["Bilo", "evergreen"],
  ] as const) {
    const said: string[] = [];
    for (let turn = 0; turn < 31; turn++) {
      const category = { name, type, prompt };
      const { text } = sandboxText(order({ category, turn, recentPosts: said.toReversed() }));
      expect(textLength(text, "x-weighted")).toBeLessThanOrEqual(280);
      expect(textLength(text, "emoji as bytes")).toBeLessThanOrEqual(500);
      said.push(text);
    }
    expect(new Set(said).size).toBe(31);
  }
});

test("repeats the oldest text when there is no other", () => {
  const product = { ...hoodie, price: null, url: null };
  const said: string[] = [];
  for (let turn = 0; turn < 200; turn++) {
    said.push(sandboxText(order({ product, recentPosts: said.toReversed() })).text);
  }
  const ways = new Set(said).size;
  expect(ways).toBeLessThan(200);
  expect(said.slice(ways, 2 * ways)).toEqual(said.slice(0, ways));
});

test("includes even the longest URL in full", () => {
  const url = `https://shop.example.com/${"a".repeat(600)}`;
  expect(sandboxText(order({ product: { ...hoodie, url } })).text).toContain(url);
});
