import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { activityApi } from "@/features/activity/contract";
import { contentApi } from "@/features/content/contract";
import type { RequestOf, WireOf } from "@/shared/api/endpoint";
import { sandboxVideo } from "../../../../server/adapters/sandbox/video.ts";
import { contentItems } from "../../../../server/db/schema.ts";
import { postNow } from "../../../../server/features/direct-publishing/post-now.ts";
import { Fault } from "../../../../server/kernel/fault.ts";
import type { Video } from "../../../../server/ports/video.ts";
import { group, refusal, world, worldForEach } from "../support.ts";

type Item = WireOf<typeof contentApi.add>;
type NewItem = RequestOf<typeof contentApi.add>["body"];

const fromImage = vi.fn<Video["fromImage"]>();
let category: number;

worldForEach(() => ({ ports: { video: { fromImage } } }));
beforeEach(async () => {
  fromImage.mockReset().mockImplementation(sandboxVideo.fromImage);
  category = await world.addCategory(group);
});

const imageUrl = "/media/sandbox/31.svg";
const body: NewItem = { text_content: "Čaj, ćebe i dobra knjiga.", image_url: imageUrl };
const add = (more: Partial<NewItem> = {}) =>
  world.call(contentApi.add, { params: { id: category }, body: { ...body, ...more } });
const list = (query: RequestOf<typeof contentApi.list>["query"] = {}) =>
  world.call(contentApi.list, { params: { id: category }, query });
const at = ({ id }: Pick<Item, "id">) => ({ params: { id } });
const set = ({ id }: Item, values: Partial<typeof contentItems.$inferInsert>) =>
  world.database.db
    .update(contentItems)
    .set(values)
    .where(eq(contentItems.id, Number(id)));
const nothing = { id: 999 };
const missing = refusal(404, "No such content item.");
const textsOf = (items: readonly Item[]) => items.map(({ text_content }) => text_content);

