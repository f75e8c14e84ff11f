import type { PlatformType } from "@/entities/account/platforms";
import { createBlueskyMetrics } from "../../../server/adapters/live/bluesky/metrics.ts";
import { createBlueskyPublisher } from "../../../server/adapters/live/bluesky/publisher.ts";
import { createFacebookMetrics } from "../../../server/adapters/live/facebook/metrics.ts";
import { createFacebookPublisher } from "../../../server/adapters/live/facebook/publisher.ts";
import type { Call } from "../../../server/adapters/live/http.ts";
import { createInstagramMetrics } from "../../../server/adapters/live/instagram/metrics.ts";
import { createInstagramPublisher } from "../../../server/adapters/live/instagram/publisher.ts";
import { createLinkedInMetrics } from "../../../server/adapters/live/linkedin/metrics.ts";
import { createLinkedInPublisher } from "../../../server/adapters/live/linkedin/publisher.ts";
import type { Live } from "../../../server/adapters/live/live.ts";
import { createRedditMetrics } from "../../../server/adapters/live/reddit/metrics.ts";
import { createRedditPublisher } from "../../../server/adapters/live/reddit/publisher.ts";
import { createRedditApi } from "../../../server/adapters/live/reddit/tokens.ts";
import { createThreadsMetrics } from "../../../server/adapters/live/threads/metrics.ts";
import { createThreadsPublisher } from "../../../server/adapters/live/threads/publisher.ts";
import type { TikTokApi } from "../../../server/adapters/live/tiktok/api.ts";
import { createTikTokMetrics } from "../../../server/adapters/live/tiktok/metrics.ts";
import { createTikTokPublisher } from "../../../server/adapters/live/tiktok/publisher.ts";
import { createTikTokApi } from "../../../server/adapters/live/tiktok/tokens.ts";
import { createXMetrics } from "../../../server/adapters/live/x/metrics.ts";
import { createXPublisher } from "../../../server/adapters/live/x/publisher.ts";
import type { MetricsSource } from "../../../server/ports/metrics-source.ts";
import type { Publisher } from "../../../server/ports/publisher.ts";
import { appView } from "../../peers/bluesky/app-view.ts";
import { dropBefore, type Front, startFront } from "../../peers/bluesky/front.ts";
import { standInPds } from "../../peers/bluesky/pds-stand-in.ts";
import { startPds } from "../../peers/bluesky/real-pds.ts";
import { startFacebook, zima as zimaOnFacebook } from "../../peers/facebook/peer.ts";
import { startInstagram, zima as zimaOnInstagram } from "../../peers/instagram/peer.ts";
import { linkedinToken, member, organization, startLinkedIn } from "../../peers/linkedin/peer.ts";
import { startFiles } from "../../peers/meta/files.ts";
import { busy } from "../../peers/meta/graph.ts";
import {
  redditApp,
  startReddit,
  refreshToken as tokenOnReddit,
  userName as zimaOnReddit,
} from "../../peers/reddit/peer.ts";
import type { Disturbance } from "../../peers/support/peer.ts";
import { startThreads, zima as zimaOnThreads } from "../../peers/threads/peer.ts";
import { failure, refreshToken, startTikTok, tiktokApp } from "../../peers/tiktok/peer.ts";
import { startX, xKeys } from "../../peers/x/peer.ts";
import type { Random } from "../../support/random.ts";
import { member as zimaOnBluesky } from "./bluesky-stand-in.ts";
import { addressesOf } from "./bluesky-support.ts";

type Clock = { readonly now: () => Date };

type PostKind = "text" | "image" | "video";

/** Returns the media of a post, by its number. */
export function mediaOf(kinds: readonly PostKind[], n: number) {
  const kind = kinds[n % kinds.length];
  return {
    media_type: kind === "image" || kind === "video" ? kind : null,
    image_url: kind === "image" ? "https://shop.example.com/64x64.jpg" : null,
    video_url: kind === "video" ? "https://shop.example.com/1.mp4" : null,
  };
}

