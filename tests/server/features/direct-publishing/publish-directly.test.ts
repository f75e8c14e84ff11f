import { describe, expect, test } from "vitest";
import { contentApi } from "@/features/content/contract";
import { performanceApi } from "@/features/performance/contract";
import { queueApi } from "@/features/queue/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { sandboxPublisher } from "../../../../server/adapters/sandbox/publisher.ts";
import { publishDirectly } from "../../../../server/features/direct-publishing/publish-directly.ts";
import { planToday } from "../../../../server/features/generation/plan-day.ts";
import { recoverInterrupted } from "../../../../server/features/scheduler/unknown-posts.ts";
import {
  addAccountOn,
  group,
  openCall,
  pool,
  publish,
  refusal,
  setAccount,
  silent,
  world,
} from "../support.ts";
import {
  addItem,
  category,
  directForEach,
  directly,
  image,
  isUnderWay,
  post,
  run,
  send,
  text,
} from "./support.ts";

directForEach();

const scheduler = () => world.call(schedulerApi.status, {});

describe("direct publishing", () => {
  test("goes to every active account of the group, without a category", async () => {
    const first = await world.addAccount(group, "one.bsky.social");
    await setAccount(await world.addAccount(group, "off.bsky.social"), { is_active: false });
    const second = await addAccountOn("instagram", "zimska");
    await world.addAccount(await world.addGroup("Druga grupa"), "other");
    const answer = await world.call(contentApi.publish, directly({ image_url: image }));
    expect(answer).toMatchObject({
      message: "Published on 2 of 2 accounts.",
      publishing_results: [
        { social_account_id: first, status: "published" },
        { social_account_id: second, status: "published" },
      ],
    });
    expect(await world.posts()).toMatchObject([
      { group_id: group, category_id: null },
      { group_id: group, category_id: null },
    ]);
    expect(await world.queue()).toMatchObject([
      {
        category_id: null,
        content_item_id: null,
        status: "approved",
        text_content: text,
        image_url: image,
        media_type: "image",
      },
    ]);
    expect(await pool()).toEqual([]);
  });

  test("has its title as the alt text of its image, and none without", async () => {
    await world.addAccount(group);
    await world.call(contentApi.publish, directly({ image_url: image, title: " Šolja čaja " }));
    await world.call(contentApi.publish, directly({ image_url: image, title: " " }));
    await world.call(contentApi.publish, directly({ image_url: image }));
    expect(publish.mock.calls.map(([{ post }]) => [post.title, post.altText])).toEqual([
      ["Šolja čaja", "Šolja čaja"],
      [null, null],
      [null, null],
    ]);
  });

  test("with an operator's own video goes where only media go, as a video", async () => {
    await addAccountOn("instagram", "zimska");
    const video_url = "/media/store/zima.mp4";
    expect(await world.call(contentApi.publish, directly({ video_url }))).toMatchObject({
      message: "Published on 1 of 1 account.",
    });
    expect(await world.queue()).toMatchObject([
      { image_url: null, video_url, media_type: "video" },
    ]);
  });

  test("goes only to the chosen accounts, which must be able to take it", async () => {
    const first = await world.addAccount(group, "one.bsky.social");
    await world.addAccount(group, "two.bsky.social");
    const off = await world.addAccount(group, "off.bsky.social");
    await setAccount(off, { is_active: false });
    const instagram = await addAccountOn("instagram", "zimska");
    const other = await world.addAccount(await world.addGroup("Druga grupa"), "other");
    const chosen = (...social_account_ids: number[]) => directly({ social_account_ids });

    expect(await world.refusal(contentApi.publish, chosen(first, off))).toEqual(
      refusal(409, "Not active: off.bsky.social on Bluesky."),
    );
    expect(await world.refusal(contentApi.publish, chosen(instagram))).toEqual(
      refusal(409, "This post needs an image or video for zimska on Instagram."),
    );
    expect(await world.refusal(contentApi.publish, chosen(first, other))).toMatchObject({
      status: 422,
    });
    expect(await world.posts()).toEqual([]);

    expect(await world.call(contentApi.publish, chosen(first))).toMatchObject({
      message: "Published on 1 of 1 account.",
      publishing_results: [{ social_account_id: first, status: "published" }],
    });
    expect(await world.posts()).toHaveLength(1);
  });

  test("is listed wherever posts are listed, without a category", async () => {
    const account = await world.addAccount(group);
    await post((await addItem()).id, [account]);
    await world.call(contentApi.publish, directly());
    const [direct, pooled] = await world.call(performanceApi.list, { query: { group_id: group } });
    expect([direct?.category_name, typeof pooled?.category_name]).toEqual([null, "string"]);
    for (const sortOrder of ["asc", "desc"] as const) {
      const sorted = await world.call(performanceApi.list, {
        query: { sortBy: "category_name", sortOrder },
      });
      expect(sorted.at(-1)?.category_name).toBeNull();
      expect(sorted).toHaveLength(2);
    }
    const ofCategory = await world.call(performanceApi.list, { query: { category_id: category } });
    expect(ofCategory).toHaveLength(1);
    const id = direct?.scheduled_post_id ?? 0;
    const { performance } = await world.call(performanceApi.detail, { params: { id } });
    expect(performance.text_content).toBe(text);
    expect((await scheduler()).recently_published).toHaveLength(2);
    const approved = await world.call(queueApi.list, { query: { status: "approved" } });
    expect(approved[0]).toMatchObject({ category_name: null, text_content: text });
    // It fills no category's quota, and the planner still works.
    await expect(world.transaction(planToday)).resolves.toEqual(expect.any(Number));
    world.clock.advance(3_600_000);
    await world.runJobs();
    const measured = await world.call(performanceApi.list, { query: { group_id: group } });
    expect(measured.every(({ likes }) => likes !== null)).toBe(true);
  });

  test("leaves out accounts that do not take text only, and says so", async () => {
    await world.addAccount(group);
    await addAccountOn("instagram", "zimska");
    const { message, publishing_results } = await world.call(contentApi.publish, directly());
    expect(publishing_results).toMatchObject([{ platform_type: "bluesky", status: "published" }]);
    expect(message).toBe(
      "Published on 1 of 1 account. Left out, needs an image or video: zimska on Instagram.",
    );
  });

  test("reports failed posts and those with an unknown outcome", async () => {
    for (const name of ["one", "wrong", "mute"]) await world.addAccount(group, name);
    publish.mockImplementation(async (...asked) => {
      if (asked[0].account.username === "mute") return silent(...asked);
      return sandboxPublisher.publish(...asked);
    });
    const { message, publishing_results } = await world.call(contentApi.publish, directly());
    expect(publishing_results.map(({ status }) => status)).toEqual([
      "published",
      "failed",
      "unknown",
    ]);
    expect(message).toBe(
      "Published on 1 of 3 accounts. 1 failed. 1 may already be live: check the profile.",
    );
  });

  test("needs an account that can take it", async () => {
    const refused = (more?: object) => world.refusal(contentApi.publish, directly(more));
    const none = refusal(409, "This group has no active account to publish on.");
    expect(await refused()).toEqual(none);
    await setAccount(await world.addAccount(group), { is_active: false });
    expect(await refused()).toEqual(none);
    await addAccountOn("instagram", "zimska");
    expect(await refused()).toEqual(
      refusal(
        409,
        "Every active account of this group needs an image or video: zimska on Instagram.",
      ),
    );
    expect(await refused({ account_group_id: 999 })).toEqual(refusal(404, "No such group."));
    expect(await world.queue()).toEqual([]);
  });

  test.each<[field: string, value: unknown, msg: string]>([
    ["text_content", " ", "Text content is required."],
    ["text_content", undefined, "Field required"],
    ["image_url", "javascript:alert(1)", "Image URL must start with http://, https:// or /."],
    ["account_group_id", undefined, "Field required"],
    ["category_id", 1, "Extra inputs are not permitted"],
  ])("%s: %j is refused", async (field, value, msg) => {
    await world.addAccount(group);
    expect(await world.refusal(contentApi.publish, directly({ [field]: value }))).toEqual({
      status: 422,
      detail: [expect.objectContaining({ loc: ["body", field], msg })],
    });
    expect(publish).not.toHaveBeenCalled();
  });

  test("of one command is published once, also after a crash", async () => {
    await world.addAccount(group);
    const body = { account_group_id: group, text_content: text, image_url: null };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send("publishing/publish", body, "twins")),
    );
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    expect(publish).toHaveBeenCalledTimes(1);
    const { begun } = openCall();
    void publishDirectly(run(), "command", body);
    await begun;
    await expect(publishDirectly(run(), "command", body)).rejects.toMatchObject(isUnderWay);
    await world.transaction(recoverInterrupted);
    expect(await publishDirectly(run(), "command", body)).toMatchObject({
      message: "Published on 0 of 1 account. 1 may already be live: check the profile.",
      publishing_results: [{ status: "unknown" }],
    });
    expect(publish).toHaveBeenCalledTimes(2);
  });
});
