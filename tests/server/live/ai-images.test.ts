import { readFile } from "node:fs/promises";
import { inspect } from "node:util";
import OpenAI, { toFile } from "openai";
import sharp from "sharp";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  createImageModel,
  type ImageSettings,
} from "../../../server/adapters/live/ai/image-model.ts";
import { createHttp } from "../../../server/adapters/live/http.ts";
import { error, imageKey, imageModel, startImages } from "../../peers/ai-images/peer.ts";
import { certificate } from "../../peers/support/certificate.ts";
import type { Received, Reply } from "../../peers/support/peer.ts";
import { startWeb } from "../../peers/support/web.ts";
import { mediaOfTest, missing, storedAs } from "./media-support.ts";

/** Returns the model's image: red, with a green bar at its top and at its bottom. */
const drawn = (width = 1024, height = 1536) =>
  sharp({ create: { width, height, channels: 3, background: "#c0392b" } })
    .composite(
      [0, height - 80].map((top) => ({
        input: { create: { width, height: 80, channels: 3 as const, background: "#27ae60" } },
        ...{ top, left: 0 },
      })),
    )
    .withExif({ IFD0: { Copyright: "canary" } })
    .jpeg()
    .toBuffer();

type Given = Partial<Parameters<typeof startImages>[0]> & {
  readonly settings?: Partial<ImageSettings>;
  readonly take?: () => Promise<boolean>;
  /** Sites of the public internet. */
  readonly sites?: readonly string[];
};

async function setUpImages({
  settings = {},
  take = async () => true,
  sites = [],
  ...of
}: Given = {}) {
  const peer = await startImages({ image: await drawn(), ...of });
  onTestFinished(() => peer.close());
  const { source, add, path, left } = await mediaOfTest();
  const calls: unknown[] = [];
  /** Images that were given back to the day's number. */
  const released: string[] = [];
  const model = createImageModel({
    settings: {
      url: `${peer.origin}/v1`,
      key: imageKey,
      model: imageModel,
      size: "1024x1536",
      edits: "auto",
      perDay: 100,
      ...settings,
    },
    http: createHttp({ proxy: null, longestAnswer: 40_000_000 }),
    source: { ...source, publicInTests: sites, ca: certificate.cert },
    take,
    release: async () => void released.push("one"),
    record: (order) => void calls.push(order),
  });
  const mascot = await add(
    await sharp({ create: { width: 2000, height: 1000, channels: 4, background: "#00000000" } })
      .png()
      .toBuffer(),
  );
  return {
    ...{ peer, mascot, left, released },
    /** The noted orders, in their sequence. */
    calls,
    generate: (reference?: string, signal = new AbortController().signal) =>
      model.generate(
        {
          prompt: reference ? "A cup. It shows the mascot of the reference image" : "A cup",
          seed: "1",
          reference: reference ? { url: reference, promptWithout: "A cup" } : undefined,
        },
        signal,
      ),
    /** Answers the next order with something else. */
    answer: (reply: Reply, kind: "generations" | "edits" = "generations") =>
      peer.disturb(`POST /v1/images/${kind}`, { answer: reply }),
    file: (url: string) => readFile(path(url)),
  };
}

const stored = { ok: true, url: storedAs("jpg") };
const noted = (outcome: string, tries = 1) => ({
  ...{ model: imageModel, outcome, tries, ms: expect.any(Number) },
});