/** A platform, as the tests of all of them drive it. */
export type Subject = {
  readonly name: string;
  readonly platform: PlatformType;
  /** The account's name, where the platform files its posts under it. */
  readonly username?: string;
  /** The media of its posts beside their text, in turn. */
  readonly kinds: readonly PostKind[];
  /** True where the platform takes the same record twice, so that nothing has to stay unknown. */
  readonly isExactlyOnce?: true;
  readonly start: (clock: Clock) => Promise<Running>;
};

export type Running = {
  readonly credentials: Readonly<Record<string, string>>;
  readonly publisher: (live: Live) => Publisher;
  readonly metrics: (live: Live) => MetricsSource;
  readonly origins: readonly string[];
  readonly media?: Live["media"];
  /** The call that makes a post visible: as the peer names it, or by what it sends. */
  readonly creating: string | RegExp | ((call: Call) => boolean);
  /** Disturbs the next call of this method and path. */
  readonly disturb: (call: string, disturbance: Disturbance) => void;
  /** Lets the platform process the next media, and list new posts, after a random while. */
  readonly slow: (random: Random) => void;
  /** The texts of all visible posts. */
  readonly texts: () => readonly string[] | Promise<readonly string[]>;
  readonly close: () => Promise<void>;
  readonly limited: () => Disturbance;
};

const noPause = async () => {};
const metaLimit = (): Disturbance => ({ answer: busy(7) });

/** Returns the media of posts, and the end of them and of the platform that fetches them. */
async function withFiles(platform: { readonly close: () => Promise<void> }) {
  const files = await startFiles();
  const close = async () => {
    await files.close();
    await platform.close();
  };
  return { media: files.media, close };
}

const onLinkedIn = (author_urn: string) => async (clock: Clock) => {
  const linkedin = await startLinkedIn(clock);
  return {
    credentials: { access_token: linkedinToken, author_urn },
    publisher: (live: Live) => createLinkedInPublisher(live, linkedin.addresses),
    metrics: (live: Live) => createLinkedInMetrics(live, linkedin.addresses),
    origins: [linkedin.origin],
    creating: "POST /rest/posts",
    disturb: linkedin.disturb,
    // The stand-in counts reads until an image is ready, and members may not read theirs.
    slow: () => undefined,
    texts: () => linkedin.posts.map(({ text }) => text),
    close: linkedin.close,
    limited: () => ({ answer: { status: 429, json: { status: 429, message: "Throttled" } } }),
  };
};

