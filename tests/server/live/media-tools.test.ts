import sharp from "sharp";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { checkMediaTools } from "../../../server/checks/live-check-media.ts";
import { readConfig } from "../../../server/config.ts";
import { takeImage } from "../../../server/features/generation/image-usage.ts";
import type { OutsideCall } from "../../../server/world.ts";
import { imageKey, imageModel, startImages } from "../../peers/ai-images/peer.ts";
import { createWorld, type World } from "../world.ts";
import { livePortsOf } from "./live-ports.ts";

/** A server that writes texts; who sets it up is no matter here. */
const texts = {
  AI_TEXT_URL: "http://127.0.0.1:9/v1",
  AI_TEXT_MODEL: "zimski-tekst-1",
};
const images = { AI_IMAGE_URL: "http://127.0.0.1:9/v1", AI_IMAGE_MODEL: imageModel };

const picture = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: "#c0392b" } })
    .png()
    .toBuffer();

const imagesOf = (environment: Record<string, string>) =>
  readConfig({ LIVE: "ai", ...texts, ...environment }).live?.images;

describe("The server for images", () => {
  it("is set up by its address and its model; the rest has defaults", () => {
    expect(imagesOf(images)).toEqual({
      url: "http://127.0.0.1:9/v1",
      key: undefined,
      model: "zimska-slika-1",
      size: "1024x1536",
      edits: "auto",
      perDay: 100,
    });
    expect(
      imagesOf({
        AI_IMAGE_URL: "https://api.openai.com/v1/",
        AI_IMAGE_KEY: imageKey,
        AI_IMAGE_MODEL: "m",
        AI_IMAGE_SIZE: "1024x1024",
        AI_IMAGE_EDITS: "off",
        AI_IMAGE_PER_DAY: "7",
      }),
    ).toEqual({
      url: "https://api.openai.com/v1",
      key: imageKey,
      model: "m",
      size: "1024x1024",
      edits: "off",
      perDay: 7,
    });
    expect(imagesOf({})).toBeUndefined();
    // Whatever is set up, nothing is real that LIVE does not name.
    expect(readConfig({ LIVE: "bluesky", ...images }).live?.images).toBeUndefined();
    expect(readConfig(images).live).toBeUndefined();
  });

  const together =
    "AI_IMAGE_URL and AI_IMAGE_MODEL must be set together: no model is the right one for every server.";
  const address =
    "AI_IMAGE_URL must be an address like https://api.openai.com/v1, without a query.";
  it.each([
    [{ AI_IMAGE_URL: "http://127.0.0.1:9/v1" }, together],
    [{ AI_IMAGE_MODEL: "m" }, together],
    [{ AI_IMAGE_KEY: "canary" }, together],
    [{ ...images, AI_IMAGE_URL: "ftp://a" }, address],
    [{ ...images, AI_IMAGE_URL: "https://a:canary@b.example/v1" }, address],
    [{ ...images, AI_IMAGE_KEY: "canary key" }, "AI_IMAGE_KEY must be a key without spaces."],
    [
      { ...images, AI_IMAGE_SIZE: "large" },
      "AI_IMAGE_SIZE must be a size in pixels, like 1024x1536.",
    ],
    [{ ...images, AI_IMAGE_EDITS: "yes" }, "AI_IMAGE_EDITS must be auto, on or off."],
    [
      { ...images, AI_IMAGE_PER_DAY: "-1" },
      "AI_IMAGE_PER_DAY must be a whole number below 1000000.",
    ],
  ])("that is set up by half or wrongly ends the start in a sentence: %o", (given, sentence) => {
    expect(() => imagesOf(given)).toThrow(sentence);
  });
});

