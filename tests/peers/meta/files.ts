import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import type { File } from "../../../server/adapters/live/http";
import type { ImageProfile, Media, VideoProfile } from "../../../server/adapters/live/media/media";

/** The beginning of every MP4: the box `ftyp`. */
const video = Uint8Array.from(
  Buffer.from("\0\0\0\u0018ftypmp42\0\0\0\0mp42isom canary video bytes"),
);

/**
 * The media of posts, and a web server where a platform fetches what was exposed. The name of an image
 * says its size: `https://shop.example.com/3000x1000.png`.
 */
export async function startFiles() {
  const exposed = new Map<string, File>();
  /** Set to answer every download with this status, or to have no public address. */
  const trouble: { status?: number; isPrivate?: true; seconds?: number } = {};
  let downloads = 0;
  const server = createServer((request, response) => {
    downloads += 1;
    const file = exposed.get(request.url ?? "");
    if (!file || trouble.status) return response.writeHead(trouble.status ?? 404).end();
    response.writeHead(200, { "content-type": file.type, "content-length": file.bytes.length });
    response.end(file.bytes);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const media: Media = {
    image: shapedImage,
    video: async (_url, { maxBytes, maxSeconds, minSeconds = 0 }: VideoProfile) => {
      const seconds = trouble.seconds ?? 12;
      if (video.length > maxBytes || seconds > maxSeconds || seconds < minSeconds) {
        return { ok: false, error: `A video of ${seconds} seconds is not taken.` };
      }
      return {
        ...{ ok: true, bytes: video, type: "video/mp4", name: "video.mp4" },
        ...{ width: 1080, height: 1920, seconds },
      };
    },
    expose: async (file, platform) => {
      if (trouble.isPrivate) {
        return { ok: false, error: `${platform} fetches pictures from the internet.` };
      }
      const path = `/media/outbox/canary-${exposed.size}`;
      exposed.set(path, file);
      return { ok: true, url: origin + path };
    },
  };
  return {
    ...{ media, origin, trouble, video },
    get downloads() {
      return downloads;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function shapedImage(url: string, { types, maxSide, ratio }: ImageProfile) {
  const [, width = 0, height = 0] = (/(\d+)x(\d+)/.exec(url) ?? []).map(Number);
  const wide = Math.max(width, Math.ceil(height * (ratio?.min ?? 0)));
  const high = Math.max(height, Math.ceil(wide / (ratio?.max ?? 100)));
  const scale = Math.min(1, maxSide / Math.max(wide, high));
  const type = types[0] ?? "image/png";
  const { data, info } = await sharp({
    create: { width, height, channels: 4, background: { r: 200, g: 40, b: 90, alpha: 0.5 } },
  })
    .resize({
      width: Math.round(wide * scale),
      height: Math.round(high * scale),
      fit: "contain",
      background: "#fff",
    })
    .flatten({ background: "#fff" })
    .toFormat(type === "image/jpeg" ? "jpeg" : "png")
    .toBuffer({ resolveWithObject: true });
  return {
    ...{ ok: true as const, bytes: Uint8Array.from(data), type, name: "image" },
    ...{ width: info.width, height: info.height },
  };
}

export type FetchedImage = {
  readonly format: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly space: string;
};

/** Downloads an image as Meta does, without following redirects; undefined if that fails. */
export async function fetchImage(url: string): Promise<FetchedImage | undefined> {
  const response = await fetch(url, { redirect: "error" });
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.status !== 200) return undefined;
  const { format, width, height, space } = await sharp(bytes).metadata();
  return { ...{ format, width, height, space }, bytes: bytes.length };
}

/** Downloads a video; undefined if that fails. Throws if it is not an MP4. */
export async function fetchVideo(url: string): Promise<number | undefined> {
  const response = await fetch(url, { redirect: "error" });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) return undefined;
  refuseOtherVideo(bytes);
  return bytes.length;
}

export function refuseOtherVideo(bytes: Buffer) {
  if (bytes.subarray(4, 8).toString() !== "ftyp") throw new Error("not an MP4");
}
