import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { categoryApi } from "@/entities/category/contract";
import { categoriesApi } from "@/features/categories/contract";
import { type categoryChangeSchema, redditSettingsSchema } from "@/features/categories/schema";
import { fc } from "../../../support/random-seed";
import { startWorld } from "../start-world.ts";

const world = await startWorld();
const group = await world.addGroup();

type Change = z.input<typeof categoryChangeSchema>;
const request = (id: number, body: Change) => ({ params: { id }, body });
const change = (id: number, body: Change) => world.call(categoriesApi.change, request(id, body));
const refusal = (id: number, body: Change) =>
  world.refusal(categoriesApi.change, request(id, body));
const read = async (id: number) =>
  (await world.call(categoryApi.list, { params: { id: group } })).find((one) => one.id === id);

describe("only the named fields change", () => {
  test.each<Change>([
    {},
    { name: "Jutarnja kafa" },
    { category_type: "memes" },
    { image_posts_per_day: 0, video_posts_per_day: 2, text_posts_per_day: 3 },
    { daily_generation_active: false },
    { category_prompt: "Kratko i toplo." },
    { category_prompt: null },
    { auto_approve_content_types: { text: true, image: false, video: true } },
    { use_ai_mascot: true },
    { category_type: "sales", shopify_sales_channel: "POS", shopify_product_tag: "zima" },
    { enabled_platforms: ["bluesky", "reddit"] },
    { enabled_platforms: [] },
    { enabled_platforms: null },
    { reddit_settings: { subreddits: ["serbia"], flairs: [] } },
    { reddit_settings: null },
  ])("%j", async (body) => {
    const id = await world.addCategory(group, {
      enabled_platforms: ["instagram"],
      reddit_settings: { subreddits: ["hiking"], flairs: [] },
      category_prompt: "Toplo.",
    });
    const before = await read(id);
    expect(await change(id, body)).toEqual({ ...before, ...body });
    expect(await read(id)).toEqual({ ...before, ...body });
  });

  test("text is trimmed, and empty text becomes null", async () => {
    const id = await world.addCategory(group, { category_prompt: "Toplo." });
    const changed = await change(id, { name: "  Šetnje  ", category_prompt: "  " });
    expect(changed).toMatchObject({ name: "Šetnje", category_prompt: null });
  });

  test("duplicate platforms are removed, and one that only a newer console knows is kept", async () => {
    const id = await world.addCategory(group);
    const enabled_platforms = ["bluesky", "mastodon", "bluesky"];
    const changed = await change(id, { enabled_platforms });
    expect(changed.enabled_platforms).toEqual(["bluesky", "mastodon"]);
  });
});

describe("a change is refused for", () => {
  test("the name of another category of the group, in any case, but not its own", async () => {
    const id = await world.addCategory(group, { name: "Dnevna inspiracija" });
    const other = await world.addCategory(group, { name: "Nedeljna inspiracija" });
    expect(await refusal(other, { name: "DNEVNA inspiracija" })).toEqual({
      status: 409,
      detail: "This group already has a category named 'DNEVNA inspiracija'.",
    });
    expect(await change(id, { name: "dnevna inspiracija" })).toMatchObject({
      name: "dnevna inspiracija",
    });
    const elsewhere = await world.addCategory(await world.addGroup("Letnja kolekcija"));
    await change(elsewhere, { name: "Dnevna inspiracija" });
  });

  test("a selling category without a sales channel, whichever of the two changes", async () => {
    const id = await world.addCategory(group, { shopify_sales_channel: null });
    const issue = {
      loc: ["body", "shopify_sales_channel"],
      msg: "Sales channel is required.",
      type: "value_error",
    };
    const refused = { status: 422, detail: [issue] };
    expect(await refusal(id, { category_type: "sales" })).toEqual(refused);
    await change(id, { category_type: "weekly_sale", shopify_sales_channel: "Online Store" });
    expect(await refusal(id, { shopify_sales_channel: " " })).toEqual(refused);
    await change(id, { category_type: "evergreen", shopify_sales_channel: null });
  });

  test.each<[string, object, string]>([
    ["a blank name", { name: " " }, "Name is required."],
    ["a count below 0", { image_posts_per_day: -1 }, "Enter a whole number of 0 or more."],
    [
      "an invalid subreddit",
      { reddit_settings: { subreddits: ["a b"], flairs: [] } },
      "Subreddit names are 2 to 24 letters, digits and underscores.",
    ],
  ])("%s", async (_, body, msg) => {
    const id = await world.addCategory(group);
    const { status, detail } = await refusal(id, body);
    expect([status, detail]).toEqual([422, [expect.objectContaining({ msg })]]);
  });
});

describe("the settings for Reddit", () => {
  const settings = (subreddits: string[], flairs: unknown[] = []) =>
    redditSettingsSchema.parse({ subreddits, flairs });

  test("keep a chosen flair with its subreddit, and the last one if there are several", () => {
    const flair = { subreddit: "r/HIKING", id: "a", text: "Photo" };
    const other = { subreddit: "hiking", id: "b" };
    expect(settings(["serbia", "hiking"], [flair]).flairs).toEqual([
      { subreddit: "hiking", id: "a", text: "Photo" },
    ]);
    expect(settings(["hiking"], [flair, other]).flairs).toEqual([
      { subreddit: "hiking", id: "b", text: null },
    ]);
  });

  test("stay the same when they are parsed again", () => {
    const names = fc.array(fc.stringMatching(/^\w{2,24}$/), { maxLength: 10 });
    fc.assert(
      fc.property(names, fc.array(fc.stringMatching(/^\w{0,9}$/)), (subreddits, flairs) => {
        const once = settings(subreddits, flairs);
        expect(settings(once.subreddits, once.flairs)).toEqual(once);
      }),
    );
  });
});
