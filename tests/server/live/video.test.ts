import { execFileSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasFfmpeg } from "../../../scripts/lib/ffmpeg.mjs";
import { createMedia } from "../../../server/adapters/live/media/create-media.ts";
import type { VideoProfile } from "../../../server/adapters/live/media/media.ts";
import { readVideo } from "../../../server/adapters/live/media/read-video.ts";
import { sandboxClip } from "../../../server/adapters/sandbox/video.ts";
import { storeOf } from "../../peers/support/memory-store.ts";
import { folderOfTest } from "./media-support.ts";

async function makeVideo(name: string, options: readonly string[]) {
  const path = join(await folderOfTest(), name);
  const source = ["-f", "lavfi", "-i", "testsrc=size=160x90:rate=10:duration=2.5"];
  const sound = ["-f", "lavfi", "-i", "sine=duration=2.5"];
  execFileSync("ffmpeg", ["-v", "error", ...source, ...sound, ...options, path]);
  return path;
}

const h264 = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac", "-shortest"];

function judged(path: string) {
  const text = execFileSync("ffprobe", [
    ..."-v error -select_streams v:0 -of json".split(" "),
    ..."-show_entries format=duration:stream=width,height".split(" "),
    path,
  ]).toString();
  const said = JSON.parse(text) as {
    format: { duration: string };
    streams: { width: number; height: number }[];
  };
  return { seconds: Number(said.format.duration), ...said.streams[0] };
}

describe.runIf(hasFfmpeg())("A video is read as ffprobe reads it", { tags: ["peers"] }, () => {
  it.each([
    ["MP4 with its index at the end", "a.mp4", h264],
    ["MP4 with its index first", "a.mp4", [...h264, "-movflags", "+faststart"]],
    ["MOV", "a.mov", h264],
    ["MP4 without sound", "a.mp4", [...h264, "-an"]],
    ["MP4 of MPEG-4", "a.mp4", ["-c:v", "mpeg4", "-c:a", "aac"]],
  ])("%s", async (_, name, options) => {
    const path = await makeVideo(name, options);
    const { seconds, ...size } = judged(path);
    const facts = await readVideo(path);
    expect(facts).toMatchObject(size);
    expect(facts?.seconds).toBeCloseTo(seconds, 1);
  });

  it("one that is turned has its sides exchanged", async () => {
    const path = await makeVideo("a.mp4", h264);
    const turned = join(await folderOfTest(), "turned.mp4");
    const turn = ["-c", "copy", "-metadata:s:v:0", "rotate=90"];
    execFileSync("ffmpeg", ["-v", "error", "-i", path, ...turn, turned]);
    expect(await readVideo(turned)).toMatchObject({ width: 90, height: 160 });
  });

  it("one that is cut off is not read", async () => {
    for (const options of [h264, [...h264, "-movflags", "+faststart"]]) {
      const whole = await readFile(await makeVideo("a.mp4", options));
      const path = join(await folderOfTest(), "cut.mp4");
      await writeFile(path, whole.subarray(0, whole.length - 100));
      expect(await readVideo(path)).toBeUndefined();
    }
  });
});

describe("A file that is no video", () => {
  it.each(["", "\0\0\0", "\0\0\0\x08moov", "\0\0\0\x18ftypisom\0\0\0\0isommp42", "x".repeat(1000)])(
    "is not read: %j",
    async (content) => {
      const path = join(await folderOfTest(), "a.mp4");
      await writeFile(path, content, "latin1");
      expect(await readVideo(path)).toBeUndefined();
    },
  );
});

describe("The media of a post", () => {
  const name = (letter: string, ending: string) => `${letter.repeat(64)}.${ending}`;
  /** The sandbox's clip is a real MP4. */
  const clip = new Uint8Array(sandboxClip());
  const direct = { proxy: null };
  const profile: VideoProfile = { maxBytes: 50_000_000, maxSeconds: 140 };

  async function media() {
    const folder = await folderOfTest();
    const made = createMedia({
      store: storeOf({
        [name("a", "mp4")]: clip,
        [name("b", "mp4")]: new TextEncoder().encode("\x1a\x45\xdf\xa3 is WebM"),
        [name("c", "mp4")]: clip.slice(0, clip.length - 10),
      }),
      clock: { now: () => new Date() },
      ownOrigins: ["http://localhost:4100"],
      folder,
      outbox: join(folder, "outbox"),
      publicOrigin: "http://localhost:4100",
    });
    const video = (letter: string, given: VideoProfile = profile) =>
      made.video(
        `/media/store/${name(letter, "mp4")}`,
        given,
        direct,
        new AbortController().signal,
      );
    return { ...made, video, left: () => readdir(folder) };
  }

  it("has a video as it is, with its length and size", async () => {
    const { video, left } = await media();
    const ready = await video("a");
    expect(ready).toMatchObject({ ok: true, type: "video/mp4", name: "video.mp4" });
    if (!ready.ok) return;
    expect(Buffer.from(ready.bytes).equals(clip)).toBe(true);
    expect(ready.seconds).toBeGreaterThan(0);
    expect(ready.width).toBeGreaterThan(0);
    expect(await left()).toEqual([]);
  });

  it("has no video that is too long, too short or too large", async () => {
    const { video } = await media();
    const ready = await video("a");
    const seconds = ready.ok ? Math.round(ready.seconds * 10) / 10 : 0;
    const long = `is ${seconds} s long; the platform allows 0.01 s.`;
    const short = `is ${seconds} s long; the platform requires at least 300 s.`;
    for (const [limit, words] of [
      [{ maxSeconds: 0.01 }, long],
      [{ minSeconds: 300 }, short],
      [{ maxBytes: 100 }, expect.stringMatching(/^has [\d.]+ MB; the platform allows/)],
    ] as const) {
      const refused = await video("a", { ...profile, ...limit });
      expect(refused.ok || refused.error.replace("The video at the media store ", "")).toEqual(
        words,
      );
    }
  });

  it("has no video of another kind, and none that is cut off", async () => {
    const { video } = await media();
    expect(await video("b")).toEqual({
      ok: false,
      error: "The video at the media store is not an MP4 or MOV file.",
    });
    expect(await video("c")).toEqual({
      ok: false,
      error: "The video at the media store is damaged, or cut off.",
    });
  });

  it("has no image that is a video", async () => {
    const { image } = await media();
    const refused = await image(
      `/media/store/${name("a", "mp4")}`,
      { types: ["image/jpeg"], maxBytes: 1_000_000, maxSide: 1000 },
      direct,
      new AbortController().signal,
    );
    expect(refused).toEqual({ ok: false, error: "The image at the media store is not an image." });
  });
});