describe("The ports of a live world", () => {
  let world: World | undefined;
  afterEach(async () => {
    await world?.close();
    world = undefined;
  });

  const calls: OutsideCall[] = [];

  async function portsOf(environment: Record<string, string>) {
    calls.length = 0;
    world = await createWorld();
    return livePortsOf(world, environment, (call) => void calls.push(call));
  }

  it("report each order for an image by its outcome, with its model, time and tries", async () => {
    const peer = await startImages({ image: await picture() });
    onTestFinished(() => peer.close());
    const { imageModel: model } = await portsOf({
      ...{ LIVE: "ai", ...texts, AI_IMAGE_URL: `${peer.origin}/v1`, AI_IMAGE_KEY: imageKey },
      ...{ AI_IMAGE_MODEL: imageModel, AI_IMAGE_PER_DAY: "2" },
    });
    const generate = () =>
      model.generate({ prompt: "A cup", seed: "1" }, new AbortController().signal);
    expect(await generate()).toMatchObject({ ok: true });
    peer.disturb("POST /v1/images/generations", { answer: { status: 500, text: "It broke." } });
    await expect(generate()).rejects.toThrow("The AI server answered with status 500.");
    // Of the day's number none is left, so nothing is ordered.
    expect(await generate()).toMatchObject({ ok: false });
    const facts = { model: imageModel, tries: 1, ms: expect.any(Number) };
    expect(calls).toEqual([
      { port: "image", outcome: "ok", facts },
      { port: "image", outcome: "unknown", facts },
    ]);
  });

  it("generate no images where LIVE does not name ai, or no server for them is set up", async () => {
    const off = "Generating images is switched off on this server: LIVE does not name ai.";
    expect((await portsOf({ LIVE: "bluesky", ...images })).imageModel.unavailable).toBe(off);
    await world?.close();
    const unset =
      "Generating images is switched off on this server: AI_IMAGE_URL and AI_IMAGE_MODEL are not set.";
    const { imageModel: model } = await portsOf({ LIVE: "ai", ...texts });
    expect(model.unavailable).toBe(unset);
    const order = { prompt: "A cup", seed: "1" };
    const refused = await model.generate(order, new AbortController().signal);
    expect(refused).toEqual({ ok: false, error: unset });
  });

  it("say that videos cannot be made where ffmpeg is missing, and start all the same", async () => {
    const { video } = await portsOf({ LIVE: "bluesky", FFMPEG_PATH: "/nowhere/ffmpeg" });
    expect(video.unavailable).toBe(
      "This server cannot make videos: ffmpeg is not installed; install it or set FFMPEG_PATH, and restart the server.",
    );
  });
});

describe("The images of a day", () => {
  it("are counted for all servers, up to the number per day, and again from 0 at midnight in UTC", async () => {
    const world = await createWorld();
    const { transaction } = world.database;
    const take = (time: string, most: number) =>
      transaction((db) => takeImage(db, new Date(time), most));
    const taken = await Promise.all(
      Array.from({ length: 8 }, () => take("2026-11-27T23:59:59Z", 5)),
    );
    expect(taken.filter(Boolean)).toHaveLength(5);
    expect(await take("2026-11-27T00:00:00Z", 5)).toBe(false);
    expect(await take("2026-11-28T00:00:00Z", 5)).toBe(true);
    expect(await take("2026-11-29T00:00:00Z", 0)).toBe(false);
    await world.close();
  });
});

describe("The check of a live server", () => {
  async function check(environment: Record<string, string>) {
    const { live } = readConfig({
      ...{ LIVE: "ai", FFMPEG_PATH: "/nowhere/ffmpeg", ...texts },
      ...environment,
    });
    if (!live) throw new Error("It is a live server.");
    const said: string[] = [];
    const failed = await checkMediaTools(live, (line) => said.push(line));
    return { failed, said: said.slice(1), videos: said[0] };
  }

  it("asks the AI server for its models, and finds the one for images", async () => {
    const peer = await startImages({ image: new Uint8Array() });
    const given = { AI_IMAGE_URL: `${peer.origin}/v1`, AI_IMAGE_KEY: imageKey };
    expect(await check({ ...given, AI_IMAGE_MODEL: imageModel })).toMatchObject({
      failed: 0,
      said: ["Images: works, and has zimska-slika-1"],
    });
    expect(await check({ ...given, AI_IMAGE_MODEL: "gpt-image-9" })).toMatchObject({
      failed: 1,
      said: [
        "Images: there is no gpt-image-9, which AI_IMAGE_MODEL names. It has: another-model, zimska-slika-1",
      ],
    });
    const wrong = await check({ ...given, AI_IMAGE_KEY: "wrong", AI_IMAGE_MODEL: imageModel });
    expect(wrong.failed).toBe(1);
    expect(wrong.said[0]).toMatch(/^Images: .*AI_IMAGE_KEY/);
    peer.disturb("GET /v1/models", { answer: { status: 404, json: { detail: "Not Found" } } });
    expect(await check({ ...given, AI_IMAGE_MODEL: imageModel })).toMatchObject({
      failed: 0,
      said: ["Images: reached; it does not list its models, so zimska-slika-1 was not looked for"],
    });
    expect(new Set(peer.calls)).toEqual(new Set(["GET /v1/models"]));
    await peer.close();
  });

  it("says that images are not set up, and that ffmpeg is missing, and lets both pass", async () => {
    expect(await check({})).toEqual({
      failed: 0,
      said: ["Images: not generated, AI_IMAGE_URL and AI_IMAGE_MODEL are not set"],
      videos:
        "Videos: This server cannot make videos: ffmpeg is not installed; install it or set FFMPEG_PATH, and restart the server.",
    });
    expect(await check({ LIVE: "bluesky" })).toMatchObject({ failed: 0, said: [] });
  });
});
