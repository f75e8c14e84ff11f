import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRedditPublisher } from "../../../server/adapters/live/reddit/publisher";
import { createReddit } from "../../../server/adapters/live/reddit/reddit";
import { createRedditApi } from "../../../server/adapters/live/reddit/tokens";
import { NotSentError } from "../../../server/ports/outcome";
import type { OnReddit, PlatformAccount, Trace } from "../../../server/ports/publisher";
import { redditApp, refreshToken, refusedSubmit, startReddit } from "../../peers/reddit/peer";
import { attemptOf, createTime, liveOf, publicationOf } from "../../peers/support/publishing";

const credentials = { refresh_token: refreshToken };
const account: PlatformAccount = {
  ...{ id: 1, platform: "reddit", username: "zima_rs", proxy: null, credentials },
};
const submitCall = "POST /api/submit";
const { signal } = new AbortController();

let time: ReturnType<typeof createTime>;
let reddit: Awaited<ReturnType<typeof startReddit>>;
let saved: unknown[];

beforeEach(async () => {
  time = createTime();
  reddit = await startReddit(time);
  saved = [];
});
afterEach(() => reddit.close());

function apiOf(origin = reddit.origin, app = redditApp) {
  const live = {
    ...liveOf(time, origin),
    saveCredentials: async (of: PlatformAccount, fresh: object, expiresAt: Date | null) => {
      saved.push({ used: of.credentials, fresh, expiresAt, calls: reddit.calls.length });
    },
  };
  return createRedditApi(live, app, { www: origin, api: origin, uploadHosts: ["127.0.0.1"] });
}

type Post = Parameters<typeof publicationOf>[1];
const postOf = (post: Post = {}) => publicationOf(account, { title: "Zima", ...post });

/** Publishes with a server that has just started. */
const publish = (post: Post = {}, attempt = attemptOf().attempt) =>
  createRedditPublisher(apiOf()).publish(postOf(post), attempt, signal);
const locate = (post: Post, trace: Trace, since = time.now()) =>
  createRedditPublisher(apiOf()).locate(postOf(post), trace, since, signal);

const to = (...names: string[]): { reddit: OnReddit } => ({
  reddit: {
    body: null,
    subreddits: names.map((name) => ({ name, flairId: null })),
    flairIds: [],
  },
});
const places = () => reddit.submissions.map(({ form }) => form.sr);
const idAt = (index: number) => reddit.submissions[index]?.name;

