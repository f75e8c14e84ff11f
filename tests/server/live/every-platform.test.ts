import { describe, expect, onTestFinished, test } from "vitest";
import { createHttp } from "../../../server/adapters/live/http";
import type { Live } from "../../../server/adapters/live/live";
import type { Reader } from "../../../server/adapters/live/media/media";
import { NotSentError } from "../../../server/ports/outcome";
import type { GroupProxy } from "../../../server/ports/proxy";
import type { PlatformAccount } from "../../../server/ports/publisher";
import { zima as zimaOnInstagram } from "../../peers/instagram/peer";
import type { Disturbance, Reply } from "../../peers/support/peer";
import {
  attemptOf,
  createTime,
  liveOf,
  outcomeOf,
  publicationOf,
  shownOf,
} from "../../peers/support/publishing";
import { createTries } from "../../peers/support/tries";
import { fc } from "../../support/random-seed";
import { makesVisible } from "./chaos";
import { blueskyStandIn, type Subject, subjects } from "./subjects";

const { signal } = new AbortController();
const media = {
  text: {},
  image: { imageUrl: "https://shop.example.com/640x640.jpg" },
  video: { videoUrl: "https://shop.example.com/1.mp4" },
};
type Kind = keyof typeof media;
const proxy: GroupProxy = { server: "http://proxy.example.com", username: null, password: null };

/** Returns a platform and its adapter, whose calls can be disturbed as they are sent. */
async function begin({ platform, username = "zima", start }: Subject, more: object = {}) {
  const time = createTime();
  const peer = await start(time);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await peer.close();
    isOpen = false;
  };
  onTestFinished(close);
  const calls: string[] = [];
  /** Those that make a post visible. */
  const creating: string[] = [];
  const trouble: { of?: (name: string, sent: string) => Disturbance | undefined } = {};
  const live: Live = {
    ...liveOf(time, ""),
    ...(peer.media && { media: peer.media }),
    httpOf: ({ proxy }) => {
      const http = createHttp({ proxy, publicInTests: peer.origins });
      return (call) => {
        const { headers, form, query, json } = call;
        const name = `${call.method} ${new URL(call.url).pathname}`;
        const disturbance = trouble.of?.(name, JSON.stringify({ headers, form, query, json }));
        calls.push(name);
        if (makesVisible(peer, call, name)) creating.push(name);
        if (disturbance) peer.disturb(name, disturbance);
        return http(call);
      };
    },
  };
  const credentials = { ...peer.credentials, ...more };
  const account: PlatformAccount = { id: 1, platform, username, proxy: null, credentials };
  const publication = (kind: Kind, text = "Zima je stigla.") =>
    publicationOf(account, { text, title: text, ...media[kind] });
  const publisher = peer.publisher(live);
  const tries = (kind: Kind, text?: string, dieAt?: number) =>
    createTries(time, publication(kind, text), publisher, dieAt);
  return {
    ...{ time, peer, live, close, calls, creating, trouble },
    ...{ account, publication, publisher, tries },
  };
}

const bluesky = await blueskyStandIn();
const subjectOf = (name: string): Subject => {
  const subject = [...subjects, bluesky].find((one) => one.name === name);
  if (!subject) throw new Error(`There is no ${name}.`);
  return subject;
};

describe.each(subjects)("$name", (subject) => {
  const [first = "text", ...others] = [...subject.kinds].sort();

  test("certainly got nothing where it is not reached", async () => {
    const { tries, close } = await begin(subject);
    await close();
    await expect(tries(first).once()).rejects.toBeInstanceOf(NotSentError);
  });

  test.runIf(subject.kinds.includes("text"))("gets any text as it was written", async () => {
    const { tries, peer } = await begin(subject);
    const written = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 60 })
      .filter((words) => words.trim() !== "");
    const texts = fc.uniqueArray(written, { minLength: 30, maxLength: 30 });
    const [posts = []] = fc.sample(texts, 1);
    for (const text of posts)
      expect(await tries("text", text).settle()).toMatchObject({ ok: true });
    expect([...(await peer.texts())].sort()).toEqual([...posts].sort());
  });

  test.each([first, ...others])(
    "repeats secrets in vain, whichever call of a post fails, and before the last one nothing is out: %s",
    async (kind) => {
      const answers: ((sent: string) => Disturbance)[] = [
        () => ({ cut: "after" }),
        (sent) => ({ answer: { status: 502, text: sent } }),
        ...[400, 401, 403, 500].map((status) => (message: string) => {
          const error = { message, code: message, title: message, detail: message, error: message };
          return { answer: { status, json: { ...error, status } } };
        }),
      ];
      let length = 1;
      for (let failing = 0; failing < length; failing += 1) {
        for (const answer of answers) {
          const { tries, trouble, calls, creating, peer } = await begin(subject);
          trouble.of = (_, sent) => {
            const words = `${sent} ${JSON.stringify(peer.credentials)}`.replace(noSecret, "");
            return calls.length === failing ? answer(words) : undefined;
          };
          const post = tries(kind);
          const shown = [await outcomeOf(post.once())];
          if (creating.length === 0) {
            expect(await peer.texts()).toEqual([]);
            // Reddit's token is asked for when the post is already noted as being sent.
            if (subject.name !== "Reddit") expect(post.isCommitting).toBe(false);
          }
          shown.push(shownOf(post.trace), await outcomeOf(post.settle()), shownOf(post.trace));
          expect(shown.join()).not.toMatch(/canary/i);
          length = Math.max(length, calls.length);
        }
      }
    },
  );
});

