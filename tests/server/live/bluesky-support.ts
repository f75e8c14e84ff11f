import { inspect } from "node:util";
import sharp from "sharp";
import { expect } from "vitest";
import type { BlueskyAddresses } from "../../../server/adapters/live/bluesky/xrpc";
import { createHttp } from "../../../server/adapters/live/http";
import type { Live } from "../../../server/adapters/live/live";
import type { ImageProfile, Reader, VideoProfile } from "../../../server/adapters/live/media/media";
import type { PlatformAccount } from "../../../server/ports/publisher";
import { liveOf } from "../../peers/support/publishing";

/** The addresses of the images and videos of posts; no other address answers. */
export const imageUrl = "https://shop.example.com/kapa.jpg";
export const videoUrl = "https://shop.example.com/kapa.mp4";
export const otherVideoUrl = "https://shop.example.com/sal.mp4";

const jpeg = new Uint8Array(
  await sharp({ create: { width: 64, height: 48, channels: 3, background: "#c0392b" } })
    .jpeg()
    .toBuffer(),
);

/** Returns the beginning of an MP4 file, and something that tells one video from another. */
const mp4Of = (name: string) =>
  new Uint8Array(
    Buffer.concat([Buffer.from("000000186674797069736f6d", "hex"), Buffer.from(name)]),
  );

export type TestMedia = {
  /** The requested addresses, each with its limits and for whom it was read. */
  readonly asked: { url: string; profile: ImageProfile | VideoProfile; reader: Reader }[];
};

const noMedia = (url: string) =>
  ({
    ok: false,
    error: `${url} did not load.`,
    why: "later",
    retryAt: new Date(),
    scope: "post",
  }) as const;

type Given = {
  /** Origins on this machine that count as public. */
  readonly origins: readonly string[];
  readonly now?: () => Date;
};

/** Returns the services that adapters share, with real HTTP, and media that are there. */
export function testLive({ origins, now = () => new Date() }: Given): Live & { media: TestMedia } {
  const asked: TestMedia["asked"] = [];
  return {
    ...liveOf({ now }, ""),
    httpOf: ({ proxy }) => createHttp({ proxy, allowsPrivateProxy: true, publicInTests: origins }),
    media: {
      asked,
      image: async (url, profile, reader) => {
        asked.push({ url, profile, reader });
        return url === imageUrl || url.endsWith("/thumb.jpg")
          ? { ok: true, bytes: jpeg, type: "image/jpeg", name: "kapa.jpg", width: 64, height: 48 }
          : noMedia(url);
      },
      video: async (url, profile, reader) => {
        asked.push({ url, profile, reader });
        const mp4 = { bytes: mp4Of(url), type: "video/mp4", name: "kapa.mp4" } as const;
        return url === videoUrl || url === otherVideoUrl
          ? { ok: true, ...mp4, width: 720, height: 1280, seconds: 12 }
          : noMedia(url);
      },
      expose: async () => ({ ok: false, error: "Nothing is exposed for Bluesky." }),
    },
  };
}

/** Addresses that lead nowhere, but for the given ones. */
export const addressesOf = (given: Partial<BlueskyAddresses>): BlueskyAddresses => ({
  entryway: "https://entryway.invalid",
  plc: "https://plc.invalid",
  video: "https://video.invalid",
  appView: "https://app-view.invalid",
  site: "https://bsky.app",
  ...given,
});

export const accountOf = (
  identifier: string,
  password: string,
  given: Partial<PlatformAccount> = {},
): PlatformAccount => ({
  id: 1,
  platform: "bluesky",
  username: null,
  credentials: { identifier, password },
  proxy: null,
  ...given,
});

/** Returns a call's result, or what it threw; neither has a secret in it. */
export async function outcomeOf<Result>(call: Promise<Result>): Promise<Result | Error> {
  const outcome = await call.catch((error: unknown) =>
    error instanceof Error ? error : new Error(`Not an error: ${String(error)}`),
  );
  // Also causes, and the fields of an error that are not shown.
  const all = inspect(outcome, { depth: 20, showHidden: true, maxStringLength: null });
  // Tokens of the real server begin like this.
  expect(all).not.toMatch(/canary|eyJ/);
  return outcome;
}

export const signal = new AbortController().signal;
