import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import sharp from "sharp";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  createImageModel,
  type ImageSettings,
} from "../../../server/adapters/live/ai/image-model.ts";
import { createHttp } from "../../../server/adapters/live/http.ts";
import { createFolderStore } from "../../../server/adapters/media/folder.ts";
import { storeMadeImage } from "../../../server/media/stored-media.ts";
import { error, imageKey, imageModel, startImages } from "../../peers/ai-images/peer.ts";
import { certificate } from "../../peers/support/certificate.ts";
import type { Reply } from "../../peers/support/peer.ts";
import { closedPort } from "../../peers/support/raw-server.ts";
import { startWeb } from "../../peers/support/web.ts";

const now = new Date("2026-11-27T09:00:00Z");
/** The time so many ms later. */
const inMs = (ms: number) => new Date(now.getTime() + ms);

/** The model's image: red, with a green bar at its top and at its bottom. */
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
  readonly giveBack?: () => Promise<void>;
  /** Sites of the public internet. */
  readonly sites?: readonly string[];
};

async function studio({
  settings = {},
  take = async () => true,
  giveBack = async () => {},
  sites = [],
  ...of
}: Given = {}) {
  const peer = await startImages({ image: await drawn(), ...of });
  onTestFinished(() => peer.close());
  const folder = await mkdtemp(join(tmpdir(), "ai-images-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = createFolderStore(folder);
  const calls: unknown[] = [];
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
    source: {
      store,
      clock: { now: () => now },
      ownOrigins: ["http://localhost:4100"],
      folder: store.incoming,
      publicInTests: sites,
      ca: certificate.cert,
    },
    take,
    giveBack,
    noted: (order) => void calls.push(order),
  });
  const mascot = await storeMadeImage(
    store,
    await sharp({ create: { width: 2000, height: 1000, channels: 4, background: "#00000000" } })
      .png()
      .toBuffer(),
    "image/png",
  );
  return {
    peer,
    mascot,
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
    file: (url: string) => readFile(join(folder, url.slice("/media/store/".length))),
    left: () => readdir(store.incoming),
  };
}

const stored = {
  ok: true,
  url: expect.stringMatching(/^\/media\/store\/[0-9a-f]{64}\.jpg$/),
};

describe("An image", () => {
  it("is asked for with nothing that a server may not know, cropped to 4:5 and stored", async () => {
    const { peer, generate, file, left } = await studio();
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

  it("is asked for without a key at a server that takes none", async () => {
    const { generate } = await studio({ key: "", settings: { key: undefined } });
    expect(await generate()).toEqual(stored);
  });

  it("is fetched at once where the answer has an address of it", async () => {
    const image = await drawn();
    const site = await startWeb((request, response) => {
      expect(request.headers.authorization).toBeUndefined();
      response.end(image);
    });
    const { generate, left } = await studio({ at: `${site.origin}/a.png`, sites: [site.origin] });
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
    const { generate } = await studio({ settings: { url: `${own.origin}/v1` } });
    expect(await generate()).toEqual(stored);
    expect(own.asked).toEqual(["/v1/images/generations", "/made/a.png"]);
  });

  it("is not fetched from another server of a private network", async () => {
    const inside = await startWeb((_, response) => void response.end("secret"), { tls: false });
    const { generate } = await studio({ at: `${inside.origin}/admin` });
    expect(await generate()).toEqual({ ok: false, error: "localhost must be reached by https." });
    expect(inside.asked).toEqual([]);
    const other = await studio({ at: "https://169.254.169.254/latest/meta-data" });
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
    const { generate, left } = await studio({ image });
    expect(await generate()).toEqual({ ok: false, error: words });
    expect(await left().catch(() => [])).toEqual([]);
  });

  it("that is damaged, or missing in the answer, is unknown: another may come", async () => {
    const broken = await studio({ image: Buffer.from("\x89PNG\r\n\x1a\n no more", "latin1") });
    await expect(broken.generate()).rejects.toThrow("The AI server's image is damaged.");
    const { generate, answer } = await studio();
    for (const json of [{ data: [] }, { data: [{}] }, { images: [] }, []]) {
      answer({ status: 200, json });
      await expect(generate()).rejects.toThrow("The AI server's answer has no image in it.");
    }
  });

  it("is larger than what platforms answer", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 90 } as const;
    const image = await sharp({
      create: { width: 2400, height: 3000, channels: 3, noise, background: "white" },
    })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(image.length).toBeGreaterThan(8_000_000);
    expect(await (await studio({ image })).generate()).toEqual(stored);
  });
});

