import { beforeEach, describe, expect, test, vi } from "vitest";
import { categoriesApi } from "@/features/categories/contract";
import { categoriesDocs } from "@/features/categories/contract-docs";
import { generationApi } from "@/features/generation/contract";
import { groupsApi } from "@/features/groups/contract";
import { generate } from "../../../../server/features/generation/generate-job.ts";
import { utcDay } from "../../../../server/kernel/times.ts";
import { fc } from "../../../support/random-seed";
import { group, refusal, world, worldForEach } from "../support.ts";

worldForEach();

const status = () => world.call(generationApi.status, { query: { group_id: group } });

describe("the quota", () => {
  test("a UTC day contains its moment and is 24 hours long", () => {
    const years = { min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(years), (moment) => {
        const { from, to } = utcDay(moment);
        expect(from.getTime() <= moment.getTime() && moment < to).toBe(true);
        expect(from.toISOString()).toMatch(/T00:00:00.000Z$/);
        expect(to.getTime() - from.getTime()).toBe(86_400_000);
      }),
    );
  });
});

describe("generation status", () => {
  test("counts the pool, the quota and one post on two accounts as one", async () => {
    await world.addAccount(group, "one.bsky.social");
    await world.addAccount(group, "two.bsky.social");
    const category = await world.addCategory(group, {
      image_posts_per_day: 3,
      text_posts_per_day: 1,
    });
    await world.addCategory(group, { image_posts_per_day: 0 });
    const [first = 0] = await world.generate(category, 3);
    await world.approve(first);
    // Makes the post due today, at whatever hour the test runs.
    await world.database.query("update scheduled_posts set publish_at = $1", [world.clock.now()]);
    const { categories, ...whole } = await status();
    expect(whole).toEqual({
      group_name: "Zimska kolekcija",
      group_focus_media_type: "image",
      total_missing_for_quota: 3,
    });
    expect(categories).toEqual([
      expect.objectContaining({
        active_pool_count: 3,
        unused_pool_count: 3,
        daily_quota: 4,
        posts_scheduled_today: 1,
        missing_for_quota: 3,
      }),
      expect.objectContaining({ active_pool_count: 0, daily_quota: 0, missing_for_quota: 0 }),
    ]);
    await world.database.query("update scheduled_posts set status = 'failed'");
    expect((await status()).total_missing_for_quota).toBe(4);
  });

  test("has no categories in a new group, and is a 404 for a missing group", async () => {
    expect(await status()).toMatchObject({ total_missing_for_quota: 0, categories: [] });
    const refused = await world.refusal(generationApi.status, { query: { group_id: "nobody" } });
    expect(refused).toEqual(refusal(404, "No such group."));
  });
});

