import { afterEach, beforeEach } from "vitest";
import { createInstagramMetrics } from "../../../server/adapters/live/instagram/metrics";
import { createInstagramPublisher } from "../../../server/adapters/live/instagram/publisher";
import type { PlatformAccount, Publication } from "../../../server/ports/publisher";
import { startInstagram, zima } from "../../peers/instagram/peer";
import { startFiles } from "../../peers/meta/files";
import { createTime, liveOf, publicationOf } from "../../peers/support/publishing";
import { createTries } from "../../peers/support/tries";

async function start() {
  const time = createTime();
  const instagram = await startInstagram(time);
  const files = await startFiles();
  const live = { ...liveOf(time, instagram.peer.origin), media: files.media };
  const pauses: number[] = [];
  const create = (own = live) =>
    createInstagramPublisher(own, instagram.addresses, async (ms) => pauses.push(ms));
  return {
    ...{ ...instagram, time, files, live, pauses, create, publisher: create() },
    metrics: createInstagramMetrics(live, instagram.addresses),
  };
}

/** Instagram and its adapter, new for each test of the file that calls `playInstagram`. */
export let on: Awaited<ReturnType<typeof start>>;

export function playInstagram() {
  beforeEach(async () => {
    on = await start();
  });
  afterEach(async () => {
    await on.files.close();
    await on.peer.close();
  });
}

export const accountWith = (
  access_token: string,
  instagram_user_id = zima.id,
): PlatformAccount => ({
  ...{ id: 3, platform: "instagram", username: "zima.shop", proxy: null },
  credentials: { instagram_user_id, access_token },
});
export const byInstagram = accountWith(zima.instagramToken);
export const byFacebook = accountWith(zima.facebookToken);

export const picture = { imageUrl: "https://shop.example.com/400x400.png" };
export const reel = { videoUrl: "https://shop.example.com/a.mp4" };
export const tries = (post: Partial<Publication["post"]> = picture, account = byInstagram) =>
  createTries(on.time, publicationOf(account, post), on.publisher);

const user = `/instagram/v26.0/${zima.id}`;
export const media = `POST ${user}/media`;
export const publish = `POST ${user}/media_publish`;
export const list = `GET ${user}/media`;
export const limit = `GET ${user}/content_publishing_limit`;
export const firstContainer = "GET /instagram/v26.0/17900000000000001";
export const firstPost = "GET /instagram/v26.0/18000000000000001";

export const out = { ok: true };
export const found = {
  ok: true,
  externalId: "18000000000000001",
  url: "https://www.instagram.com/p/C18000000000000001/",
};
export const credentials = { ok: false, why: "credentials" };