export const subjects: readonly Subject[] = [
  {
    name: "X",
    platform: "x_twitter",
    kinds: ["text", "image", "video"],
    start: async (clock) => {
      const x = await startX(clock);
      const limit = () => String(Math.ceil(clock.now().getTime() / 1000) + 120);
      return {
        credentials: xKeys,
        publisher: (live) => createXPublisher(live, x.origin),
        metrics: (live) => createXMetrics(live, x.origin),
        origins: [x.origin],
        ...(await withFiles(x)),
        creating: "POST /2/tweets",
        disturb: x.disturb,
        slow: (random) => {
          x.processing.polls = random.between(0, 3);
        },
        texts: () => x.tweets.map(({ text }) => text),
        limited: () => ({
          answer: {
            status: 429,
            headers: { "x-rate-limit-reset": limit() },
            json: { title: "Too Many Requests", detail: "Too Many Requests", status: 429 },
          },
        }),
      };
    },
  },
  {
    name: "LinkedIn organization",
    platform: "linkedin_organization",
    kinds: ["image", "text"],
    start: onLinkedIn(organization),
  },
  {
    name: "LinkedIn profile",
    platform: "linkedin_profile",
    kinds: ["image", "text"],
    start: onLinkedIn(member),
  },
  {
    name: "Instagram",
    platform: "instagram",
    kinds: ["image"],
    start: async (clock) => {
      const { peer, state, addresses } = await startInstagram(clock);
      return {
        credentials: {
          instagram_user_id: zimaOnInstagram.id,
          access_token: zimaOnInstagram.instagramToken,
        },
        publisher: (live) => createInstagramPublisher(live, addresses, noPause),
        metrics: (live) => createInstagramMetrics(live, addresses),
        origins: [peer.origin],
        ...(await withFiles(peer)),
        creating: `POST /instagram/v26.0/${zimaOnInstagram.id}/media_publish`,
        disturb: peer.disturb,
        slow: (random) => {
          state.processing.reads = random.between(0, 3);
          state.lag.reads = random.between(0, 2);
        },
        texts: () => state.posts.map(({ text }) => text),
        limited: metaLimit,
      };
    },
  },
  {
    name: "Facebook page",
    platform: "facebook_page",
    kinds: ["text", "image", "video"],
    start: async (clock) => {
      const facebook = await startFacebook(clock);
      return {
        credentials: { page_id: zimaOnFacebook.id, page_access_token: zimaOnFacebook.token },
        publisher: (live) => createFacebookPublisher(live, facebook.addresses, noPause),
        metrics: (live) => ({
          read: (account, posts, signal) => {
            for (const { externalId, video } of posts) {
              const { id } = zimaOnFacebook;
              const shown = video ? `${id}_${externalId.replace("5", "7")}` : externalId;
              facebook.figures.set(shown, { reactions: 3, comments: 1 });
            }
            return createFacebookMetrics(live, facebook.addresses).read(account, posts, signal);
          },
        }),
        origins: [facebook.peer.origin],
        ...(await withFiles(facebook.peer)),
        // The end of a video's upload has the path of its parts.
        creating: ({ url, form }) => url.endsWith("/feed") || form?.upload_phase === "finish",
        disturb: facebook.peer.disturb,
        slow: (random) => {
          facebook.processing.reads = random.between(0, 3);
        },
        texts: () => [
          ...facebook.posts.map(({ message }) => message),
          ...facebook.videos.flatMap(({ description }) => description ?? []),
        ],
        limited: metaLimit,
      };
    },
  },
  {
    name: "Threads",
    platform: "threads",
    kinds: ["image", "text"],
    start: async (clock) => {
      const { peer, state } = await startThreads(clock);
      return {
        credentials: { threads_user_id: zimaOnThreads.id, access_token: zimaOnThreads.token },
        publisher: (live) => createThreadsPublisher(live, { graph: peer.origin }, noPause),
        metrics: (live) => createThreadsMetrics(live, { graph: peer.origin }),
        origins: [peer.origin],
        ...(await withFiles(peer)),
        creating: `POST /v1.0/${zimaOnThreads.id}/threads_publish`,
        disturb: peer.disturb,
        slow: (random) => {
          state.processing.reads = random.between(0, 3);
          state.lag.reads = random.between(0, 2);
        },
        texts: () => state.posts.map(({ text }) => text),
        limited: metaLimit,
      };
    },
  },
  {
    name: "Reddit",
    platform: "reddit",
    username: zimaOnReddit,
    kinds: ["image", "text"],
    start: async (clock) => {
      const reddit = await startReddit(clock);
      const addresses = {
        ...{ www: reddit.origin, api: reddit.origin, uploadHosts: ["127.0.0.1"] },
      };
      return {
        credentials: { refresh_token: tokenOnReddit },
        publisher: (live) => createRedditPublisher(createRedditApi(live, redditApp, addresses)),
        metrics: (live) => createRedditMetrics(createRedditApi(live, redditApp, addresses)),
        origins: [reddit.origin],
        creating: "POST /api/submit",
        disturb: reddit.disturb,
        slow: (random) => {
          reddit.processing.reads = random.between(0, 3);
        },
        texts: () => reddit.submissions.map(({ form }) => form.text ?? ""),
        close: reddit.close,
        limited: () => ({ answer: { status: 429, json: { message: "Too Many Requests" } } }),
      };
    },
  },
  {
    name: "TikTok",
    platform: "tiktok",
    kinds: ["image", "video"],
    start: async () => {
      const tiktok = await startTikTok();
      tiktok.tokens.takesOld = true;
      tiktok.processing.isOn = true;
      const apiOf = (live: Live): TikTokApi =>
        createTikTokApi(live, { ...tiktokApp, isDirect: true }, tiktok.addresses);
      return {
        credentials: { refresh_token: refreshToken, open_id: tiktok.consent.openId },
        publisher: (live) => createTikTokPublisher(apiOf(live)),
        metrics: (live) => createTikTokMetrics(apiOf(live)),
        origins: [tiktok.origin],
        ...(await withFiles(tiktok)),
        // The last bytes of a video, or the order to fetch a photo.
        creating: /^(PUT \/upload\/|POST \/v2\/post\/publish\/content\/init\/$)/,
        disturb: tiktok.disturb,
        slow: (random) => {
          tiktok.processing.reads = random.between(0, 3);
        },
        texts: () =>
          tiktok.shares
            .filter(({ bytes, total }) => bytes.length === total)
            .map(({ kind, info }) =>
              String(kind === "direct video" ? info.title : info.description),
            ),
        limited: () => ({ answer: failure(429, "rate_limit_exceeded", "Too many requests.") }),
      };
    },
  },
];

