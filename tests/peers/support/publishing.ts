import { inspect } from "node:util";
import { createHttp } from "../../../server/adapters/live/http";
import type { Live } from "../../../server/adapters/live/live";
import type {
  Attempt,
  PlatformAccount,
  Publication,
  SubredditResult,
  Trace,
} from "../../../server/ports/publisher";

/** The time of the tests' clock; `pass` lets it go on. */
export function createTime(start = "2026-11-27T10:00:00Z") {
  let now = new Date(start);
  return {
    now: () => now,
    pass: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
}

/** Media that need no shaping: every image and every video is the given one. */
export type Files = {
  readonly image?: Uint8Array<ArrayBuffer>;
  readonly video?: Uint8Array<ArrayBuffer>;
};

/** What adapters get from the server, with real HTTP to this machine. */
export const liveOf = (
  clock: { readonly now: () => Date },
  origin: string,
  { image = Uint8Array.of(0xff, 0xd8, 0xff), video = Uint8Array.of(1) }: Files = {},
): Live => ({
  httpOf: ({ proxy }) => createHttp({ proxy, publicInTests: [origin] }),
  media: {
    image: async () => ({
      ...{ ok: true, width: 1200, height: 800 },
      ...{ bytes: image, type: "image/jpeg", name: "image.jpg" },
    }),
    video: async () => ({
      ...{ ok: true, width: 1280, height: 720, seconds: 12 },
      ...{ bytes: video, type: "video/mp4", name: "video.mp4" },
    }),
    expose: async () => ({ ok: false, error: "Nothing is exposed in this test." }),
  },
  saveCredentials: async () => undefined,
  readCredentials: async ({ credentials }) => credentials,
  exclusively: (_, work) => work(),
  clock,
  publicOrigin: "https://console.example.com",
});

/** One try to publish; `stored` is what the server has in its database. */
export function attemptOf(trace: Trace = {}, { retriesRefused = false } = {}) {
  const stored = {
    ...{ isCommitting: false, trace },
    subreddits: undefined as readonly SubredditResult[] | undefined,
  };
  const store =
    (isCommitting: boolean) =>
    async (next: Trace, subreddits = stored.subreddits) =>
      void Object.assign(stored, { isCommitting, trace: next, subreddits });
  const attempt: Attempt = {
    ...{ trace, retriesRefused },
    ...{ prepared: store(false), committing: store(true) },
  };
  return { attempt, stored };
}

type Post = Publication["post"];

export const publicationOf = (account: PlatformAccount, post: Partial<Post>): Publication => ({
  account,
  post: {
    ...{ id: 7, text: "Zima je stigla.", title: null, imageUrl: null, videoUrl: null },
    ...{ altText: null, isGenerated: false },
    ...post,
  },
});

/** Everything of an error or a result that could be logged or shown. */
export const shownOf = (value: unknown) =>
  inspect(value, { depth: 20, showHidden: true }) + (value instanceof Error ? value.stack : "");

/** What a call returned or threw, as text. */
export const outcomeOf = (call: Promise<unknown>) => call.then(shownOf, shownOf);
