import { execFileSync } from "node:child_process";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { hasFfmpeg } from "../../../scripts/lib/ffmpeg.mjs";
import { findFfmpeg } from "../../../server/adapters/live/video/ffmpeg.ts";
import { createStill, thumbnailOf } from "../../../server/adapters/live/video/still.ts";
import { createVideo } from "../../../server/adapters/live/video/video.ts";
import { folderOfTest, mediaOfTest, missing, plain, storedAs } from "./media-support.ts";

async function setUpVideo(
  program: string,
  limits: { readonly limit?: number; readonly longestWait?: number } = {},
) {
  const { source, ...media } = await mediaOfTest();
  const ffmpeg = { program, version: "5.1.9" };
  const video = createVideo({ ffmpeg, source, ...limits });
  return {
    ...media,
    /** Stores a small image. */
    grey: async () => media.add(await plain(100, 100)),
    make: (imageUrl: string, signal = new AbortController().signal) =>
      video.fromImage({ imageUrl, seed: "1" }, signal),
  };
}

/** Returns a program that stands in for ffmpeg; the last of its arguments is the file to write. */
async function program(script: string): Promise<string> {
  const path = join(await folderOfTest(), "ffmpeg");
  await writeFile(path, `#!/bin/sh\nfor out; do :; done\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

/** Sets up the making of videos with a program that waits for its gate to open. */
async function gated(limits = {}) {
  const gate = join(await folderOfTest(), "gate");
  const waiting = await program(`while [ ! -e ${gate} ]; do sleep 0.05; done\necho x > "$out"`);
  return {
    ...(await setUpVideo(waiting, limits)),
    open: () => writeFile(gate, ""),
  };
}

const probe = (path: string): unknown =>
  JSON.parse(
    execFileSync("ffprobe", [
      ..."-v error -of json -show_entries".split(" "),
      "format=duration:stream=codec_name,profile,pix_fmt,width,height,level,r_frame_rate,nb_frames,duration,sample_rate,channels,color_range,color_space",
      path,
    ]).toString(),
  );

const frameOf = (path: string, number: number) =>
  execFileSync(
    "ffmpeg",
    [
      ...["-v", "error", "-i", path, "-vf", `select=eq(n\\,${number})`],
      ..."-frames:v 1 -c:v png -f image2pipe -".split(" "),
    ],
    { maxBuffer: 50_000_000 },
  );

async function colourAt(image: Uint8Array, left: number, top: number): Promise<number[]> {
  const area = { left, top, width: 8, height: 8 };
  const pixels = await sharp(image).extract(area).removeAlpha().raw().toBuffer();
  return [0, 1, 2].map((part) => pixels[part] ?? 0);
}

function expectAlike(colour: readonly number[], other: readonly number[], difference: number) {
  for (const part of [0, 1, 2]) {
    expect(Math.abs((colour[part] ?? 0) - (other[part] ?? 0))).toBeLessThan(difference);
  }
}

describe.runIf(hasFfmpeg())(
  "The video of an image, made by ffmpeg and read by ffprobe",
  { tags: ["peers"] },
  () => {
    it("is as platforms take it, shows the whole image in its colours, and has a thumbnail", {
      timeout: 300_000,
    }, async () => {
      const { add, make, path, left } = await setUpVideo("ffmpeg", { limit: 240_000 });
      // A red image with a blue frame of 40 pixels.
      const image = await sharp(await plain(1080, 1350, "#1f3fae"))
        .composite([{ input: await plain(1000, 1270, "#ca3c25"), left: 40, top: 40 }])
        .png()
        .toBuffer();
      const made = await make(await add(image));
      expect(made).toEqual({
        ok: true,
        ...{ videoUrl: storedAs("mp4"), thumbnailUrl: storedAs("jpg") },
      });
      if (!made.ok) return;
      const video = path(made.videoUrl);
      expect(probe(video)).toEqual({
        programs: [],
        streams: [
          expect.objectContaining({
            ...{ codec_name: "h264", profile: "High", level: 40, pix_fmt: "yuv420p" },
            ...{ width: 1080, height: 1920, r_frame_rate: "30/1", nb_frames: "150" },
            ...{ duration: "5.000000", color_range: "tv", color_space: "bt709" },
          }),
          expect.objectContaining({
            ...{ codec_name: "aac", profile: "LC", sample_rate: "48000", channels: 2 },
          }),
        ],
        format: { duration: expect.stringMatching(/^5\.0/) },
      });
      // It decodes without a complaint, its index comes first, and it has no edit list.
      const judge = ["-v", "error", "-i", video, "-f", "null", "-"];
      expect(execFileSync("ffmpeg", judge, { stdio: ["ignore", "pipe", "pipe"] })).toHaveLength(0);
      const bytes = (await readFile(video)).toString("latin1");
      expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
      expect(bytes).not.toContain("edts");

      // The first and the last frame: the image's edges stay in view.
      const thumbnail = await readFile(path(made.thumbnailUrl));
      expect(await sharp(thumbnail).metadata()).toMatchObject({
        ...{ format: "jpeg", width: 1080, height: 1920 },
      });
      const first = frameOf(video, 0);
      const last = frameOf(video, 149);
      for (const frame of [thumbnail, first, last]) {
        expectAlike(await colourAt(frame, 540, 960), [0xca, 0x3c, 0x25], 10);
      }
      for (const x of [8, 1064]) {
        const [red = 0, , blue = 0] = await colourAt(last, x, 960);
        expect(blue).toBeGreaterThan(red + 60);
      }
      expect(await left()).toEqual([]);
    });
  },
);

describe("The video of a video's thumbnail", () => {
  it("is filled by it: there is no second border", async () => {
    const first = await thumbnailOf(await createStill(await plain(1080, 1350, "#ca3c25")));
    const second = await thumbnailOf(await createStill(first));
    for (const [x, y] of [
      [540, 4],
      [540, 300],
      [20, 960],
      [540, 960],
    ] as const) {
      expectAlike(await colourAt(second, x, y), await colourAt(first, x, y), 8);
    }
  });
});

describe("The video of an image", () => {
  it.each([
    ["an image that is missing", undefined, "is not in the media store any more."],
    ["a page", "<h1>Login</h1>", "at the media store is not an image."],
    ["an SVG drawing", "<svg/>", "at the media store is an SVG drawing: save it as JPEG or PNG."],
  ])("is not made of %s, and ffmpeg does not see it", async (_, content, words) => {
    const { add, make, left } = await setUpVideo("/nowhere/ffmpeg");
    const url = content === undefined ? missing : await add(Buffer.from(content));
    expect(await make(url)).toEqual({ ok: false, error: `The image ${words}` });
    expect(await left()).toEqual([]);
  });

  it.each([
    ["that takes too long", true],
    ["whose operator has gone", false],
  ])("%s is given up: ffmpeg is killed, and no file is left", async (_, isLate) => {
    const started = join(await folderOfTest(), "pid");
    const slow = await program(
      `echo $$ > ${started}.tmp\necho part > "$out"\nmv ${started}.tmp ${started}\nexec sleep 600`,
    );
    const { make, grey, left } = await setUpVideo(slow, { limit: 3000 });
    const url = await grey();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const gone = new AbortController();
    const refused = expect(make(url, gone.signal)).rejects.toThrow(
      "ffmpeg did not finish in time.",
    );
    await expect.poll(() => readFile(started).catch(() => ""), { interval: 0 }).not.toBe("");
    if (isLate) await vi.advanceTimersByTimeAsync(3000);
    else gone.abort();
    await refused;
    const pid = Number(await readFile(started, "utf8"));
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    expect(await left()).toEqual([]);
  });

  it("is a failure if ffmpeg fails or is gone, and no file is left", async () => {
    const failing = await program(`echo part > "$out"\necho /secret/path >&2\nexit 3`);
    for (const [path, words] of [
      [failing, "ffmpeg failed (3)."],
      ["/nowhere/ffmpeg", "ffmpeg could not be started."],
    ] as const) {
      const { make, grey, left } = await setUpVideo(path);
      await expect(make(await grey())).rejects.toThrow(words);
      expect(await left()).toEqual([]);
    }
  });

  it("is made alone: the others wait for their turn", async () => {
    const log = join(await folderOfTest(), "log");
    const busy = await program(
      `echo begin >> ${log}\nsleep 0.3\necho "$out" > "$out"\necho end >> ${log}`,
    );
    const { make, grey } = await setUpVideo(busy);
    const url = await grey();
    const made = await Promise.all([make(url), make(url), make(url)]);
    expect(made.map(({ ok }) => ok)).toEqual([true, true, true]);
    const lines = (await readFile(log, "utf8")).trim().split("\n");
    expect(lines).toEqual(["begin", "end", "begin", "end", "begin", "end"]);
  });

  it("that had no turn in its time is asked for later, and does not hold up the next", async () => {
    const { make, grey, open } = await gated();
    const url = await grey();
    const first = make(url);
    const impatient = new AbortController();
    const second = make(url, impatient.signal);
    const third = make(url);
    impatient.abort();
    expect(await second).toEqual({
      ok: false,
      error: "Other videos are being made. Try again in a minute.",
      why: "later",
      scope: "post",
      retryAt: new Date("2026-11-27T09:01:00Z"),
    });
    await open();
    expect([(await first).ok, (await third).ok]).toEqual([true, true]);
  });

  it("has its whole time from its turn on, and waits no longer than a minute for that", async () => {
    const { make, grey, open } = await gated({ longestWait: 20 });
    const url = await grey();
    const first = make(url);
    expect(await make(url)).toMatchObject({ ok: false, why: "later" });
    await open();
    // The end of the first one's wait was long ago.
    expect((await first).ok).toBe(true);
  });

  it("is made by a program that knows none of the server's secrets", async () => {
    process.env.AI_IMAGE_KEY = "canary-of-the-environment";
    onTestFinished(() => {
      delete process.env.AI_IMAGE_KEY;
    });
    const curious = await program(`env > "$out"`);
    const { make, grey, path } = await setUpVideo(curious);
    const made = await make(await grey());
    if (!made.ok) throw new Error(made.error);
    expect(await readFile(path(made.videoUrl), "utf8")).not.toContain("canary");
  });
});

describe("ffmpeg", () => {
  it("is known by its version", async () => {
    const real = await program(
      `echo "ffmpeg version 5.1.9-0+deb12u1 Copyright (c) 2000-2026" >&2\necho " V....D libx264  H.264"`,
    );
    expect(await findFfmpeg(real)).toEqual({ program: real, version: "5.1.9-0+deb12u1" });
  });

  it("that is missing, or cannot make H.264, is said so in a sentence", async () => {
    expect(await findFfmpeg("/nowhere/ffmpeg")).toEqual({
      unavailable:
        "This server cannot make videos: ffmpeg is not installed; install it or set FFMPEG_PATH, and restart the server.",
    });
    expect(await findFfmpeg(await program("exec sleep 60"), 50)).toEqual({
      unavailable:
        "This server cannot make videos: its ffmpeg did not answer in time; see what it waits for, and restart the server.",
    });
    const bare = await program(`echo "ffmpeg version 7 Copyright" >&2\necho " V....D mpeg4"`);
    const unavailable =
      "This server cannot make videos: its ffmpeg has no H.264 encoder; install one with libx264, and restart the server.";
    expect(await findFfmpeg(bare)).toEqual({ unavailable });
    const { source } = await mediaOfTest();
    const video = createVideo({ ffmpeg: { unavailable }, source });
    expect(video.unavailable).toBe(unavailable);
    const order = { imageUrl: "/media/store/a.png", seed: "1" };
    const refused = await video.fromImage(order, new AbortController().signal);
    expect(refused).toEqual({ ok: false, error: unavailable });
  });
});
