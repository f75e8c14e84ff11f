import { beforeEach, describe, expect, test } from "vitest";
import { embedOf } from "../../../server/adapters/live/bluesky/embed";
import type { Http } from "../../../server/adapters/live/http";
import type { Live } from "../../../server/adapters/live/live";
import { publishersOf } from "../../../server/adapters/live/platforms";
import { createRedditApi } from "../../../server/adapters/live/reddit/tokens";
import { createTikTokApi } from "../../../server/adapters/live/tiktok/tokens";
import type { GroupProxy } from "../../../server/ports/proxy";
import type { PlatformAccount } from "../../../server/ports/publisher";
import { redditApp } from "../../peers/reddit/peer";
import { attemptOf, createTime, liveOf, publicationOf } from "../../peers/support/publishing";
import { tiktokApp } from "../../peers/tiktok/peer";
import { xKeys } from "../../peers/x/peer";
import { addressesOf } from "./bluesky-support";

const { signal } = new AbortController();
const proxy: GroupProxy = { server: "http://proxy.example.com", username: null, password: null };
const refused = { ok: false, error: "It was read." } as const;

let readBy: unknown[];
let live: Live;

beforeEach(() => {
  readBy = [];
  const given = liveOf(createTime(), "https://nobody.example.com");
  const read: Live["media"]["image"] & Live["media"]["video"] = async (_url, _profile, reader) => {
    readBy.push(reader.proxy);
    return refused;
  };
  live = { ...given, media: { ...given.media, image: read, video: read } };
});

const accountOf = (
  platform: PlatformAccount["platform"],
  credentials: PlatformAccount["credentials"],
): PlatformAccount => ({ id: 1, platform, username: "zima_rs", proxy, credentials });

const linkedin = { access_token: "canary", author_urn: "urn:li:person:a" };
const reddit = { www: "https://nobody.example.com", api: "https://nobody.example.com" };

describe.each([
  ["x_twitter", xKeys],
  ["instagram", { instagram_user_id: "17", access_token: "canary" }],
  ["facebook_page", { page_id: "17", page_access_token: "canary" }],
  ["threads", { threads_user_id: "17", access_token: "canary" }],
  ["linkedin_profile", linkedin],
  ["linkedin_organization", { ...linkedin, author_urn: "urn:li:organization:1" }],
  ["reddit", { refresh_token: "canary" }],
  ["tiktok", { access_token: "canary", refresh_token: "canary" }],
] as const)("The media of a post on %s", (platform, credentials) => {
  const uploadHosts = ["nobody.example.com"];
  const addresses = { ...reddit, uploadHosts };
  const publisher = () =>
    publishersOf(live, {
      reddit: createRedditApi(live, redditApp, addresses),
      tiktok: createTikTokApi(live, { ...tiktokApp, isDirect: false }, addresses),
    })[platform];

  test.each([
    ["image", { imageUrl: "https://cdn.example.com/1.jpg" }],
    ["video", { videoUrl: "https://cdn.example.com/1.mp4" }],
  ])("are read through the proxy of its group: %s", async (_, media) => {
    const post = publicationOf(accountOf(platform, credentials), { title: "Zima", ...media });
    expect(await publisher()?.publish(post, attemptOf().attempt, signal)).toEqual(refused);
    expect(readBy).toEqual([proxy]);
  });
});

describe("The media of a post on Bluesky", () => {
  const page = `<meta property="og:title" content="Zima"><meta property="og:description" content="Sneg">
    <meta property="og:image" content="https://cdn.example.com/thumb.jpg">`;
  const http: Http = async () => ({
    ...{ status: 200, text: page, json: undefined },
    headers: new Headers({ "content-type": "text/html" }),
  });

  test.each([
    ["image", { imageUrl: "https://cdn.example.com/1.jpg" }, undefined],
    ["video", { videoUrl: "https://cdn.example.com/1.mp4" }, undefined],
    ["picture of its link", {}, "https://example.com/"],
  ])("are read through the proxy of its group: %s", async (_, media, link) => {
    const account = accountOf("bluesky", {});
    await embedOf(publicationOf(account, media).post, link, {
      ...{ live, account, http, signal, did: "did:plc:a", earlierTrace: {} },
      addresses: addressesOf({}),
      call: () => Promise.reject(new Error("Nothing is uploaded.")),
      saveVideo: async () => undefined,
    });
    expect(readBy).toEqual([proxy]);
  });
});