describe("The mascot", () => {
  it("is sent as the reference of an edit: a small PNG without a secret name", async () => {
    const { peer, generate, mascot } = await studio();
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
      const { peer, generate, mascot, answer } = await studio();
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
    const { peer, generate } = await studio({ settings: { edits: "off" } });
    expect(await generate("https://127.0.0.1/mascot.png")).toEqual(stored);
    expect(peer.calls).toEqual(["POST /v1/images/generations"]);
  });

  it("is refused where AI_IMAGE_EDITS=on and the server has no edits", async () => {
    const { peer, generate, mascot } = await studio({
      hasEdits: false,
      settings: { edits: "on" },
    });
    expect(await generate(mascot)).toMatchObject({ ok: false });
    expect(peer.calls).toEqual(["POST /v1/images/edits"]);
  });

  it("whose image does not load, or is none, is refused before anything is asked for", async () => {
    const { peer, generate } = await studio();
    expect(await generate(`/media/store/${"0".repeat(64)}.png`)).toEqual({
      ok: false,
      error: "The image is not in the media store any more.",
    });
    expect(await generate("https://127.0.0.1/mascot.png")).toMatchObject({ ok: false });
    expect(peer.calls).toEqual([]);
  });
});

describe("A refusal of the AI server", () => {
  const limited = (headers: Record<string, string>): Reply => ({
    ...error(429, "Rate limit reached.", "rate_limit_exceeded"),
    headers,
  });

  it.each([
    [401, error(401, `Incorrect API key provided: ${imageKey}.`, "invalid_api_key")],
    [403, error(403, "You have no access.", "forbidden")],
  ])("of the key (%i) names the variable, and not the key", async (status, reply) => {
    const { generate, answer } = await studio();
    answer(reply);
    const refused = await generate();
    expect(refused).toMatchObject({
      ok: false,
      why: "credentials",
      error: expect.stringContaining("AI_IMAGE_KEY"),
    });
    expect(JSON.stringify(refused)).toContain(String(status));
    expect(JSON.stringify(refused)).not.toContain("canary");
  });

  it.each([
    [402, error(402, "Insufficient credits.", null)],
    [429, error(429, "You exceeded your current quota.", "insufficient_quota")],
    [429, error(429, "Your billing limit is reached.", "billing_hard_limit_reached")],
  ])("for want of credit (%i) waits for a person", async (_, reply) => {
    const { generate, answer } = await studio();
    answer(reply);
    expect(await generate()).toMatchObject({
      ok: false,
      why: "credentials",
      error: expect.stringContaining("There is no credit left at the AI server."),
    });
  });

  it.each([
    ["retry-after in seconds", { "retry-after": "30" }, 30_000],
    ["retry-after-ms", { "retry-after-ms": "1500", "retry-after": "30" }, 1500],
    ["a date", { "retry-after": "Fri, 27 Nov 2026 09:02:00 GMT" }, 120_000],
    ["the limit of requests", { "x-ratelimit-reset-requests": "6m0s" }, 360_000],
    [
      "the later of two limits",
      { "x-ratelimit-reset-requests": "1s", "x-ratelimit-reset-tokens": "90s" },
      90_000,
    ],
    ["nothing", {}, 20_000],
  ])("that asks to wait says until when by %s", async (_, headers, ms) => {
    const { generate, answer } = await studio();
    answer(limited(headers));
    expect(await generate()).toMatchObject({ ok: false, why: "later", retryAt: inMs(ms) });
    expect(await generate()).toEqual(stored);
  });

  it("that says nothing of the time is waited for twice as long each time, until it answers", async () => {
    const { generate, answer } = await studio();
    for (const seconds of [20, 40, 80]) {
      answer(limited({}));
      expect(await generate()).toMatchObject({ why: "later", retryAt: inMs(seconds * 1000) });
    }
    expect(await generate()).toEqual(stored);
    answer(limited({}));
    expect(await generate()).toMatchObject({ retryAt: inMs(20_000) });
  });

  it("of the model names AI_IMAGE_MODEL, also for an edit", async () => {
    const { peer, generate, mascot } = await studio({ settings: { model: "gpt-image-9" } });
    for (const reference of [undefined, mascot]) {
      const refused = await generate(reference);
      expect(refused).toMatchObject({
        ok: false,
        error: expect.stringMatching(/AI_IMAGE_MODEL.*'gpt-image-9' does not exist/),
      });
      expect(refused).not.toHaveProperty("why");
    }
    expect(peer.calls).toEqual(["POST /v1/images/generations", "POST /v1/images/edits"]);
  });

  it("of the address names AI_IMAGE_URL", async () => {
    const { generate, answer } = await studio();
    answer({ status: 404, text: "<h1>Not Found</h1>" });
    expect(await generate()).toMatchObject({
      ok: false,
      error: expect.stringContaining("AI_IMAGE_URL"),
    });
  });

  it.each(["moderation_blocked", "content_policy_violation"])(
    "for what is in the image (%s) is final, in its words",
    async (code) => {
      const { generate, answer } = await studio();
      answer(error(400, "Your request was rejected by the safety system.", code));
      expect(await generate()).toEqual({
        ok: false,
        error: "The model declined: Your request was rejected by the safety system.",
      });
    },
  );

  it("for anything else is final, in its words", async () => {
    const { generate, answer } = await studio();
    answer(error(400, "Invalid value: '1024x1536'.", "invalid_value"));
    const refused = await generate();
    expect(refused).toMatchObject({
      ok: false,
      error: expect.stringContaining("Invalid value: '1024x1536'."),
    });
    expect(refused).not.toHaveProperty("why");
  });

  it.each([500, 502, 503, 504, 529])(
    "of status %i is unknown, and another may come",
    async (status) => {
      const { generate, answer } = await studio();
      answer({ status, text: "Bad gateway" });
      await expect(generate()).rejects.toThrow(`The AI server answered with status ${status}.`);
      expect(await generate()).toEqual(stored);
    },
  );

  it("does not come if the connection is cut, or the time is over", async () => {
    const { peer, generate } = await studio();
    const call = "POST /v1/images/generations";
    peer.disturb(call, { cut: "after" });
    await expect(generate()).rejects.toThrow("The AI server did not answer in time.");
    const over = new AbortController();
    peer.disturb(call, { hang: "before", hung: () => over.abort() });
    await expect(generate(undefined, over.signal)).rejects.toThrow(
      "The AI server did not answer in time.",
    );
  });

  it("is certain if nothing was sent: a server that is not there is asked later", async () => {
    const { generate } = await studio({
      settings: { url: `http://127.0.0.1:${await closedPort()}/v1` },
    });
    expect(await generate()).toMatchObject({ ok: false, why: "later", retryAt: inMs(60_000) });
  });
});