describe("An image", () => {
  it("is asked for with nothing that a server may not know, cropped to 4:5 and stored", async () => {
    const { peer, generate, file, left } = await setUpImages();
    const made = await generate();
    expect(made).toEqual(stored);
    expect(peer.orders).toEqual([
      { kind: "generation", model: "zimska-slika-1", prompt: "A cup", size: "1024x1536" },
    ]);
    if (!made.ok) return;
    const image = await file(made.url);
    expect(await sharp(image).metadata()).toMatchObject({
      format: "jpeg",
      width: 1080,
      height: 1350,
    });
    expect(image.includes("canary")).toBe(false);
    // 2:3 loses its bars at the top and at the bottom, not its sides.
    const { dominant, channels } = await sharp(image).stats();
    expect(dominant.r).toBeGreaterThan(150);
    expect(channels[1]?.max).toBeLessThan(120);
    expect(await left()).toEqual([]);
  });

  it("is fetched at once where the answer has an address of it", async () => {
    const image = await drawn();
    const site = await startWeb((request, response) => {
      expect(request.headers.authorization).toBeUndefined();
      response.end(image);
    });
    const { generate, left } = await setUpImages({
      at: `${site.origin}/a.png`,
      sites: [site.origin],
    });
    expect(await generate()).toEqual(stored);
    expect(site.asked).toEqual(["/a.png"]);
    expect(await left()).toEqual([]);
  });

  it("is fetched from the AI server itself, also in a private network", async () => {
    const image = await drawn();
    const own = await startWeb(
      (request, response) => {
        if (request.url === "/made/a.png") return void response.end(image);
        request.resume();
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ data: [{ url: `${own.origin}/made/a.png` }] }));
      },
      { tls: false },
    );
    const { generate } = await setUpImages({ settings: { url: `${own.origin}/v1` } });
    expect(await generate()).toEqual(stored);
    expect(own.asked).toEqual(["/v1/images/generations", "/made/a.png"]);
  });

  it("is not fetched from another server of a private network", async () => {
    const inside = await startWeb((_, response) => void response.end("secret"), { tls: false });
    const { generate } = await setUpImages({ at: `${inside.origin}/admin` });
    expect(await generate()).toEqual({ ok: false, error: "localhost must be reached by https." });
    expect(inside.asked).toEqual([]);
    const other = await setUpImages({ at: "https://169.254.169.254/latest/meta-data" });
    expect(await other.generate()).toEqual({
      ok: false,
      error: "169.254.169.254 is not an address on the public internet.",
    });
  });

  it.each([
    ["a page", Buffer.from("<!doctype html>"), "The image at the AI server is not an image."],
    [
      "an SVG drawing",
      Buffer.from("<svg/>"),
      "The image at the AI server is an SVG drawing: save it as JPEG or PNG.",
    ],
  ])("that is %s is refused", async (_, image, words) => {
    const { generate, left } = await setUpImages({ image });
    expect(await generate()).toEqual({ ok: false, error: words });
    expect(await left()).toEqual([]);
  });

  it("that is damaged, or missing in the answer, is unknown: another may come", async () => {
    const broken = await setUpImages({ image: Buffer.from("\x89PNG\r\n\x1a\n no more", "latin1") });
    await expect(broken.generate()).rejects.toThrow("The AI server's image is damaged.");
    const { generate, answer, calls } = await setUpImages();
    for (const json of [{ data: [] }, { data: [{}] }, { images: [] }, []]) {
      answer({ status: 200, json });
      await expect(generate()).rejects.toThrow("The AI server's answer has no image in it.");
    }
    expect(calls).toEqual(Array(4).fill(noted("unknown")));
  });

  it("is larger than what platforms answer", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 90 } as const;
    const image = await sharp({
      create: { width: 2400, height: 3000, channels: 3, noise, background: "white" },
    })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(image.length).toBeGreaterThan(8_000_000);
    expect(await (await setUpImages({ image })).generate()).toEqual(stored);
  });
});