describe("a post for several subreddits", () => {
  beforeEach(() => {
    for (const name of ["serbia", "skijanje", "planine"]) reddit.subreddits.set(name, {});
  });
  const three = to("serbia", "skijanje", "planine");

  const result = (name: string, status: string, more: object = {}) => ({
    ...{ name, status, url: null, error: null },
    ...more,
  });
  const out = (name: string) =>
    result(name, "published", {
      url: expect.stringContaining(`https://www.reddit.com/r/${name}/comments/`),
    });
  const refusedBy = (name: string, error: string) => result(name, "refused", { error });

  test("goes to each once, and counts as the first", async () => {
    expect(await publish(three)).toMatchObject({
      ok: true,
      externalId: idAt(0),
      subreddits: [out("serbia"), out("skijanje"), out("planine")],
    });
    expect(places()).toEqual(["serbia", "skijanje", "planine"]);
  });

  test("names all of them that would not take it, and is submitted to none", async () => {
    reddit.subreddits.set("serbia", { about: { user_is_banned: true } });
    reddit.subreddits.set("planine", { about: { subreddit_type: "archived" } });
    const { attempt, stored } = attemptOf();
    expect(await publish(three, attempt)).toEqual({
      ok: false,
      error: "r/serbia: the account is banned there. r/planine: it is archived.",
    });
    expect(stored).toMatchObject({
      isCommitting: false,
      subreddits: [
        refusedBy("serbia", "the account is banned there."),
        result("skijanje", "not_sent"),
        refusedBy("planine", "it is archived."),
      ],
    });
    expect(reddit.creatingCalls()).toBe(0);
    // A retry asks them again.
    for (const name of ["serbia", "planine"]) reddit.subreddits.set(name, {});
    const retry = attemptOf(stored.trace, { asksAgain: true });
    expect(await publish(three, retry.attempt)).toMatchObject({ ok: true });
    expect(places()).toEqual(["serbia", "skijanje", "planine"]);
  });

  test("goes to the others if the first refuses what is submitted", async () => {
    const words = "you aren't allowed to post there.";
    reddit.disturb(submitCall, { answer: refusedSubmit("SUBREDDIT_NOTALLOWED", words, "sr") });
    expect(await publish(three)).toMatchObject({
      ok: true,
      note: "but not in r/serbia, which refused it",
      subreddits: [
        refusedBy("serbia", `SUBREDDIT_NOTALLOWED: ${words} (sr)`),
        out("skijanje"),
        out("planine"),
      ],
    });
    expect(places()).toEqual(["skijanje", "planine"]);
  });

  test("that all refuse has the words of all, and a retry submits it to all once", async () => {
    const two = to("serbia", "skijanje");
    reddit.disturb(submitCall, { answer: { status: 403, json: { message: "Forbidden" } } });
    reddit.disturb(submitCall, { answer: refusedSubmit("NO_LINKS", "no links here.", "sr") });
    const { attempt, stored } = attemptOf();
    expect(await publish(two, attempt)).toEqual({
      ok: false,
      error: "r/serbia: 403 Forbidden r/skijanje: NO_LINKS: no links here. (sr)",
    });
    expect(stored).toMatchObject({
      isCommitting: false,
      subreddits: [
        refusedBy("serbia", "403 Forbidden"),
        refusedBy("skijanje", "NO_LINKS: no links here. (sr)"),
      ],
    });
    const retry = attemptOf(stored.trace, { asksAgain: true });
    expect(await publish(two, retry.attempt)).toMatchObject({
      subreddits: [out("serbia"), out("skijanje")],
    });
    expect(places()).toEqual(["serbia", "skijanje"]);
  });

  test("whose answer was lost says which subreddit may have it", async () => {
    const { attempt, stored } = attemptOf();
    reddit.disturb(submitCall, { answer: refusedSubmit("NO_LINKS", "no links here.", "sr") });
    reddit.disturb(submitCall, { cut: "before" });
    await expect(publish(three, attempt)).rejects.toThrow("did not answer");
    expect(stored).toMatchObject({
      isCommitting: true,
      subreddits: [
        refusedBy("serbia", "NO_LINKS: no links here. (sr)"),
        result("skijanje", "unknown"),
        result("planine", "not_sent"),
      ],
    });
  });

  test("that is out in one is never taken for failed because Reddit was not reached", async () => {
    const api = apiOf();
    const { httpOf } = api.live;
    let submits = 0;
    const live: typeof api.live = {
      ...api.live,
      httpOf: (of) => async (call) => {
        if (call.url.endsWith("/api/submit")) submits += 1;
        if (submits === 2) throw new NotSentError("The group's proxy did not answer.");
        return httpOf(of)(call);
      },
    };
    const { attempt, stored } = attemptOf();
    const broken = createRedditPublisher({ ...api, live });
    expect(await broken.publish(postOf(three), attempt, signal)).toMatchObject({ ok: "waiting" });
    expect(stored).toMatchObject({
      isCommitting: false,
      subreddits: [out("serbia"), result("skijanje", "not_sent"), result("planine", "not_sent")],
    });
    expect(await publish(three, attemptOf(stored.trace).attempt)).toMatchObject({
      ok: true,
      externalId: idAt(0),
    });
    expect(places()).toEqual(["serbia", "skijanje", "planine"]);
  });

  test("is submitted to none if one of them would not take it", async () => {
    reddit.subreddits.set("planine", { about: { user_is_banned: true } });
    expect(await publish(three)).toEqual({
      ok: false,
      error: "r/planine: the account is banned there.",
    });
    expect(reddit.creatingCalls()).toBe(0);
  });

  test("goes on with the next after a crash between two", async () => {
    const { attempt, stored } = attemptOf();
    let stores = 0;
    // Storing `committing`, the first id, and `committing` of the second: there the server dies.
    const dying = async (store: () => Promise<void>) => {
      stores += 1;
      if (stores === 3) throw new Error("killed");
      await store();
    };
    await publish(three, {
      ...attempt,
      prepared: (trace) => dying(() => attempt.prepared(trace)),
      committing: (trace) => dying(() => attempt.committing(trace)),
    });
    expect(places()).toEqual(["serbia"]);
    expect(stored).toMatchObject({ isCommitting: false });
    expect(JSON.stringify(stored.trace)).toContain(idAt(0));
    const next = attemptOf(stored.trace);
    expect(await publish(three, next.attempt)).toMatchObject({ ok: true, externalId: idAt(0) });
    expect(places()).toEqual(["serbia", "skijanje", "planine"]);
  });

  test.each(["before", "after"] as const)(
    "is never submitted twice if an answer is lost %s it took effect",
    async (cut) => {
      const { attempt, stored } = attemptOf();
      reddit.disturb(submitCall, { cut });
      await expect(publish(three, attempt)).rejects.toThrow("did not answer");
      expect(stored.isCommitting).toBe(true);
      const since = time.now();
      expect(await locate(three, stored.trace, since)).toMatchObject({
        ok: cut === "before" ? "waiting" : "absent",
      });
      time.pass(61);
      // The rest may be sent in both cases; the first only if it is not there.
      expect(await locate(three, stored.trace, since)).toEqual({ ok: "absent" });
      const next = attemptOf(stored.trace);
      expect(await publish(three, next.attempt)).toMatchObject({ ok: true, externalId: idAt(0) });
      expect(places()).toEqual(["serbia", "skijanje", "planine"]);
    },
  );

  test("is found behind many newer posts of its account", async () => {
    const { attempt, stored } = attemptOf();
    const one = { ...to("serbia"), text: "Zima je stigla." };
    reddit.disturb(submitCall, { cut: "after" });
    await expect(publish(one, attempt)).rejects.toThrow("did not answer");
    const since = time.now();
    time.pass(61);
    for (let n = 0; n < 120; n += 1) {
      await publish({ title: `Post ${n}`, text: "Novo." });
    }
    expect(await locate(one, stored.trace, since)).toMatchObject({ ok: true, externalId: idAt(0) });
    expect((await publish(one, attemptOf(stored.trace).attempt)).ok).toBe(true);
    expect(places().filter((place) => place === "serbia")).toHaveLength(1);
  });

  test("counts as published where the answer to the last one was lost", async () => {
    const { attempt, stored } = attemptOf();
    const two = to("serbia", "skijanje");
    reddit.disturb(submitCall, { answer: { status: 200, json: {} }, effect: true });
    await expect(publish(two, attempt)).rejects.toThrow();
    const next = attemptOf(stored.trace);
    reddit.disturb(submitCall, { cut: "after" });
    await expect(publish(two, next.attempt)).rejects.toThrow("did not answer");
    expect(await locate(two, next.stored.trace)).toMatchObject({ ok: true, externalId: idAt(0) });
    expect(places()).toEqual(["serbia", "skijanje"]);
  });

  test("waits between two if Reddit wants it, and leaves out what it refuses by then", async () => {
    const trace = { begun: time.now().toISOString(), "done:serbia": "t3_1 https://x", current: "" };
    const words = "you are doing that too much. try again in 9 minutes.";
    reddit.disturb(submitCall, { answer: refusedSubmit("RATELIMIT", words, "ratelimit") });
    const middle = attemptOf(trace);
    expect(await publish(three, middle.attempt)).toMatchObject({
      ok: "waiting",
      note: `r/skijanje: RATELIMIT: ${words} (ratelimit)`,
      askAt: new Date("2026-11-27T10:09:00Z"),
    });
    expect(middle.stored.isCommitting).toBe(false);
    time.pass(9 * 60);
    reddit.subreddits.set("skijanje", { about: { submission_type: "link" } });
    const last = attemptOf(middle.stored.trace);
    expect(await publish(three, last.attempt)).toMatchObject({
      ok: true,
      externalId: "t3_1",
      note: "but not in r/skijanje, which refused it",
      subreddits: [
        result("serbia", "published", { url: "https://x" }),
        refusedBy("skijanje", "it does not accept text posts."),
        out("planine"),
      ],
    });
    expect(places()).toEqual(["planine"]);
  });

  test("that is out in one ends as published when the others take too long or fail", async () => {
    const trace = { begun: time.now().toISOString(), "done:serbia": "t3_1 https://x", current: "" };
    reddit.disturb("GET /r/skijanje/about", { cut: "before" });
    expect(await publish(three, attemptOf(trace).attempt)).toMatchObject({ ok: "waiting" });
    time.pass(25 * 60);
    const { calls } = reddit;
    expect(await publish(three, attemptOf(trace).attempt)).toEqual({
      ...{ ok: true, externalId: "t3_1", url: "https://x" },
      subreddits: [
        result("serbia", "published", { url: "https://x" }),
        result("skijanje", "not_sent"),
        result("planine", "not_sent"),
      ],
    });
    expect(reddit.calls).toEqual(calls);
  });

  test("with an image is uploaded for each, and found when the first appears", async () => {
    reddit.processing.isSlow = true;
    const { attempt, stored } = attemptOf();
    const post = { ...three, imageUrl: "/media/1.jpg" };
    expect(await publish(post, attempt)).toMatchObject({ ok: "waiting" });
    expect(places()).toEqual(["serbia", "skijanje", "planine"]);
    for (const submission of reddit.submissions.slice(1)) submission.isListed = true;
    expect(await locate(post, stored.trace)).toMatchObject({
      ok: true,
      externalId: idAt(1),
      subreddits: [result("serbia", "accepted"), out("skijanje"), out("planine")],
    });
    expect(reddit.creatingCalls()).toBe(3);
  });
});