describe.each([...subjects, bluesky])("A post on $name", (subject) => {
  test.each(["image", "video"] as const)(
    "has its media read through the proxy of its group: %s",
    async (kind) => {
      const { peer, live, account, publication } = await begin(subject);
      const readBy: unknown[] = [];
      const refused = { ok: false, error: "It was read." } as const;
      const read = async (_url: string, _profile: unknown, { proxy }: Reader) => {
        readBy.push(proxy);
        return refused;
      };
      const publisher = peer.publisher({
        ...live,
        media: { ...live.media, image: read, video: read },
        // The calls before it need no proxy here.
        httpOf: () => live.httpOf(account),
      });
      const { post } = publication(kind);
      const { attempt } = attemptOf();
      const publishing = publisher.publish(
        { account: { ...account, proxy }, post },
        attempt,
        signal,
      );
      expect(await publishing).toEqual(refused);
      expect(readBy).toEqual([proxy]);
    },
  );
});

/** TikTok's names of the app and of the account; they are in the address of its own page. */
const noSecret = /canary-(client-key|open-1)/g;

test.each<[string, Kind, number, object?]>([
  ["Instagram", "image", 7],
  ["Instagram", "video", 7, { access_token: zimaOnInstagram.facebookToken }],
  ["Facebook page", "text", 3],
  ["Facebook page", "image", 3],
  ["Facebook page", "video", 3],
  ["Threads", "text", 6],
  ["Threads", "image", 6],
])(
  "A server killed at any step of a post on %s doubles and loses nothing: %s",
  async (name, kind, leastSteps, more) => {
    let steps = 1;
    for (let dieAt = 0; dieAt < steps; dieAt += 1) {
      const { peer, live, tries } = await begin(subjectOf(name), more);
      const post = tries(kind, undefined, dieAt);
      const first = await post.settle([], peer.publisher(post.mortal(live))).catch(post.wasKilled);
      const outcome =
        first === true ? await post.settle([], peer.publisher(post.mortal(live))) : first;
      expect(outcome, `killed at ${dieAt}`).toMatchObject({ ok: true });
      expect(await peer.texts(), `killed at ${dieAt}`).toEqual(["Zima je stigla."]);
      if (dieAt === 0) steps = post.steps;
    }
    expect(steps).toBeGreaterThanOrEqual(leastSteps);
  },
);

const creatingCalls: Readonly<Record<string, string>> = {
  X: "POST /2/tweets",
  "LinkedIn organization": "POST /rest/posts",
  "LinkedIn profile": "POST /rest/posts",
  "Facebook page": "POST /graph/v26.0/1000000000000001/feed",
  Reddit: "POST /api/submit",
  Bluesky: "POST /xrpc/com.atproto.repo.putRecord",
};

describe.each(Object.entries(creatingCalls))("A creating call of %s", (name, call) => {
  test.each<[string, Reply]>([
    ["an error of its servers", { status: 500, json: { message: "Internal error" } }],
    ["a time-out", { status: 408, json: { message: "Time-out" } }],
    ["a conflict", { status: 409, json: { message: "Conflict" } }],
    ["a page instead of an answer", { status: 403, text: "<html>denied</html>" }],
    ["a success that does not name the post", { status: 201 }],
    ["a success that is cut off", { status: 201, text: '{"data":{"id":"18' }],
  ])("leaves it unknown whether the post is out with %s", async (_, answer) => {
    const { peer, tries, creating } = await begin(subjectOf(name));
    peer.disturb(call, { answer, effect: true });
    const post = tries("text");
    await expect(post.once()).rejects.toThrow();
    expect(post.isCommitting).toBe(true);
    expect(await peer.texts()).toEqual(["Zima je stigla."]);
    expect(creating).toEqual([call]);
  });
});