describe("The mascot", () => {
  it("is sent as the reference of an edit: a small PNG without a secret name", async () => {
    const { peer, generate, mascot } = await setUpImages();
    expect(await generate(mascot)).toEqual(stored);
    const [order, ...others] = peer.orders;
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      kind: "edit",
      model: "zimska-slika-1",
      prompt:
        "A cup. It shows the mascot of the reference image. Keep the look of the character in the reference image.",
      size: "1024x1536",
    });
    expect([order?.image?.name, order?.image?.type]).toEqual(["mascot.png", "image/png"]);
    const sent = await order?.image?.arrayBuffer();
    expect(await sharp(Buffer.from(sent ?? new ArrayBuffer(0))).metadata()).toMatchObject({
      ...{ format: "png", width: 1536, height: 768, hasAlpha: true },
    });
  });

  it.each([
    ["404", { status: 404, json: { detail: "Not Found" } }],
    ["405", { status: 405, json: { detail: "Method Not Allowed" } }],
    ["501", { status: 501, json: { error: "not implemented" } }],
    [
      "400 for this model",
      {
        status: 400,
        json: {
          error: { message: "Value must be 'dall-e-2'.", param: "model", code: "invalid_value" },
        },
      },
    ],
  ] as const)(
    "is in words alone where a server has no edits (%s), from then on",
    async (_, reply) => {
      const { peer, generate, mascot, answer } = await setUpImages();
      answer(reply, "edits");
      expect(await generate(mascot)).toEqual(stored);
      expect(await generate(mascot)).toEqual(stored);
      expect(peer.calls).toEqual([
        "POST /v1/images/edits",
        "POST /v1/images/generations",
        "POST /v1/images/generations",
      ]);
      expect(peer.orders.map(({ prompt }) => prompt)).toEqual(["A cup", "A cup"]);
    },
  );

  it("is in words alone with AI_IMAGE_EDITS=off, and is not even read", async () => {
    const { peer, generate } = await setUpImages({ settings: { edits: "off" } });
    expect(await generate("https://127.0.0.1/mascot.png")).toEqual(stored);
    expect(peer.calls).toEqual(["POST /v1/images/generations"]);
  });

  it("is refused where AI_IMAGE_EDITS=on and the server has no edits", async () => {
    const { peer, generate, mascot } = await setUpImages({
      hasEdits: false,
      settings: { edits: "on" },
    });
    expect(await generate(mascot)).toMatchObject({ ok: false });
    expect(peer.calls).toEqual(["POST /v1/images/edits"]);
  });

  it("whose image does not load, or is none, is refused before anything is asked for", async () => {
    const { peer, generate } = await setUpImages();
    expect(await generate(missing)).toEqual({
      ok: false,
      error: "The image is not in the media store any more.",
    });
    expect(await generate("https://127.0.0.1/mascot.png")).toMatchObject({ ok: false });
    expect(peer.calls).toEqual([]);
  });
});

/** The tests of texts show how refusals are read. */
describe("A refusal of the AI server", () => {
  it.each([
    [
      "The AI server refused the key. Check AI_IMAGE_KEY on the server. (401: Incorrect API key provided: ….)",
      error(401, `Incorrect API key provided: ${imageKey}.`, "invalid_api_key"),
      "credentials",
    ],
    [
      "The AI server does not have the model that AI_IMAGE_MODEL names. (404: The model 'gpt-image-9' does not exist.)",
      error(404, "The model 'gpt-image-9' does not exist.", "model_not_found"),
    ],
    [
      "The address in AI_IMAGE_URL leads to no server with OpenAI's API. (404)",
      { status: 404, text: "<h1>Not Found</h1>" },
    ],
  ])("is shown: %s", async (words, reply: Reply, why?: string) => {
    const { generate, answer, calls, released } = await setUpImages();
    answer(reply);
    expect(await generate()).toEqual({ ok: false, error: words, ...(why && { why }) });
    expect(released).toEqual([]);
    expect(calls).toEqual([noted(why ?? "refused")]);
  });

  it("of the model is none of edits: the mascot is not left out for it", async () => {
    const { peer, generate, mascot } = await setUpImages({ settings: { model: "gpt-image-9" } });
    expect(await generate(mascot)).toMatchObject({
      error: expect.stringMatching(/AI_IMAGE_MODEL.*'gpt-image-9' does not exist/),
    });
    expect(peer.calls).toEqual(["POST /v1/images/edits"]);
  });

  it("for now says until when, and is not counted", async () => {
    const { generate, answer, calls, released } = await setUpImages();
    const limited = error(429, "Rate limit reached.", "rate_limit_exceeded");
    answer({ ...limited, headers: { "retry-after": "30" } });
    const retryAt = new Date("2026-11-27T09:00:30Z");
    expect(await generate()).toMatchObject({ ok: false, why: "later", retryAt });
    expect(await generate()).toEqual(stored);
    expect(calls).toEqual([noted("later"), noted("ok")]);
    expect(released).toEqual(["one"]);
  });

  it("does not come if the time is over", async () => {
    const { peer, generate } = await setUpImages();
    const over = new AbortController();
    const hung = () => over.abort();
    peer.disturb("POST /v1/images/generations", { hang: "before", hung });
    await expect(generate(undefined, over.signal)).rejects.toThrow(
      "The AI server did not answer in time.",
    );
  });
});

