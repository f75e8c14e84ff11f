import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withTimeLimit } from "../../../kernel/time-limit.ts";
import { storeMadeFile, storeMadeImage } from "../../../media/stored-media.ts";
import type { Refused } from "../../../ports/outcome.ts";
import type { MadeVideo, Video } from "../../../ports/video.ts";
import { readImage } from "../compose/read-image.ts";
import type { Source } from "../media/fetch-media.ts";
import { type Ffmpeg, run } from "./ffmpeg.ts";
import { createStill, frame, thumbnailOf } from "./still.ts";

/** The longest time that one video may take from its turn on, in ms. */
const timeout = 120_000;
/** The longest wait for a turn, in ms. */
const maxTurnWait = 60_000;
/** The time after which a video that had no turn is asked for again, in ms. */
const pause = 60_000;
const seconds = 5;
const fps = 30;
/** Per frame; the last one shows 1 / (1 + 0.0008 * 149) of the image's sides. */
const zoom = 0.0008;

type Options = {
  readonly ffmpeg: Ffmpeg;
  readonly source: Source;
  /** For tests: the longest time that one video may take from its turn on, in ms. */
  readonly limit?: number;
  /** For tests: the longest wait for a turn, in ms. */
  readonly longestWait?: number;
};

/**
 * Makes videos of five seconds with ffmpeg: the image slowly comes nearer. 1080 by 1920, H.264 and a
 * silent AAC track, as all platforms take it. One at a time, because it takes all cores.
 */
export function createVideo({
  ffmpeg,
  source,
  limit = timeout,
  longestWait = maxTurnWait,
}: Options): Video {
  if ("unavailable" in ffmpeg) {
    const { unavailable } = ffmpeg;
    return { unavailable, fromImage: async () => ({ ok: false, error: unavailable }) };
  }
  const { program } = ffmpeg;
  const inTurn = createTurns();
  return {
    fromImage: async ({ imageUrl }, signal) => {
      const work = () =>
        withTimeLimit(limit, signal, (until) => make(imageUrl, { program, source }, until));
      // The limit of the wait alone: otherwise ffmpeg would be killed just after it began, and the
      // post would be lost.
      const made = await withTimeLimit(longestWait, signal, (until) => inTurn(work, until));
      return made ?? busy(source.clock.now());
    },
  };
}

const busy = (now: Date): Refused => ({
  ok: false,
  error: "Other videos are being made. Try again in a minute.",
  why: "later",
  scope: "post",
  retryAt: new Date(now.getTime() + pause),
});

async function make(
  imageUrl: string,
  { program, source }: { readonly program: string; readonly source: Source },
  signal: AbortSignal,
): Promise<MadeVideo | Refused> {
  const { store } = source;
  const image = await readImage(imageUrl, source, signal);
  if (!image.ok) return image;
  await mkdir(store.incoming, { recursive: true, mode: 0o700 });
  // Files of a process that was killed are deleted after a day, as all in this folder.
  const name = join(store.incoming, randomUUID());
  const still = `${name}.jpg`;
  const video = `${name}.part`;
  try {
    const frame = await createStill(image.bytes);
    await writeFile(still, frame, { flag: "wx", mode: 0o600 });
    await run(program, argumentsFor(still, video), signal);
    const videoUrl = await storeMadeFile(store, video, "video/mp4");
    const thumbnail = await thumbnailOf(frame);
    return {
      ok: true,
      videoUrl,
      thumbnailUrl: await storeMadeImage(store, thumbnail, "image/jpeg"),
    };
  } finally {
    await Promise.all([still, video].map((path) => rm(path, { force: true })));
  }
}

/**
 * Returns the arguments of ffmpeg. Instagram takes closed GOPs, no edit list, and the index
 * (`moov`) first.
 */
const argumentsFor = (image: string, video: string): string[] => [
  ..."-v error -nostdin -y -protocol_whitelist file,pipe".split(" "),
  ...["-i", image],
  ...`-f lavfi -t ${seconds} -i anullsrc=channel_layout=stereo:sample_rate=48000`.split(" "),
  "-filter_complex",
  `[0:v]${[
    // JPEG has the colours of BT.601 in full range, video those of BT.709 in limited range.
    "scale=out_color_matrix=bt709:out_range=tv",
    "format=yuv420p",
    `zoompan=z='1+${zoom}*on':d=${seconds * fps}:x='iw/2-(iw/zoom/2)':y='ih/2-(ih/zoom/2)':s=${frame.width}x${frame.height}:fps=${fps}`,
    "setsar=1",
  ].join(",")}[v]`,
  ..."-map [v] -map 1:a".split(" "),
  ..."-c:v libx264 -profile:v high -level 4.0 -preset veryfast -crf 20 -maxrate 6M".split(" "),
  ..."-bufsize 12M -g 60 -bf 2 -flags +cgop".split(" "),
  ..."-color_range tv -colorspace bt709 -color_primaries bt709 -color_trc bt709".split(" "),
  ..."-c:a aac -b:a 128k -ar 48000 -ac 2".split(" "),
  ...`-movflags +faststart -use_editlist 0 -t ${seconds} -f mp4`.split(" "),
  video,
];

/**
 * Runs one work after the other, in the order of the calls. Resolves to undefined if the signal is
 * aborted before it is a call's turn.
 */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> => {
    const before = last;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    last = before.then(() => ended);
    try {
      await Promise.race([before, whenAborted(signal)]);
      return signal.aborted ? undefined : await work();
    } finally {
      end();
    }
  };
}

const whenAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
