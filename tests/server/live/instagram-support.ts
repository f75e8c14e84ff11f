import { afterEach, beforeEach } from "vitest";
import { createInstagramPublisher } from "../../../server/adapters/live/instagram/publisher";
import type { PlatformAccount, Publication } from "../../../server/ports/publisher";
import { startInstagram, zima } from "../../peers/instagram/peer";
import { publicationOf } from "../../peers/support/publishing";
import { createTries } from "../../peers/support/tries";
import { picture, startOnMeta } from "./meta-support";

async function start() {
  const { platform, ...given } = await startOnMeta(startInstagram);
  const pauses: number[] = [];
  const create = (live = given.live) =>
    createInstagramPublisher(live, platform.addresses, async (ms) => pauses.push(ms));
  return { ...platform, ...given, pauses, create, publisher: create() };
}

/** Instagram and its adapter, new for each test of the file that calls `playInstagram`. */
export let on: Awaited<ReturnType<typeof start>>;

export function playInstagram() {
  beforeEach(async () => {
    on = await start();
  });
  afterEach(() => on.close());
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

export const tries = (post: Partial<Publication["post"]> = picture, account = byInstagram) =>
  createTries(on.time, publicationOf(account, post), on.publisher);

export const me = "GET /instagram/v26.0/me";
const user = `/instagram/v26.0/${zima.id}`;
export const media = `POST ${user}/media`;
export const publish = `POST ${user}/media_publish`;
export const list = `GET ${user}/media`;
export const limit = `GET ${user}/content_publishing_limit`;
export const firstContainer = "GET /instagram/v26.0/17900000000000001";
export const firstPost = "GET /instagram/v26.0/18000000000000001";

export const found = {
  ok: true,
  externalId: "18000000000000001",
  url: "https://www.instagram.com/p/C18000000000000001/",
};