describe("The key", () => {
  it("is in no refusal and no error, also of a server that repeats all that it was sent", async () => {
    const { peer, generate, mascot } = await setUpImages({ settings: { edits: "on" } });
    const sent = `authorization: Bearer ${imageKey}`;
    const seen: string[] = [];
    for (const status of [302, 400, 401, 402, 403, 404, 409, 422, 429, 500, 501, 503]) {
      for (const reply of [
        error(status, sent, sent),
        { status, json: { detail: sent } },
        { status, text: `<h1>${sent}</h1>` },
      ]) {
        for (const [call, reference] of [
          ["POST /v1/images/edits", mascot],
          ["POST /v1/images/generations", undefined],
        ] as const) {
          peer.disturb(call, { answer: reply });
          const made = await generate(reference).catch((thrown: unknown) => thrown);
          seen.push(inspect(made, { depth: 20, showHidden: true }));
        }
      }
    }
    expect(seen).toHaveLength(72);
    expect(seen.filter((text) => text.includes("canary"))).toEqual([]);
  });
});

describe("An order for an image is noted", () => {
  it("once, also if the server was asked twice", async () => {
    const { generate, mascot, calls } = await setUpImages({ hasEdits: false });
    expect(await generate(mascot)).toEqual(stored);
    expect(calls).toEqual([noted("ok", 2)]);
  });

  it("never, if nothing was asked for, as beyond the day's number", async () => {
    const none = await setUpImages({ take: async () => false });
    expect(await none.generate()).toEqual({
      ok: false,
      error:
        "Today's limit of images is reached. AI_IMAGE_PER_DAY on the server sets it, per day in UTC.",
    });
    const { generate, calls } = await setUpImages();
    expect(await generate("https://127.0.0.1/mascot.png")).toMatchObject({ ok: false });
    expect([none.calls, calls, none.peer.calls]).toEqual([[], [], []]);
  });
});

/** The headers in which OpenAI's client speaks of itself. */
const ofClient = [
  ...["arch", "lang", "os", "package-version", "retry-count", "runtime", "runtime-version"].map(
    (name) => `x-stainless-${name}`,
  ),
  "x-stainless-timeout",
];

describe("OpenAI's own client", () => {
  const told = ({ method, path, rawQuery, headers }: Received) => ({
    ...{ method, path, rawQuery, authorization: headers.authorization },
    type: headers["content-type"]?.split(";")[0],
  });
  /** Returns a server of images, and that client, which reads its answer as one of OpenAI. */
  async function beside() {
    const made = await setUpImages({ headers: ofClient });
    const baseURL = `${made.peer.origin}/v1`;
    const { images } = new OpenAI({ apiKey: imageKey, baseURL, maxRetries: 0 });
    return { ...made, images };
  }
  const asked = { model: imageModel, size: "1024x1536" } as const;

  it("sends the same for a generation", async () => {
    const { peer, generate, images } = await beside();
    expect(await generate()).toEqual(stored);
    const answer = await images.generate({ ...asked, prompt: "A cup", n: 1 });
    expect(answer.data?.[0]?.b64_json).toMatch(/^\/9j/);
    const [ours, theirs] = peer.requests;
    expect(ours && told(ours)).toEqual(theirs && told(theirs));
    expect(ours?.json()).toEqual(theirs?.json());
  });

  it("sends the same for an edit with the mascot", async () => {
    const { peer, generate, images, mascot } = await beside();
    expect(await generate(mascot)).toEqual(stored);
    const prompt =
      "A cup. It shows the mascot of the reference image. Keep the look of the character in the reference image.";
    const image = [await toFile(await drawn(), "mascot.png", { type: "image/png" })];
    await images.edit({ ...asked, prompt, image });
    const [ours, theirs] = peer.requests;
    expect(ours && told(ours)).toEqual(theirs && told(theirs));
    const fields = async (request: Received | undefined) =>
      ((await request?.parts()) ?? [])
        .map(([name, value]) => [name, value instanceof File ? [value.name, value.type] : value])
        .sort(([one], [other]) => String(one).localeCompare(String(other)));
    expect(await fields(ours)).toEqual([
      ["image[]", ["mascot.png", "image/png"]],
      ["model", imageModel],
      ["prompt", prompt],
      ["size", "1024x1536"],
    ]);
    expect(await fields(theirs)).toEqual(await fields(ours));
  });
});