/** Platforms that list the account's posts, and promise nowhere that a new one is listed at once. */
describe.each([
  [
    "X",
    "GET /2/users/me",
    "X does not list the post. Look at the profile on X; X refuses the same text only if it was posted shortly before.",
  ],
  [
    "LinkedIn organization",
    "GET /rest/posts",
    "LinkedIn does not list the post. Look at the organization's page on LinkedIn.",
  ],
])("A lost answer of %s", (name, look, advice) => {
  const text =
    "Popust (30%) & <sniženje> #zima na https://zima.rs/staze?a=1&b=2, još danas!\n\nCene: zima.rs/cene";

  async function lost(cut: "before" | "after") {
    const begun = await begin(subjectOf(name));
    begun.peer.disturb(creatingCalls[name] ?? "", { cut });
    const post = begun.tries("image", text);
    await expect(post.once()).rejects.toThrow("127.0.0.1 did not answer.");
    return { ...begun, post };
  }

  test("leads to the post that is out, and there is one", async () => {
    const { peer, creating, post } = await lost("after");
    expect(await post.once()).toEqual({
      ...{ ok: true, externalId: expect.stringMatching(/\d{19}$/) },
      url: expect.stringMatching(
        /^https:\/\/(x\.com\/i\/status|www\.linkedin\.com\/feed\/update)\//,
      ),
    });
    expect(creating).toHaveLength(1);
    expect(await peer.texts()).toEqual([text]);
  });

  test("is waited for while the post is not listed, which is never certainly absent", async () => {
    const { peer, time, post } = await lost("before");
    expect(await post.once()).toEqual({
      ok: "waiting",
      note: expect.stringMatching(/^(X|LinkedIn) may not list the post yet\.$/),
      askAt: new Date("2026-11-27T10:01:00Z"),
    });
    time.pass(61);
    expect(await post.once()).toEqual({ ok: "unsure", advice });
    expect(await peer.texts()).toEqual([]);
  });

  test("does not lead to another post, or to the same words from before", async () => {
    const { time, tries, publication, publisher } = await begin(subjectOf(name));
    const written = "Pogledajte https://zima.rs/staze";
    for (const words of ["Zima je stigla.", written]) await tries("text", words).settle();
    const locate = (words: string, since: Date) =>
      publisher.locate(publication("text", words), {}, since, signal);
    const since = time.now();
    time.pass(120);
    for (const words of ["Zima je stigla!", "Pogledajte https://zima.rs/cene"]) {
      expect(await locate(words, since)).toMatchObject({ ok: "unsure" });
    }
    expect(await locate(written, time.now())).toMatchObject({ ok: "waiting" });
  });

  test("stays one where the look for the post is refused or not answered", async () => {
    const { peer, post } = await lost("after");
    peer.disturb(look, peer.limited());
    expect(await post.once()).toMatchObject({ ok: false, why: "later" });
    peer.disturb(look, { answer: { status: 500, json: { message: "Internal error" } } });
    await expect(post.once()).rejects.toThrow("answered with status 500.");
    expect(post.isCommitting).toBe(true);
  });
});

test.each([
  ["X", "POST /2/media/upload"],
  ["LinkedIn organization", "POST /rest/images"],
])("%s gets an image once, unless it was changed or is of yesterday", async (name, upload) => {
  const { peer, time, publisher, publication, tries, calls } = await begin(subjectOf(name));
  peer.disturb(creatingCalls[name] ?? "", peer.limited());
  const first = tries("image");
  expect(await first.once()).toMatchObject({ ok: false, why: "later" });
  const uploadsFor = async (text: string, imageUrl = media.image.imageUrl) => {
    const { post, account } = publication("image", text);
    const { attempt } = attemptOf(first.trace);
    const outcome = publisher.publish({ account, post: { ...post, imageUrl } }, attempt, signal);
    expect(await outcome).toMatchObject({ ok: true });
    return calls.filter((call) => call === upload).length;
  };
  expect(await uploadsFor("Isti snimak.")).toBe(1);
  expect(await uploadsFor("Drugi snimak.", "https://shop.example.com/64x64.jpg")).toBe(2);
  time.pass(86_400);
  expect(await uploadsFor("Dan kasnije.")).toBe(3);
});

describe.each([
  ["X", /^DELETE \/2\/tweets\/\d+$/],
  ["LinkedIn organization", /^DELETE \/rest\/posts\/urn%3Ali%3Ashare%3A\d+$/],
  ["LinkedIn profile", /^DELETE \/rest\/posts\/urn%3Ali%3Ashare%3A\d+$/],
  ["Facebook page", /^DELETE \/graph\/v26\.0\/1000000000000001_122000000001$/],
  ["Threads", /^DELETE \/v1\.0\/18000000000000001$/],
  ["Reddit", /^POST \/api\/del$/],
  ["Bluesky", /^POST \/xrpc\/com\.atproto\.repo\.deleteRecord$/],
])("The deletion of a post on %s", (name, call) => {
  async function published() {
    const { peer, time, account, publisher, tries, trouble, calls } = await begin(subjectOf(name));
    const outcome = await tries("text", "Prvi").settle();
    if (outcome.ok !== true) throw new Error("It was not published.");
    time.pass(1);
    await tries("text", "Drugi").settle();
    const remove = async () => publisher.remove?.(account, outcome.externalId, signal);
    return { peer, trouble, calls, remove };
  }

  test("leaves the others", async () => {
    const { peer, calls, remove } = await published();
    expect(await remove()).toEqual({ ok: true });
    expect(await peer.texts()).toEqual(["Drugi"]);
    expect(calls.at(-1)).toMatch(call);
  });

  test("is uncertain without an answer, or from a broken server", async () => {
    const { trouble, remove } = await published();
    trouble.of = () => ({ answer: { status: 502, text: "" } });
    await expect(remove()).rejects.toThrow("502");
    trouble.of = () => ({ cut: "after" });
    await expect(remove()).rejects.toThrow("did not answer");
  });
});
