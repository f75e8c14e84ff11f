import { open } from "node:fs/promises";
import { bytesOfType, endings, mediaTypeOf } from "../../../media/media-types.ts";
import type { Refused } from "../../../ports/outcome.ts";
import { bytesOf, type FetchedFile, fetchMedia, type Source } from "./fetch-media.ts";
import type { Media, ReadyVideo, VideoProfile } from "./media.ts";
import { createExpose } from "./outbox.ts";
import { readVideo } from "./read-video.ts";
import { shapeImage } from "./shape-image.ts";

type Options = Source & {
  /** The folder of the files that platforms fetch. */
  readonly outbox: string;
  /** The origin at which others reach this server. */
  readonly publicOrigin: string;
};

/** Returns the media of posts: read safely, and made as the platforms take them. */
export function createMedia({ outbox, publicOrigin, ...source }: Options): Media {
  return {
    image: async (url, profile, { proxy }, signal) => {
      const file = await fetchMedia(url, "image", { ...source, proxy }, signal);
      if (!file.ok) return file;
      try {
        return await shapeImage(await bytesOf(file), profile, file.from);
      } finally {
        await file.remove();
      }
    },
    video: async (url, profile, { proxy }, signal) => {
      const file = await fetchMedia(url, "video", { ...source, proxy }, signal);
      if (!file.ok) return file;
      try {
        return await checkVideo(file, profile);
      } finally {
        await file.remove();
      }
    },
    expose: createExpose({ folder: outbox, publicOrigin }),
  };
}

/** Checks a video, and never encodes it again. */
async function checkVideo(
  file: FetchedFile,
  { maxBytes, maxSeconds, minSeconds = 0 }: VideoProfile,
): Promise<ReadyVideo | Refused> {
  const refuse = (why: string): Refused => ({
    ok: false,
    error: `The video at ${file.from} ${why}.`,
  });
  const { type, size } = await startOf(file.path);
  if (type !== "video/mp4" && type !== "video/quicktime")
    return refuse("is not an MP4 or MOV file");
  if (size > maxBytes) {
    return refuse(`has ${megabytes(size)} MB; the platform allows ${megabytes(maxBytes)} MB`);
  }
  const facts = await readVideo(file.path);
  if (!facts) return refuse("is damaged, or cut off");
  const { seconds, width, height } = facts;
  if (seconds > maxSeconds) {
    return refuse(`is ${rounded(seconds)} s long; the platform allows ${maxSeconds} s`);
  }
  if (seconds < minSeconds) {
    return refuse(`is ${rounded(seconds)} s long; the platform requires at least ${minSeconds} s`);
  }
  const name = `video.${endings[type]}`;
  return { ok: true, bytes: await bytesOf(file), type, name, width, height, seconds };
}

const megabytes = (bytes: number) => Math.round(bytes / 100_000) / 10;
const rounded = (seconds: number) => Math.round(seconds * 10) / 10;

async function startOf(path: string) {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytesOfType), 0, bytesOfType, 0);
    const { size } = await file.stat();
    return { type: mediaTypeOf(buffer.subarray(0, bytesRead)), size };
  } finally {
    await file.close();
  }
}