/** Returns the disturbances of the other peers, for the front of Bluesky's. */
const disturbOn =
  ({ next }: Front) =>
  (call: string, disturbance: Disturbance) =>
    next(call.replace(/^\S+ /, ""), async (asked, handler) => {
      if ("cut" in disturbance) {
        if (disturbance.cut === "after") await handler(asked);
        return dropBefore();
      }
      if ("hang" in disturbance) {
        if (disturbance.hang === "after") await handler(asked);
        disturbance.hung();
        return new Promise(() => {});
      }
      if (disturbance.effect) await handler(asked);
      const { status, headers = {}, json, text = JSON.stringify(json) } = disturbance.answer;
      const type = json === undefined ? "text/plain" : "application/json";
      return { status, headers: { "content-type": type, ...headers }, body: text };
    });

const bluesky = { platform: "bluesky", kinds: ["image", "text"], isExactlyOnce: true } as const;

/** Returns the set-up of both servers of Bluesky, which end with the test file. */
const running = (front: Front) => ({
  creating: "POST /xrpc/com.atproto.repo.putRecord",
  disturb: disturbOn(front),
  slow: () => {},
  close: async () => {},
  limited: () => ({
    answer: { status: 429, json: { error: "RateLimitExceeded", message: "Rate Limit Exceeded" } },
  }),
});

const textOf = (record: unknown) => (record as { text: string }).text;

/** Returns a stand-in for a server of the AT Protocol; it ends with the test file. */
export async function blueskyStandIn(): Promise<Subject> {
  let origin = "";
  const standIn = standInPds(zimaOnBluesky, () => origin);
  const figures = appView(new Map());
  const front = await startFront((asked) =>
    (asked.url.pathname.endsWith("/app.bsky.feed.getPosts") ? figures : standIn.handler)(asked),
  );
  origin = front.origin;
  const { handle: identifier, password } = zimaOnBluesky;
  return {
    ...{ name: "Bluesky", ...bluesky },
    start: async () => {
      standIn.clear();
      return {
        credentials: { identifier, password },
        publisher: (live) =>
          createBlueskyPublisher(live, addressesOf({ entryway: origin, plc: origin })),
        metrics: (live) => createBlueskyMetrics(live, addressesOf({ appView: origin })),
        origins: [origin],
        ...running(front),
        texts: () => [...standIn.posts.values()].map(({ record }) => textOf(record)),
      };
    },
  };
}

/** Returns the real server of the AT Protocol; it ends with the test file. */
export async function blueskyServer(): Promise<Subject> {
  // Each restarted console logs in again, which is more often than the server allows.
  const { front, plc, reader, createMember } = await startPds({ isUnlimited: true });
  const { did: repo, handle, appPassword } = await createMember("zima.test");
  const list = { repo, collection: "app.bsky.feed.post", limit: 100 };
  return {
    ...{ name: "Bluesky, real server", ...bluesky },
    start: async () => ({
      credentials: { identifier: handle, password: appPassword },
      publisher: (live) =>
        createBlueskyPublisher(live, addressesOf({ entryway: front.origin, plc })),
      metrics: (live) => createBlueskyMetrics(live, addressesOf({ appView: front.origin })),
      origins: [front.origin, plc],
      ...running(front),
      texts: async () => {
        const texts: string[] = [];
        for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
          const page = { ...list, ...(cursor && { cursor }) };
          const { data } = await reader.com.atproto.repo.listRecords(page);
          texts.push(...data.records.map(({ value }) => textOf(value)));
          cursor = data.cursor;
        }
        return texts;
      },
    }),
  };
}