describe("what a subreddit wants is asked before", () => {
  const flairs = [
    { id: "f-1", text: "News", mod_only: false },
    { id: "f-2", text: "Mods", mod_only: true },
  ];
  const withFlair = (flairId: string | null, flairIds: string[] = []) => ({
    reddit: { body: null, subreddits: [{ name: "serbia", flairId }], flairIds },
  });

  test.each<[string, object, Post, string]>([
    ["banned", { about: { user_is_banned: true } }, {}, "the account is banned there."],
    ["archived", { about: { subreddit_type: "archived" } }, {}, "it is archived."],
    [
      "restricted",
      { about: { subreddit_type: "restricted" } },
      {},
      "only approved users may post.",
    ],
    ["links only", { about: { submission_type: "link" } }, {}, "it does not accept text posts."],
    [
      "texts only",
      { about: { submission_type: "self" } },
      { imageUrl: "/1.jpg" },
      "it accepts text posts only.",
    ],
    [
      "no images",
      { about: { allow_images: false } },
      { imageUrl: "/1.jpg" },
      "it does not accept images.",
    ],
    [
      "no videos",
      { about: { allow_videos: false } },
      { videoUrl: "/1.mp4" },
      "it does not accept videos.",
    ],
    [
      "a longer title",
      { requirements: { title_text_min_length: 10 } },
      {},
      "the title has 4 characters; it needs 10.",
    ],
    [
      "a shorter title",
      { requirements: { title_text_max_length: 3 } },
      {},
      "the title has 4 characters; it allows 3.",
    ],
    [
      "words in the title",
      { requirements: { title_required_strings: ["[OC]", "[Meta]"] } },
      {},
      "the title must contain one of these: [OC], [Meta].",
    ],
    [
      "no such word",
      { requirements: { title_blacklisted_strings: ["zim"] } },
      {},
      "the title must not contain 'zim'.",
    ],
    [
      "no text",
      { requirements: { body_restriction_policy: "notAllowed" } },
      {},
      "it does not accept text below the title.",
    ],
    [
      "a flair",
      { requirements: { is_flair_required: true }, flairs },
      {},
      "it requires a flair. Choose one in the category.",
    ],
  ])("%s", async (_, subreddit, post, words) => {
    reddit.subreddits.set("serbia", subreddit);
    expect(await publish({ ...to("serbia"), ...post })).toEqual({
      ok: false,
      error: `r/serbia: ${words}`,
    });
    expect(reddit.creatingCalls()).toBe(0);
  });

  test("one that does not exist", async () => {
    expect(await publish(to("nema"))).toEqual({
      ok: false,
      error: "r/nema: there is no such subreddit, or it is private.",
    });
  });

  test("an approved user may post in a restricted one", async () => {
    const about = { subreddit_type: "restricted", user_is_contributor: true };
    reddit.subreddits.set("serbia", { about });
    expect(await publish(to("serbia"))).toMatchObject({ ok: true });
  });

  test("the flair is the chosen one, or the first that the subreddit offers", async () => {
    reddit.subreddits.set("serbia", { flairs, requirements: { is_flair_required: true } });
    await publish(withFlair("f-2"));
    await publish({ ...withFlair(null, ["elsewhere", "f-1"]), title: "Sneg" });
    expect(reddit.submissions.map(({ form }) => form.flair_id)).toEqual(["f-2", "f-1"]);
    expect(await publish(withFlair("gone"))).toEqual({
      ok: false,
      error: "r/serbia: it no longer offers the selected flair to this account.",
    });
  });

  test("a flair of another subreddit is never sent", async () => {
    reddit.subreddits.set("serbia", {});
    await publish(withFlair(null, ["elsewhere"]));
    expect(reddit.submissions[0]?.form).not.toHaveProperty("flair_id");
  });

  test("flairs are listed for the operator; none where they are switched off", async () => {
    reddit.subreddits.set("serbia", { flairs });
    reddit.subreddits.set("planine", {});
    const port = createReddit(apiOf());
    expect(await port.flairs(account, "serbia", signal)).toEqual({
      ok: true,
      flairs: [
        { id: "f-1", text: "News", modOnly: false },
        { id: "f-2", text: "Mods", modOnly: true },
      ],
    });
    expect(await port.flairs(account, "planine", signal)).toEqual({ ok: true, flairs: [] });
  });
});