describe("triggering", () => {
  test("names count, kind and category, and makes that many different posts", async () => {
    const category = await world.addCategory(group, { name: "Jutarnja kafa" });
    const answer = await world.call(generationApi.trigger, {
      params: { categoryId: category },
      query: { num_posts: 3, type: "text" },
    });
    expect(answer).toEqual({
      message: "Generation of 3 text posts for Jutarnja kafa is queued.",
      task_id: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    await world.runJobs();
    const items = await world.queue();
    expect(new Set(items.map(({ text_content }) => text_content)).size).toBe(3);
    expect(items.every((item) => item.status === "pending_approval" && !item.image_url)).toBe(true);
  });

  test("a job that runs twice, or again after half of it, makes each post once", async () => {
    const categoryId = await world.addCategory(group);
    const work = { taskId: "task", categoryId, type: "image" } as const;
    await generate({ ...work, count: 1 }, world.run);
    await generate({ ...work, count: 3 }, world.run);
    await generate({ ...work, count: 3 }, world.run);
    expect((await world.queue()).map(({ origin }) => origin)).toEqual(
      [0, 1, 2].map((turn) => `task:${categoryId}:${turn}`),
    );
    await generate({ ...work, categoryId: 999, count: 1 }, world.run);
    expect(await world.queue()).toHaveLength(3);
  });

  test("many posts are made by jobs of a few minutes, one after the other, and each once", async () => {
    const { write } = world.ports.textModel;
    vi.spyOn(world.ports.textModel, "write").mockImplementation((...asked) => {
      world.clock.advance(100_000);
      return write(...asked);
    });
    const categoryId = await world.addCategory(group);
    const work = { taskId: "task", categoryId, count: 8, type: "text" } as const;
    await generate(work, world.run);
    expect(await world.queue()).toHaveLength(3);
    // A job that runs again, as after a crash, and its successor are still one task.
    await generate(work, world.run);
    expect(await world.runJobs()).toBe(1);
    expect((await world.queue()).map(({ origin }) => origin)).toEqual(
      Array.from({ length: 8 }, (_, turn) => `task:${categoryId}:${turn}`),
    );
  });

  test("a post of which a part was taken out is not approved automatically", async () => {
    const { write } = world.ports.textModel;
    vi.spyOn(world.ports.textModel, "write").mockImplementation(async (...asked) => {
      const written = await write(...asked);
      return written.ok ? { ...written, needsReview: true } : written;
    });
    await world.addAccount(group);
    const auto_approve_content_types = { image: true, text: true, video: true };
    const category = await world.addCategory(group, { auto_approve_content_types });
    expect(await world.generate(category, 1)).toHaveLength(1);
    expect(await world.posts()).toEqual([]);
  });

  test("a group's quota covers every active category, and is refused if there is none", async () => {
    await world.addCategory(group, { image_posts_per_day: 2 });
    await world.addCategory(group, { image_posts_per_day: 1, text_posts_per_day: 1 });
    await world.addCategory(group, { image_posts_per_day: 5, daily_generation_active: false });
    const trigger = (generation_type: "image" | "text") => ({
      params: { groupId: group },
      query: { generation_type },
    });
    const { message } = await world.call(generationApi.triggerGroupQuota, trigger("image"));
    expect(message).toBe("Generation of 3 image posts in 2 categories is queued.");
    await world.runJobs();
    expect(await world.queue()).toHaveLength(3);
    await world.database.query("update categories set text_posts_per_day = 0");
    expect(await world.refusal(generationApi.triggerGroupQuota, trigger("text"))).toEqual(
      refusal(409, "No active category of this group has text posts in its daily quota."),
    );
  });
});

describe("a group that focuses on videos", () => {
  const quotas = { image_posts_per_day: 2, video_posts_per_day: 1, text_posts_per_day: 1 };
  const kinds = async () => (await world.queue()).map(({ media_type }) => media_type ?? "text");
  beforeEach(async () => {
    await world.call(groupsApi.change, {
      params: { id: group },
      body: { focus_media_type: "video" },
    });
  });

  test("generates videos in bulk where a category has a quota of them, else images", async () => {
    await world.addCategory(group, quotas);
    await world.addCategory(group, { image_posts_per_day: 3 });
    const { message } = await world.call(generationApi.triggerGroupQuota, {
      params: { groupId: group },
      query: { generation_type: "image" },
    });
    expect(message).toBe("Generation of 3 image posts and 1 video post in 2 categories is queued.");
    await world.runJobs();
    expect((await kinds()).toSorted()).toEqual(["image", "image", "image", "video"]);
  });
});

describe("generate and approve", () => {
  const ask = (content_category_id: number, prompt: string | null) => ({
    body: { account_group_id: group, content_category_id, text_content: "Stigla je zima.", prompt },
  });

  test("makes the given text an approved post, with an image if there is a prompt", async () => {
    await world.addAccount(group);
    const category = await world.addCategory(group);
    await world.call(generationApi.generateAndApprove, ask(category, "A jacket"));
    await world.call(generationApi.generateAndApprove, ask(category, null));
    await world.runJobs();
    const items = await world.queue();
    expect(items).toHaveLength(2);
    expect(
      items.every((item) => item.status === "approved" && item.text_content === "Stigla je zima."),
    ).toBe(true);
    const images = items.filter((item) => item.image_url);
    expect(images).toEqual([
      expect.objectContaining({ image_prompt: "A jacket", media_type: "image" }),
    ]);
    expect(await world.posts()).toHaveLength(2);
  });

  test("refuses the category of another group", async () => {
    const elsewhere = await world.addCategory(await world.addGroup("Letnja kolekcija"));
    const { status, detail } = await world.refusal(
      generationApi.generateAndApprove,
      ask(elsewhere, null),
    );
    expect(status).toBe(422);
    expect(detail).toEqual([expect.objectContaining({ loc: ["body", "content_category_id"] })]);
  });
});

describe("a new category", () => {
  const { body } = categoriesDocs.add.sample;
  const request = () => ({ params: { id: group }, body: { ...body, shopify_sales_channel: null } });

  test("has the defaults, and a unique name in its group", async () => {
    expect(await world.call(categoriesApi.add, request())).toMatchObject({
      shopify_sales_channel: "Online Store",
      enabled_platforms: null,
      auto_approve_content_types: { text: false, image: false, video: false },
    });
    const again = { ...request(), body: { ...request().body, name: body.name.toUpperCase() } };
    expect(await world.refusal(categoriesApi.add, again)).toEqual(
      refusal(409, `This group already has a category named '${body.name.toUpperCase()}'.`),
    );
    await world.call(categoriesApi.add, {
      ...request(),
      params: { id: await world.addGroup("Letnja kolekcija") },
    });
  });
});
