import { beforeEach, describe, expect, test } from "vitest";
import { createReddit } from "../../../server/adapters/live/reddit/reddit";
import { NotSentError } from "../../../server/ports/outcome";
import type { Attempt, RedditTarget } from "../../../server/ports/publisher";
import { refusedSubmit } from "../../peers/reddit/peer";
import { attemptOf } from "../../peers/support/publishing";
import { account, type Post, setUpReddit, signal, submitCall } from "./reddit-support";

const { reddit, time, apiOf, publish, locate, idAt } = setUpReddit();

const to = (...names: string[]): { reddit: RedditTarget } => ({
  reddit: {
    body: null,
    subreddits: names.map((name) => ({ name, flairId: null })),
    flairIds: [],
  },
});
const places = () => reddit().submissions.map(({ form }) => form.sr);

describe("a post for several subreddits", () => {
  beforeEach(() => {
    for (const name of ["serbia", "skijanje", "planine"]) reddit().subreddits.set(name, {});
  });
  const two = to("serbia", "skijanje");
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
  const noLinks = { answer: refusedSubmit("NO_LINKS", "no links here.", "sr") };
  const noLinksHere = "NO_LINKS: no links here. (sr)";
  const known = result("serbia", "published", { url: "https://x" });
  /** The trace of a post that is out in the first one. */
  const outInSerbia = () => ({
    ...{ begun: time().now().toISOString(), "done:serbia": "t3_1 https://x", current: "" },
  });

  test("names all of them that would not take it, and is submitted to none", async () => {
    reddit().subreddits.set("serbia", { about: { user_is_banned: true } });
    reddit().subreddits.set("planine", { about: { subreddit_type: "archived" } });
    const attempt = attemptOf();
    expect(await publish(three, attempt)).toEqual({
      ok: false,
      error: "r/serbia: the account is banned there. r/planine: it is archived.",
    });
    expect(attempt.stored).toMatchObject({
      isCommitting: false,
      subreddits: [
        refusedBy("serbia", "the account is banned there."),
        result("skijanje", "not_sent"),
        refusedBy("planine", "it is archived."),
      ],
    });
    expect(reddit().creatingCalls()).toBe(0);
    // A retry asks them again.
    for (const name of ["serbia", "planine"]) reddit().subreddits.set(name, {});
    const retry = attemptOf(attempt.stored.trace, { retriesRefused: true });
    expect(await publish(three, retry)).toMatchObject({ ok: true });
    expect(places()).toEqual(["serbia", "skijanje", "planine"]);
  });

  test("goes to the others if the first refuses what is submitted", async () => {
    const words = "you aren't allowed to post there.";
    reddit().disturb(submitCall, { answer: refusedSubmit("SUBREDDIT_NOTALLOWED", words, "sr") });
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
    reddit().disturb(submitCall, { answer: { status: 403, json: { message: "Forbidden" } } });
    reddit().disturb(submitCall, noLinks);
    const attempt = attemptOf();
    expect(await publish(two, attempt)).toEqual({
      ok: false,
      error: `r/serbia: 403 Forbidden r/skijanje: ${noLinksHere}`,
    });
    expect(attempt.stored).toMatchObject({
      isCommitting: false,
      subreddits: [refusedBy("serbia", "403 Forbidden"), refusedBy("skijanje", noLinksHere)],
    });
    const retry = attemptOf(attempt.stored.trace, { retriesRefused: true });
    expect(await publish(two, retry)).toMatchObject({
      subreddits: [out("serbia"), out("skijanje")],
    });
    expect(places()).toEqual(["serbia", "skijanje"]);
  });

  test("whose answer was lost says which subreddit may have it", async () => {
    const attempt = attemptOf();
    reddit().disturb(submitCall, noLinks);
    reddit().disturb(submitCall, { cut: "before" });
    await expect(publish(three, attempt)).rejects.toThrow("did not answer");
    expect(attempt.stored).toMatchObject({
      isCommitting: true,
      subreddits: [
        refusedBy("serbia", noLinksHere),
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
    const attempt = attemptOf();
    expect(await publish(three, attempt, { ...api, live })).toMatchObject({ ok: "waiting" });
    expect(attempt.stored).toMatchObject({
      isCommitting: false,
      subreddits: [out("serbia"), result("skijanje", "not_sent"), result("planine", "not_sent")],
    });
    expect(await publish(three, attemptOf(attempt.stored.trace))).toMatchObject({
      ok: true,
      externalId: idAt(0),
    });
    expect(places()).toEqual(["serbia", "skijanje", "planine"]);
  });

  test("goes on with the next after a crash between two", async () => {
    const attempt = attemptOf();
    let stores = 0;
    // Storing `committing`, the first id, and `committing` of the second: there the server dies.
    const dying = async (store: () => Promise<void>) => {
      stores += 1;
      if (stores === 3) throw new Error("killed");
      await store();
    };
    const { prepared, committing } = attempt.attempt;
    const dies: Attempt = {
      ...attempt.attempt,
      prepared: (trace) => dying(() => prepared(trace)),
      committing: (trace) => dying(() => committing(trace)),
    };
    await publish(three, { ...attempt, attempt: dies });
    expect(places()).toEqual(["serbia"]);
    expect(attempt.stored).toMatchObject({ isCommitting: false });
    expect(JSON.stringify(attempt.stored.trace)).toContain(idAt(0));
    const next = attemptOf(attempt.stored.trace);
    expect(await publish(three, next)).toMatchObject({ ok: true, externalId: idAt(0) });
    expect(places()).toEqual(["serbia", "skijanje", "planine"]);
  });

  test("is found behind many newer posts of its account", async () => {
    const attempt = attemptOf();
    const one = { ...to("serbia"), text: "Zima je stigla." };
    reddit().disturb(submitCall, { cut: "after" });
    await expect(publish(one, attempt)).rejects.toThrow("did not answer");
    const since = time().now();
    time().pass(61);
    for (let n = 0; n < 120; n += 1) {
      await publish({ title: `Post ${n}`, text: "Novo." });
    }
    expect(await locate(one, attempt.stored.trace, since)).toMatchObject({
      ok: true,
      externalId: idAt(0),
    });
    expect((await publish(one, attemptOf(attempt.stored.trace))).ok).toBe(true);
    expect(places().filter((place) => place === "serbia")).toHaveLength(1);
  });

  test("counts as published where the answer to the last one was lost", async () => {
    const attempt = attemptOf();
    reddit().disturb(submitCall, { answer: { status: 200, json: {} }, effect: true });
    await expect(publish(two, attempt)).rejects.toThrow();
    const next = attemptOf(attempt.stored.trace);
    reddit().disturb(submitCall, { cut: "after" });
    await expect(publish(two, next)).rejects.toThrow("did not answer");
    expect(await locate(two, next.stored.trace)).toMatchObject({ ok: true, externalId: idAt(0) });
    expect(places()).toEqual(["serbia", "skijanje"]);
  });

  test("waits between two if Reddit wants it, and leaves out what it refuses by then", async () => {
    const words = "you are doing that too much. try again in 9 minutes.";
    reddit().disturb(submitCall, { answer: refusedSubmit("RATELIMIT", words, "ratelimit") });
    const middle = attemptOf(outInSerbia());
    expect(await publish(three, middle)).toMatchObject({
      ok: "waiting",
      note: `r/skijanje: RATELIMIT: ${words} (ratelimit)`,
      askAt: new Date("2026-11-27T10:09:00Z"),
    });
    expect(middle.stored.isCommitting).toBe(false);
    time().pass(9 * 60);
    reddit().subreddits.set("skijanje", { about: { submission_type: "link" } });
    const last = attemptOf(middle.stored.trace);
    expect(await publish(three, last)).toMatchObject({
      ok: true,
      externalId: "t3_1",
      note: "but not in r/skijanje, which refused it",
      subreddits: [known, refusedBy("skijanje", "it does not accept text posts."), out("planine")],
    });
    expect(places()).toEqual(["planine"]);
  });

  test("that is out in one ends as published when the others take too long or fail", async () => {
    const trace = outInSerbia();
    reddit().disturb("GET /r/skijanje/about", { cut: "before" });
    expect(await publish(three, attemptOf(trace))).toMatchObject({ ok: "waiting" });
    time().pass(25 * 60);
    const { calls } = reddit();
    expect(await publish(three, attemptOf(trace))).toEqual({
      ...{ ok: true, externalId: "t3_1", url: "https://x" },
      subreddits: [known, result("skijanje", "not_sent"), result("planine", "not_sent")],
    });
    expect(reddit().calls).toEqual(calls);
  });

  test("with an image is uploaded for each, and found when the first appears", async () => {
    reddit().processing.isSlow = true;
    const attempt = attemptOf();
    const post = { ...three, imageUrl: "/media/1.jpg" };
    expect(await publish(post, attempt)).toMatchObject({ ok: "waiting" });
    expect(places()).toEqual(["serbia", "skijanje", "planine"]);
    for (const submission of reddit().submissions.slice(1)) submission.isListed = true;
    expect(await locate(post, attempt.stored.trace)).toMatchObject({
      ok: true,
      externalId: idAt(1),
      subreddits: [result("serbia", "accepted"), out("skijanje"), out("planine")],
    });
    expect(reddit().creatingCalls()).toBe(3);
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

  const isSet = (about: object) => ({ about });
  const wants = (requirements: object) => ({ requirements });
  test.each<[words: string, subreddit: object, post?: Post]>([
    ["the account is banned there.", isSet({ user_is_banned: true })],
    ["it is archived.", isSet({ subreddit_type: "archived" })],
    ["only approved users may post.", isSet({ subreddit_type: "restricted" })],
    ["it does not accept text posts.", isSet({ submission_type: "link" })],
    ["it accepts text posts only.", isSet({ submission_type: "self" }), { imageUrl: "/1.jpg" }],
    ["it does not accept images.", isSet({ allow_images: false }), { imageUrl: "/1.jpg" }],
    ["it does not accept videos.", isSet({ allow_videos: false }), { videoUrl: "/1.mp4" }],
    ["the title has 4 characters; it needs 10.", wants({ title_text_min_length: 10 })],
    ["the title has 4 characters; it allows 3.", wants({ title_text_max_length: 3 })],
    [
      "the title must contain one of these: [OC], [Meta].",
      wants({ title_required_strings: ["[OC]", "[Meta]"] }),
    ],
    ["the title must not contain 'zim'.", wants({ title_blacklisted_strings: ["zim"] })],
    ["it does not accept text below the title.", wants({ body_restriction_policy: "notAllowed" })],
    [
      "it requires a flair. Choose one in the category.",
      { ...wants({ is_flair_required: true }), flairs },
    ],
  ])("%s", async (words, subreddit, post) => {
    reddit().subreddits.set("serbia", subreddit);
    expect(await publish({ ...to("serbia"), ...post })).toEqual({
      ok: false,
      error: `r/serbia: ${words}`,
    });
    expect(reddit().creatingCalls()).toBe(0);
  });

  test("one that does not exist", async () => {
    expect(await publish(to("nema"))).toEqual({
      ok: false,
      error: "r/nema: there is no such subreddit, or it is private.",
    });
  });

  test("an approved user may post in a restricted one", async () => {
    const about = { subreddit_type: "restricted", user_is_contributor: true };
    reddit().subreddits.set("serbia", { about });
    expect(await publish(to("serbia"))).toMatchObject({ ok: true });
  });

  test("the flair is the chosen one, or the first that the subreddit offers", async () => {
    reddit().subreddits.set("serbia", { flairs, requirements: { is_flair_required: true } });
    await publish(withFlair("f-2"));
    await publish({ ...withFlair(null, ["elsewhere", "f-1"]), title: "Sneg" });
    expect(reddit().submissions.map(({ form }) => form.flair_id)).toEqual(["f-2", "f-1"]);
    expect(await publish(withFlair("gone"))).toEqual({
      ok: false,
      error: "r/serbia: it no longer offers the selected flair to this account.",
    });
  });

  test("a flair of another subreddit is never sent", async () => {
    reddit().subreddits.set("serbia", {});
    await publish(withFlair(null, ["elsewhere"]));
    expect(reddit().submissions[0]?.form).not.toHaveProperty("flair_id");
  });

  test("flairs are listed for the operator; none where they are switched off", async () => {
    reddit().subreddits.set("serbia", { flairs });
    reddit().subreddits.set("planine", {});
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