describe("new content", () => {
  test("is active and unused, and empty or missing fields are null", async () => {
    const before = world.clock.now().getTime();
    const added = await add({
      text_content: "  Čaj i ćebe. ",
      title: " ",
      reddit_title: "",
      reddit_body: null,
    });
    expect(added).toEqual({
      id: expect.any(Number),
      category_id: category,
      text_content: "Čaj i ćebe.",
      title: null,
      reddit_title: null,
      reddit_body: null,
      image_url: imageUrl,
      image_prompt: null,
      video_url: null,
      thumbnail_url: null,
      media_type: "image",
      is_active: true,
      last_used_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(Date.parse(added.created_at ?? "")).toBeGreaterThanOrEqual(before);
    expect(await list()).toEqual([added]);
  });

  test("without an image is text only", async () => {
    expect(await add({ image_url: "" })).toMatchObject({ image_url: null, media_type: null });
  });

  test("may have an operator's own video, beside an image or without one", async () => {
    const video_url = "https://cdn.example.com/zima.mp4";
    const both = await add({ video_url });
    expect(both).toMatchObject({ image_url: imageUrl, video_url, media_type: "video" });
    const alone = await add({ image_url: null, video_url });
    expect(alone).toMatchObject({ image_url: null, video_url, media_type: "video" });
    expect(await list({ media_type: "video" })).toEqual([both, alone]);
    expect(await add({ video_url: " " })).toMatchObject({ video_url: null, media_type: "image" });
  });

  test("may have a title that is longer than Reddit accepts", async () => {
    const reddit_title = "š".repeat(301);
    expect(await add({ reddit_title })).toMatchObject({ reddit_title });
  });

  const tooLong = (limit: string) => `At most ${limit} characters.`;
  test.each<[field: string, msg: string, ...values: unknown[]]>([
    ["text_content", "Text content is required.", "", " "],
    ["text_content", "Field required", undefined],
    ["text_content", tooLong("60,000"), "a".repeat(60_001)],
    ["image_url", tooLong("2,000"), `https://example.com/${"a".repeat(2000)}`],
    [
      "image_url",
      "Image URL must start with http://, https:// or /.",
      ...["slika.png", "javascript:alert(1)", "///elsewhere.example.com/slika.svg", "https://"],
    ],
    ["is_active", "Extra inputs are not permitted", false],
  ])("%s is refused: %s", async (field, msg, ...values) => {
    for (const value of values) {
      const request = { params: { id: category }, body: { ...body, [field]: value } };
      expect(await world.refusal(contentApi.add, request)).toEqual({
        status: 422,
        detail: [expect.objectContaining({ loc: ["body", field], msg })],
      });
    }
    expect(await list()).toEqual([]);
  });

  test("needs an existing category", async () => {
    const detail = refusal(404, "No such category.");
    expect(await world.refusal(contentApi.add, { ...at(nothing), body })).toEqual(detail);
    expect(await world.refusal(contentApi.list, at(nothing))).toEqual(detail);
  });
});

describe("the pool", () => {
  beforeEach(async () => {
    await set(await add({ text_content: "used" }), { last_used_at: new Date() });
    await set(await add({ text_content: "inactive" }), { is_active: false });
    await add({ text_content: "text", image_url: null });
    await world.call(contentApi.convertToVideo, at(await add({ text_content: "video" })));
    await world.call(contentApi.add, {
      params: { id: await world.addCategory(group) },
      body: { ...body, text_content: "of another category" },
    });
  });

  test.each<[query: Parameters<typeof list>[0], texts: string[]]>([
    [{}, ["used", "inactive", "text", "video", "video"]],
    [{ is_active: true }, ["used", "text", "video"]],
    [{ is_active: false }, ["inactive", "video"]],
    [{ only_unused: true }, ["inactive", "text", "video", "video"]],
    [{ only_unused: false, media_type: "image" }, ["used", "inactive", "video"]],
    [{ media_type: "video" }, ["video"]],
    [{ is_active: true, only_unused: true, media_type: "image" }, []],
    [{ skip: 1, limit: 2 }, ["inactive", "text"]],
  ])("%j lists %j, oldest first", async (query, texts) => {
    expect(textsOf(await list(query))).toEqual(texts);
  });

  test("accepts only valid filters", async () => {
    const path = `publishing/categories/${category}/items`;
    for (const query of ["media_type=meme", "is_active=perhaps", "limit=1001", "skip=-1"]) {
      expect((await world.request(`${path}?${query}`)).status).toBe(422);
    }
    expect(await (await world.request(`${path}?is_active=1&only_unused=yes`)).json()).toHaveLength(
      2,
    );
  });
});

describe("converting to a video", () => {
  const convert = (item: Pick<Item, "id">, key?: string) =>
    world.request(`publishing/content-items/${item.id}/convert-to-video`, {
      method: "POST",
      ...(key && { headers: { "Idempotency-Key": key } }),
    });
  const refused = (item: Pick<Item, "id">) => world.refusal(contentApi.convertToVideo, at(item));

  test("makes an active video item with the same texts, and the image item inactive", async () => {
    const image = await add({ title: "Čaj", reddit_title: "Čaj?", image_prompt: "A cup of tea" });
    await set(image, { last_used_at: new Date() });
    const video = await world.call(contentApi.convertToVideo, at(image));
    expect(video).toEqual({
      ...image,
      id: expect.any(Number),
      image_url: null,
      video_url: expect.stringMatching(/^\/media\/sandbox\/clip\.mp4\?v=\w+$/),
      thumbnail_url: imageUrl,
      media_type: "video",
      is_active: true,
      last_used_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await list()).toMatchObject([
      { id: image.id, is_active: false, media_type: "image", image_url: imageUrl, video_url: null },
      { id: video.id },
    ]);
    const clip = await world.fetch(video.video_url ?? "");
    expect([clip.status, clip.headers.get("Content-Type")]).toEqual([200, "video/mp4"]);
  });

  test("gives every item a video of its own", async () => {
    const urls = new Set<unknown>();
    for (const image of [await add(), await add(), await add()]) {
      urls.add((await world.call(contentApi.convertToVideo, at(image))).video_url);
    }
    expect(urls.size).toBe(3);
  });

  test("is refused for all but an active item with an image", async () => {
    const text = await add({ image_url: null });
    const image = await add();
    const video = await world.call(contentApi.convertToVideo, at(image));
    const no = (detail: string) => ({ status: 409, detail });
    expect(await refused(text)).toEqual(no("This content has no image to make a video from."));
    expect(await refused(image)).toEqual(
      no("This content is inactive. Only active content can be converted."),
    );
    expect(await refused(video)).toEqual(no("This content is already a video."));
    expect(await refused(nothing)).toEqual(missing);
    expect(fromImage).toHaveBeenCalledTimes(1);
  });

  test("that fails changes nothing and reveals no secrets, and may be retried with the same key", async () => {
    const image = await add();
    fromImage.mockRejectedValueOnce(new Error("401 key sk-secret"));
    const first = await convert(image, "key-1");
    expect([first.status, await first.json()]).toEqual([
      503,
      { detail: "The video could not be made. Try again." },
    ]);
    expect(await list()).toEqual([image]);
    // A certain refusal is told in its own words.
    const missing = "This server cannot make videos: ffmpeg is not installed.";
    fromImage.mockResolvedValueOnce({ ok: false, error: missing });
    const refusal = await convert(image, "key-1");
    expect([refusal.status, await refusal.json()]).toEqual([503, { detail: missing }]);
    expect(await list()).toEqual([image]);
    expect((await convert(image, "key-1")).status).toBe(201);
    expect((await convert(image, "key-1")).status).toBe(201);
    expect(await list()).toHaveLength(2);
  });

  test("may take its two minutes after it has waited a minute for its turn, and says why there is none", async () => {
    const timeouts = vi.spyOn(AbortSignal, "timeout");
    onTestFinished(() => timeouts.mockRestore());
    fromImage.mockRejectedValueOnce(new Fault("ffmpeg did not finish in time."));
    const image = await add();
    expect(await refused(image)).toEqual(
      refusal(503, "The video could not be made: ffmpeg did not finish in time. Try again."),
    );
    const signal = fromImage.mock.lastCall?.[1];
    const made = timeouts.mock.results.findIndex(({ value }) => value === signal);
    expect(timeouts.mock.calls[made]).toEqual([180_000]);
  });

  test("twenty times at once with one key makes one video, and with different keys as well", async () => {
    const twins = await add();
    const answers = await Promise.all(Array.from({ length: 20 }, () => convert(twins, "twin")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await list()).toHaveLength(2);
    const image = await add();
    const others = await Promise.all(Array.from({ length: 5 }, (_, n) => convert(image, `k-${n}`)));
    expect(others.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect(await list()).toHaveLength(4);
  });

  test("calls the converter with no transaction open", async () => {
    fromImage.mockImplementation(async (...asked) => {
      // The outer handle refuses this inside a transaction.
      await world.database.db.select().from(contentItems);
      return sandboxVideo.fromImage(...asked);
    });
    expect((await convert(await add())).status).toBe(201);
  });

  test("of an item that is deleted meanwhile makes none", async () => {
    const image = await add();
    fromImage.mockImplementation(async (...asked) => {
      await world.call(contentApi.remove, at(image));
      return sandboxVideo.fromImage(...asked);
    });
    expect(await refused(image)).toEqual(missing);
    expect(await list()).toEqual([]);
  });
});

describe("converting again", () => {
  const again = (item: Pick<Item, "id">) => world.call(contentApi.reconvertVideo, at(item));
  const refused = (item: Pick<Item, "id">) => world.refusal(contentApi.reconvertVideo, at(item));

  test("makes the video again from its thumbnail and changes nothing else", async () => {
    const video = await world.call(contentApi.convertToVideo, at(await add()));
    const second = await again(video);
    const third = await again(video);
    expect(second).toEqual({
      ...video,
      video_url: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(new Set([video, second, third].map(({ video_url }) => video_url)).size).toBe(3);
    expect(fromImage.mock.lastCall?.[0].imageUrl).toBe(imageUrl);
    expect((await list()).at(-1)).toEqual(third);
  });

  test("is refused without a video or a thumbnail, and may fail", async () => {
    const image = await add();
    const no = (detail: string) => ({ status: 409, detail });
    expect(await refused(image)).toEqual(
      no("This content is not a video. Convert its image to a video first."),
    );
    const video = await world.call(contentApi.convertToVideo, at(image));
    fromImage.mockRejectedValueOnce(new Error("busy"));
    expect(await refused(video)).toEqual(refusal(503, "The video could not be made. Try again."));
    await set(video, { thumbnail_url: null });
    expect(await refused(video)).toEqual(no("This video has no thumbnail to make it from."));
    expect(await refused(nothing)).toEqual(missing);
  });
});

test("clearing the last use makes content unused, and leaves unused content unchanged", async () => {
  const item = await add();
  await set(item, { last_used_at: new Date() });
  expect(await list({ only_unused: true })).toEqual([]);
  for (const _ of [1, 2]) {
    expect(await world.call(contentApi.clearLastUsed, at(item))).toEqual(item);
    expect(await list({ only_unused: true })).toEqual([item]);
  }
  expect(await world.refusal(contentApi.clearLastUsed, at(nothing))).toEqual(missing);
});

test("deleted content is gone from the pool, and its published posts stay", async () => {
  const account = await world.addAccount(group);
  const item = await add();
  const other = await add();
  const run = { ...world.run, conclude: world.transaction };
  await postNow(run, "command", item.id, { social_account_ids: [account] });
  expect(await world.call(contentApi.remove, at(item))).toBeUndefined();
  expect(await list()).toEqual([other]);
  expect(await world.queue()).toMatchObject([
    { content_item_id: null, text_content: item.text_content, image_url: imageUrl },
  ]);
  expect(await world.posts()).toMatchObject([{ status: "published" }]);
  expect(await world.refusal(contentApi.remove, at(item))).toEqual(missing);
});

describe("an edit of content", () => {
  type Change = Omit<RequestOf<typeof contentApi.edit>["body"], "expected_updated_at">;
  const edit = (item: Item, change: Change) =>
    world.call(contentApi.edit, {
      ...at(item),
      body: { ...change, expected_updated_at: item.updated_at ?? null },
    });

  test("changes the named fields alone, and is told in the activity", async () => {
    const item = await add({ title: "Čaj" });
    world.clock.advance(1000);
    const edited = await edit(item, { text_content: " Ispravljeno. " });
    expect(edited).toEqual({
      ...item,
      text_content: "Ispravljeno.",
      updated_at: expect.any(String),
    });
    expect(edited.updated_at).not.toBe(item.updated_at);
    expect(await list()).toEqual([edited]);
    expect(await world.call(activityApi.list, { query: { kind: "edited" } })).toMatchObject([
      {
        user_name: "Administrator",
        group_id: group,
        about: "“Ispravljeno.”",
        subject: "content",
        subject_id: category,
      },
    ]);
  });

  test("of its image decides whether it has media, except for a video", async () => {
    const item = await edit(await add(), { image_url: null });
    expect(item).toMatchObject({ image_url: null, media_type: null });
    expect(await edit(item, { image_url: imageUrl })).toMatchObject({ media_type: "image" });
    const video = await world.call(contentApi.convertToVideo, at(await add()));
    expect(await edit(video, { image_url: null })).toMatchObject({ media_type: "video" });
  });

  test("of its video decides whether it is one, and drops the still of the other", async () => {
    const video_url = "/media/store/zima.mp4";
    const item = await edit(await add(), { video_url });
    expect(item).toMatchObject({ image_url: imageUrl, video_url, media_type: "video" });
    expect(await edit(item, { title: "Zima" })).toMatchObject({ video_url, media_type: "video" });
    const [again] = await list();
    if (!again) throw new Error("The item was not kept.");
    expect(await edit(again, { video_url: null })).toMatchObject({
      video_url: null,
      media_type: "image",
    });

    const converted = await world.call(contentApi.convertToVideo, at(await add()));
    const { thumbnail_url } = await edit(converted, { video_url: converted.video_url });
    expect(thumbnail_url).toBe(imageUrl);
    const [, , kept] = await list();
    expect(kept && (await edit(kept, { video_url }))).toMatchObject({
      video_url,
      thumbnail_url: null,
      media_type: "video",
    });
  });

  test("of a version that somebody else has changed is refused with the present one", async () => {
    const item = await add();
    world.clock.advance(1000);
    const present = await edit(item, { title: "Prvi" });
    const answer = await world.request(`publishing/content-items/${item.id}`, {
      method: "PATCH",
      json: { title: "Drugi", expected_updated_at: item.updated_at },
    });
    expect([answer.status, await answer.json()]).toEqual([
      409,
      { detail: "This content was changed meanwhile.", present },
    ]);
    expect(await list()).toEqual([present]);
  });

  test("never shares its version with another change of the same millisecond", async () => {
    vi.spyOn(world.ports.clock, "now").mockReturnValue(world.ports.clock.now());
    const item = await add();
    const first = await edit(item, { title: "Prvi" });
    const second = await edit(first, { title: "Drugi" });
    const versions = [item, first, second].map(({ updated_at }) => updated_at);
    expect(versions).toEqual([...new Set(versions)].toSorted());
  });

  test("is not refused because the item was published meanwhile", async () => {
    const item = await add();
    await set(item, { last_used_at: new Date() });
    expect(await edit(item, { title: "Čaj" })).toMatchObject({ title: "Čaj" });
  });

  test("needs a text, and an item", async () => {
    const item = await add();
    const body = { text_content: " ", expected_updated_at: item.updated_at ?? null };
    expect((await world.refusal(contentApi.edit, { ...at(item), body })).status).toBe(422);
    const change = { params: nothing, body: { expected_updated_at: null } };
    expect(await world.refusal(contentApi.edit, change)).toEqual(missing);
  });
});