describe("The key", () => {
  it("is in no refusal and no error, also of a server that repeats all that it was sent", async () => {
    const { peer, generate, mascot } = await studio({ settings: { edits: "on" } });
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

describe("The day's number of images", () => {
  it("is a limit: nothing is asked for beyond it", async () => {
    let left = 1;
    const { peer, generate } = await studio({ take: async () => left-- > 0 });
    expect(await generate()).toEqual(stored);
    expect(await generate()).toEqual({
      ok: false,
      error:
        "Today's limit of images is reached. AI_IMAGE_PER_DAY on the server sets it, per day in UTC.",
    });
    expect(peer.orders).toHaveLength(1);
  });
});

describe("An order for an image is noted", () => {
  it.each([
    ["ok", undefined],
    ["refused", error(400, "No.", "moderation_blocked")],
    ["credentials", error(401, "Incorrect API key provided.", "invalid_api_key")],
    ["later", error(429, "Rate limit reached.", "rate_limit_exceeded")],
    ["unknown", { status: 500, text: "It broke." }],
    ["unknown", { status: 200, json: { data: [] } }],
  ] as const)("as %s", async (outcome, reply) => {
    const { generate, answer, calls } = await studio();
    if (reply) answer(reply);
    await generate().catch(() => {});
    expect(calls).toEqual([{ model: imageModel, outcome, ms: expect.any(Number), tries: 1 }]);
  });

  it("once, also if the server was asked twice", async () => {
    const { generate, mascot, calls } = await studio({ hasEdits: false });
    expect(await generate(mascot)).toEqual(stored);
    expect(calls).toEqual([{ model: imageModel, outcome: "ok", ms: expect.any(Number), tries: 2 }]);
  });

  it("never, if nothing was asked for", async () => {
    const none = await studio({ take: async () => false });
    expect(await none.generate()).toMatchObject({ ok: false });
    const { generate, calls } = await studio();
    expect(await generate("https://127.0.0.1/mascot.png")).toMatchObject({ ok: false });
    expect([none.calls, calls]).toEqual([[], []]);
  });
});
