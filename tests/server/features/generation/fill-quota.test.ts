import { beforeEach, describe, expect, test } from "vitest";
import { generationApi } from "@/features/generation/contract";
import { queueApi } from "@/features/queue/contract";
import { sandboxTextModel } from "../../../../server/adapters/sandbox/text-model.ts";
import { generate } from "../../../../server/features/generation/generate-job.ts";
import { missingPosts, quotaOf } from "../../../../server/features/generation/quota.ts";
import { postFormats } from "../../../../server/kernel/generation-work.ts";
import { silence } from "../../../../server/kernel/log.ts";
import type { TextModel } from "../../../../server/ports/text-model.ts";
import { fc } from "../../../support/random-seed";
import { group, refusal, setPosts, world, worldForEach } from "../support.ts";

// Ahead of the machine's clock, which the queue uses: otherwise it would find everything due.
const noon = new Date("2040-01-02T12:00:00Z");
let now = noon;
let down = false;

worldForEach(() => ({
  ports: { clock: { now: () => now }, textModel: moody },
  // Some jobs fail on purpose.
  log: silence,
}));
beforeEach(() => {
  now = noon;
  down = false;
});

/** The sandbox's text model, which can be switched off. */
const moody: TextModel = {
  write: async (...order) => {
    if (down) throw new Error("The model does not answer.");
    return sandboxTextModel.write(...order);
  },
};

const fill = (id: number) => world.call(generationApi.fillCategoryQuota, { params: { id } });
const fillGroup = () => world.call(generationApi.fillGroupQuota, { params: { id: group } });
const kinds = async () =>
  (await world.queue()).map(({ media_type }) => media_type ?? "text").toSorted();

const named = (more = {}) =>
  world.addCategory(group, {
    name: "Jutarnja kafa",
    image_posts_per_day: 2,
    video_posts_per_day: 1,
    text_posts_per_day: 1,
    ...more,
  });

const nothing = {
  message:
    "Nothing is missing in Jutarnja kafa today: the quota is scheduled, waits for approval or is being made.",
};

const oneImage = "Generation of 1 image post for Jutarnja kafa is queued.";

describe("filling a category's quota", () => {
  test("makes the missing posts of each kind, and a second press makes nothing", async () => {
    const id = await named();
    expect(await fill(id)).toEqual({
      message:
        "Generation of 2 image posts, 1 video post, and 1 text post for Jutarnja kafa is queued.",
      task_id: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    // Before the jobs have run, and after.
    expect(await fill(id)).toEqual(nothing);
    await world.runJobs();
    expect(await kinds()).toEqual(["image", "image", "text", "video"]);
    expect(await fill(id)).toEqual(nothing);
    expect(await world.runJobs()).toBe(0);
  });

  test("two presses at the same moment make the posts once", async () => {
    const id = await named();
    const press = () =>
      world.request(`admin/content-generation/fill-quota/category/${id}`, { method: "POST" });
    const answers = await Promise.all([press(), press(), press()]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    await world.runJobs();
    expect(await world.queue()).toHaveLength(4);
  });

  test("counts only the posts that a half-finished job still has to make", async () => {
    const id = await named({ image_posts_per_day: 3, video_posts_per_day: 0 });
    const { task_id } = await world.call(generationApi.trigger, {
      params: { categoryId: id },
      query: { num_posts: 2, type: "image" },
    });
    await generate({ taskId: String(task_id), categoryId: id, count: 1, type: "image" }, world.run);
    expect(await fill(id)).toMatchObject({
      message: "Generation of 1 image post and 1 text post for Jutarnja kafa is queued.",
    });
    expect(await fill(id)).toEqual(nothing);
  });

  test("replaces the posts of a job that was given up", async () => {
    const id = await named();
    const { message } = await fill(id);
    down = true;
    await world.runJobs().catch(() => undefined);
    down = false;
    expect((await fill(id)).message).toBe(message);
    await world.runJobs();
    expect(await fill(id)).toEqual(nothing);
  });

  test("replaces a rejected post and a failed one", async () => {
    await world.addAccount(group);
    const id = await named({
      image_posts_per_day: 3,
      video_posts_per_day: 0,
      text_posts_per_day: 0,
    });
    await fill(id);
    await world.runJobs();
    const [first = 0, second = 0] = (await world.queue()).map((item) => item.id);
    await world.call(queueApi.reject, { params: { id: first } });
    expect((await fill(id)).message).toBe(oneImage);
    await world.runJobs();
    await world.approve(second);
    expect(await fill(id)).toEqual(nothing);
    await setPosts({ status: "failed" });
    expect((await fill(id)).message).toBe(oneImage);
  });

  test("counts posts that were made today and are published tomorrow", async () => {
    now = new Date("2040-01-02T23:59:30Z");
    await world.addAccount(group);
    const auto_approve_content_types = { text: true, image: true, video: true };
    const id = await named({ auto_approve_content_types });
    await fill(id);
    await world.runJobs();
    const tomorrow = new Date("2040-01-03T00:00:00Z");
    expect((await world.posts()).every(({ publish_at }) => publish_at > tomorrow)).toBe(true);
    expect(await fill(id)).toEqual(nothing);
  });

  test("counts yesterday's posts if they are approved without an account, not if they wait for approval", async () => {
    const id = await named({ video_posts_per_day: 0, text_posts_per_day: 0 });
    const [first = 0] = await world.generate(id, 2);
    await world.approve(first);
    now = new Date("2040-01-03T12:00:00Z");
    expect((await fill(id)).message).toBe(oneImage);
  });

  test("also works for a category that does not generate daily, but not for one without a quota", async () => {
    const id = await named({ daily_generation_active: false });
    expect((await fill(id)).task_id).toBeDefined();
    const none = { image_posts_per_day: 0, video_posts_per_day: 0, text_posts_per_day: 0 };
    const archived = await world.addCategory(group, { name: "Letnja", ...none });
    expect(
      await world.refusal(generationApi.fillCategoryQuota, { params: { id: archived } }),
    ).toEqual(refusal(409, "This category has no image posts quota set."));
    expect(await world.refusal(generationApi.fillCategoryQuota, { params: { id: 999 } })).toEqual(
      refusal(404, "No such category."),
    );
  });

  test("makes videos from images, and approves them automatically if the category says so", async () => {
    await world.addAccount(group);
    const id = await named({
      image_posts_per_day: 0,
      text_posts_per_day: 0,
      auto_approve_content_types: { text: false, image: false, video: true },
    });
    await fill(id);
    await world.runJobs();
    expect(await world.queue()).toEqual([
      expect.objectContaining({
        status: "approved",
        media_type: "video",
        image_url: null,
        video_url: expect.stringMatching(/^\/media\/sandbox\/clip\.mp4/),
        thumbnail_url: expect.stringMatching(/^\/media\/sandbox\/\w+\.svg$/),
        image_prompt: expect.any(String),
      }),
    ]);
    expect(await world.posts()).toHaveLength(1);
  });
});

describe("filling a group's quota", () => {
  test("covers the categories that generate daily, once", async () => {
    await named();
    await world.addCategory(group, { image_posts_per_day: 1 });
    await world.addCategory(group, { image_posts_per_day: 5, daily_generation_active: false });
    await world.addCategory(await world.addGroup("Letnja kolekcija"));
    expect(await fillGroup()).toEqual({
      message:
        "Generation of 3 image posts, 1 video post, and 1 text post in 2 categories is queued.",
      task_id: expect.any(String),
    });
    await world.runJobs();
    expect(await kinds()).toEqual(["image", "image", "image", "text", "video"]);
    expect(await fillGroup()).toEqual({
      message:
        "Nothing is missing in Zimska kolekcija today: the quota is scheduled, waits for approval or is being made.",
    });
  });

  test("is refused if none of its active categories has a quota", async () => {
    await named({ image_posts_per_day: 0, video_posts_per_day: 0, text_posts_per_day: 0 });
    await world.addCategory(group, { daily_generation_active: false });
    expect(await world.refusal(generationApi.fillGroupQuota, { params: { id: group } })).toEqual(
      refusal(409, "No active category of this group has posts in its daily quota."),
    );
    expect(await world.runJobs()).toBe(0);
  });

  test("needs a group", async () => {
    expect(await world.refusal(generationApi.fillGroupQuota, { params: { id: 999 } })).toEqual(
      refusal(404, "No such group."),
    );
  });
});

test("the missing posts complete the quota of each kind alone", () => {
  const counts = fc.record({ image: fc.nat(9), video: fc.nat(9), text: fc.nat(9) });
  fc.assert(
    fc.property(counts, counts, (perDay, known) => {
      const quotas = {
        image_posts_per_day: perDay.image,
        video_posts_per_day: perDay.video,
        text_posts_per_day: perDay.text,
      };
      const missing = missingPosts(quotas, known);
      for (const kind of postFormats) {
        expect(missing[kind] + known[kind]).toBe(Math.max(quotaOf(quotas, kind), known[kind]));
      }
    }),
  );
});
