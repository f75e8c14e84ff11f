import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTikTok } from "../../../server/adapters/live/tiktok/connect";
import { createTikTokMetrics } from "../../../server/adapters/live/tiktok/metrics";
import { createTikTokPublisher } from "../../../server/adapters/live/tiktok/publisher";
import { createTikTokApi } from "../../../server/adapters/live/tiktok/tokens";
import { NotSentError } from "../../../server/ports/outcome";
import type { PlatformAccount, Trace } from "../../../server/ports/publisher";
import type { Reply } from "../../peers/support/peer";
import {
  attemptOf,
  createTime,
  liveOf,
  outcomeOf,
  publicationOf,
  shownOf,
} from "../../peers/support/publishing";
import { callback, failure, refreshToken, startTikTok, tiktokApp } from "../../peers/tiktok/peer";

const credentials = { refresh_token: refreshToken };
const account: PlatformAccount = {
  ...{ id: 1, platform: "tiktok", username: "zima.rs", proxy: null, credentials },
};
const { signal } = new AbortController();
const tokenCall = "POST /v2/oauth/token/";
const creatorCall = "POST /v2/post/publish/creator_info/query/";
const draftCall = "POST /v2/post/publish/inbox/video/init/";
const directCall = "POST /v2/post/publish/video/init/";
const photoCall = "POST /v2/post/publish/content/init/";
const statusCall = "POST /v2/post/publish/status/fetch/";

let time: ReturnType<typeof createTime>;
let tiktok: Awaited<ReturnType<typeof startTikTok>>;
let saved: unknown[];
/** What the account has in the database; undefined for what it was read with. */
let stored: PlatformAccount["credentials"] | undefined;
/** Servers that share one database take turns here. */
let lastTurn: Promise<unknown>;
/** Called before a server reads stored credentials, waits for its turn, or stores credentials. */
let onStep: (step: "read" | "turn" | "save") => unknown;

beforeEach(async () => {
  time = createTime();
  tiktok = await startTikTok();
  saved = [];
  stored = undefined;
  lastTurn = Promise.resolve();
  onStep = () => undefined;
});
afterEach(() => tiktok.close());

type Options = { isDirect?: boolean; bytes?: number; exposes?: boolean; origin?: string };

function apiOf({ isDirect = false, bytes = 9, exposes = true, origin }: Options = {}) {
  const base = origin ?? tiktok.origin;
  const live = liveOf(time, base, { video: new Uint8Array(bytes).fill(7) });
  const expose = async () =>
    ({ ok: true, url: "https://console.example.com/canary-1.jpg" }) as const;
  return createTikTokApi(
    {
      ...live,
      media: exposes ? { ...live.media, expose } : live.media,
      exclusively: (_, work) => {
        onStep("turn");
        const turn = lastTurn.then(work);
        lastTurn = turn.catch(() => undefined);
        return turn;
      },
      saveCredentials: async (of, fresh, expiresAt) => {
        await onStep("save");
        saved.push({ used: of.credentials, fresh, expiresAt, calls: tiktok.calls.length });
        stored = fresh;
      },
      readCredentials: async (of) => {
        onStep("read");
        return stored ?? of.credentials;
      },
    },
    { ...tiktokApp, isDirect },
    { www: base, api: base, uploadHosts: ["127.0.0.1"] },
  );
}

type Post = Parameters<typeof publicationOf>[1];
const video = { videoUrl: "/media/1.mp4" };
const photo = { imageUrl: "/media/1.jpg" };

/** Each try begins with what the database has: the last refresh token. */
const current = () => ({ ...account, credentials: { refresh_token: tiktok.tokens.refresh } });

async function publish(post: Post = video, options: Options = {}) {
  const { attempt, stored } = attemptOf();
  const publisher = createTikTokPublisher(apiOf(options));
  const result = await publisher
    .publish(publicationOf(current(), post), attempt, signal)
    .catch((error: unknown) => error);
  return { result, stored };
}
const locate = (trace: Trace, since = time.now(), post: Post = video) =>
  createTikTokPublisher(apiOf()).locate(publicationOf(current(), post), trace, since, signal);

const share = (index = 0) => {
  const found = tiktok.shares[index];
  if (!found) throw new Error("Nothing was shared.");
  return found;
};

describe("a draft for TikTok", () => {
  test("waits in the inbox until a person posts it, and then has an address", async () => {
    const { result, stored } = await publish();
    expect(result).toEqual({
      ok: "waiting",
      note: "TikTok is processing the video. A draft has no text: copy it into TikTok when you post it.",
      askAt: new Date("2026-11-27T10:00:30Z"),
    });
    expect(stored).toEqual({ isCommitting: true, trace: { publishId: share().id, size: "9" } });
    expect(share()).toMatchObject({ kind: "draft video", bytes: [new Uint8Array(9).fill(7)] });
    expect(await locate(stored.trace)).toEqual({
      ok: "waiting",
      note: "Waiting in the TikTok inbox, without its text: open TikTok with this account, paste the text, and post the draft.",
      askAt: new Date("2026-11-27T10:05:00Z"),
    });
    Object.assign(share(), { status: "PUBLISH_COMPLETE", postId: "7512345678901234567" });
    expect(await locate(stored.trace)).toEqual({
      ok: true,
      externalId: "7512345678901234567",
      url: "https://www.tiktok.com/@zima.rs/video/7512345678901234567",
    });
  });

  test("of a photo is fetched by TikTok, with its text", async () => {
    const { stored } = await publish({ ...photo, title: "Zima", text: "Stigla je." });
    expect(share()).toMatchObject({
      kind: "draft photo",
      info: {
        ...{ title: "Zima", description: "Stigla je.", photo_cover_index: 0 },
        photo_images: ["https://console.example.com/canary-1.jpg"],
      },
    });
    expect(stored).toEqual({ isCommitting: true, trace: { publishId: share().id } });
    share().status = "SEND_TO_USER_INBOX";
    expect(await locate(stored.trace, time.now(), photo)).toMatchObject({
      ok: "waiting",
      note: "Waiting in the TikTok inbox: open TikTok with this account, and post the draft.",
    });
  });

  test("of a photo is refused where TikTok cannot reach this server", async () => {
    const { result } = await publish(photo, { exposes: false });
    expect(result).toEqual({ ok: false, error: "Nothing is exposed in this test." });
    expect(tiktok.shares).toEqual([]);
  });

  test("of a large video is sent in parts, and committed with the last one", async () => {
    const { stored } = await publish(video, { bytes: 70_000_000 });
    expect(share().bytes.map(({ length }) => length)).toEqual([32_000_000, 38_000_000]);
    expect(stored.isCommitting).toBe(true);
    const cut = await startedAgain();
    tiktok.disturb(`PUT /upload/${encodeURIComponent(cut)}`, { cut: "after" });
    const broken = await publish(video, { bytes: 70_000_000 });
    expect(broken.result).toBeInstanceOf(Error);
    expect(broken.stored.isCommitting).toBe(false);
  });

  /** The id of the next video. */
  const startedAgain = async () => `v_pub_file~v2-1.${Number(share().id.split(".").at(-1)) + 1}`;

  test.each<[string, Post, string]>([
    ["without media", {}, "TikTok accepts videos and images only."],
    [
      "with a long text",
      { ...video, text: "a".repeat(2201) },
      "The text has 2201 characters; TikTok allows 2200: shorten it by 1.",
    ],
  ])("%s is refused before any call", async (_, post, error) => {
    expect((await publish(post)).result).toEqual({ ok: false, error });
    expect(tiktok.calls).toEqual([]);
  });
});

describe("a direct post", () => {
  const direct = { isDirect: true };

  test("has the creator's settings of this moment", async () => {
    await publish({ ...video, text: "Zima", isGenerated: true }, direct);
    expect(tiktok.calls.slice(0, 3)).toEqual([tokenCall, creatorCall, directCall]);
    expect(share().info).toEqual({
      ...{ title: "Zima", privacy_level: "PUBLIC_TO_EVERYONE", is_aigc: true },
      ...{ disable_comment: false, disable_duet: false, disable_stitch: true },
    });
    tiktok.creator.privacy_level_options = ["SELF_ONLY"];
    await publish({ ...photo, text: "Zima" }, direct);
    expect(share(1)).toMatchObject({
      ...{ kind: "direct photo", info: { privacy_level: "SELF_ONLY", description: "Zima" } },
    });
  });

  test("that is too long for this creator is refused before anything is sent", async () => {
    tiktok.creator.max_video_post_duration_sec = 10;
    expect((await publish(video, direct)).result).toEqual({
      ok: false,
      error: "The video lasts 12 seconds; TikTok allows this account 10.",
    });
    expect(tiktok.shares).toEqual([]);
  });

  test("is published with its own id, and later without it if it is private", async () => {
    const { stored } = await publish(video, direct);
    const since = time.now();
    share().status = "PUBLISH_COMPLETE";
    expect(await locate(stored.trace, since)).toMatchObject({ ok: "waiting" });
    time.pass(3601);
    expect(await locate(stored.trace, since)).toEqual({
      ...{ ok: true, externalId: share().id, url: "https://www.tiktok.com/@zima.rs" },
    });
  });
});

describe("what TikTok refuses", () => {
  test.each<[string, string, number, object]>([
    ["a lost permission", "scope_not_authorized", 401, { why: "credentials" }],
    [
      "too many calls",
      "rate_limit_exceeded",
      429,
      { why: "later", retryAt: new Date("2026-11-27T10:01:00Z") },
    ],
    [
      "too many posts of a day",
      "spam_risk_too_many_posts",
      403,
      { why: "later", retryAt: new Date("2026-11-28T10:00:00Z") },
    ],
    [
      "too many users of the app",
      "reached_active_user_cap",
      403,
      { why: "later", retryAt: new Date("2026-11-28T10:00:00Z") },
    ],
    ["spam", "spam_risk", 403, { error: "spam_risk: In words." }],
    [
      "an app without an audit",
      "unaudited_client_can_only_post_to_private_accounts",
      403,
      { error: "unaudited_client_can_only_post_to_private_accounts: In words." },
    ],
  ])("%s is a certain refusal", async (_, code, status, expected) => {
    for (const [call, post] of [[draftCall, video] as const, [photoCall, photo] as const]) {
      tiktok.disturb(call, { answer: failure(status, code, "In words.") });
      const { result } = await publish(post);
      expect(result).toMatchObject({ ok: false, ...expected });
      if (!("why" in expected)) expect(result).not.toHaveProperty("why");
    }
    expect(tiktok.shares).toEqual([]);
  });

  test("a post that TikTok could not publish says why", async () => {
    const { stored } = await publish();
    Object.assign(share(), { status: "FAILED", failReason: "file_format_check_failed" });
    expect(await locate(stored.trace)).toEqual({
      ok: "rejected",
      error: "TikTok could not publish it: file_format_check_failed.",
    });
  });

  test("a search that TikTok refuses says nothing of the post; one that is too early is made again", async () => {
    const { stored } = await publish();
    tiktok.disturb(statusCall, { answer: failure(400, "invalid_publish_id", "Unknown.") });
    const refused = { ok: false, error: "invalid_publish_id: Unknown." };
    expect(await locate(stored.trace)).toEqual(refused);
    tiktok.disturb(statusCall, { answer: failure(429, "rate_limit_exceeded", "Slower.") });
    await expect(locate(stored.trace)).rejects.toThrow("rate_limit_exceeded: Slower.");
  });

  test.each<[string, Reply]>([
    ["an error of its servers", failure(500, "internal_error", "Try again.")],
    ["a success in another form", { status: 200, json: { data: {} } }],
    ["a page instead of an answer", { status: 502, text: "<html>" }],
  ])("%s before the bytes means that nothing is out", async (_, answer) => {
    tiktok.disturb(draftCall, { answer, effect: true });
    const { result, stored } = await publish();
    expect(result).toBeInstanceOf(Error);
    expect(stored.isCommitting).toBe(false);
    expect(share().bytes).toEqual([]);
  });

  test("a photo whose answer was lost is looked for by a person, and sent once", async () => {
    tiktok.disturb(photoCall, { cut: "after" });
    const { result, stored } = await publish(photo);
    expect(result).toBeInstanceOf(Error);
    expect(stored).toEqual({ isCommitting: true, trace: {} });
    expect(await locate(stored.trace)).toMatchObject({ ok: "unsure" });
    expect(tiktok.shares).toHaveLength(1);
  });

  test("a video whose last bytes were lost may be sent again; one that arrived is found", async () => {
    const path = (number: number) =>
      `PUT /upload/${encodeURIComponent(`v_pub_file~v2-1.${number}`)}`;
    tiktok.disturb(path(1), { cut: "before" });
    const lost = await publish();
    expect(lost.result).toBeInstanceOf(Error);
    expect(lost.stored.isCommitting).toBe(true);
    expect(await locate(lost.stored.trace)).toEqual({ ok: "absent" });
    tiktok.disturb(path(2), { cut: "after" });
    const arrived = await publish();
    expect(arrived.result).toBeInstanceOf(Error);
    expect(await locate(arrived.stored.trace)).toMatchObject({
      ok: "waiting",
      note: expect.stringContaining("inbox"),
    });
  });

  test("an upload goes to nobody but TikTok", async () => {
    const data = { publish_id: "v_1", upload_url: "https://evil.example.com/" };
    const json = { data, error: { code: "ok", message: "" } };
    tiktok.disturb(draftCall, { answer: { status: 200, json } });
    const { result, stored } = await publish();
    expect(shownOf(result)).toContain("not its own");
    expect(stored.isCommitting).toBe(false);
  });

  test("a server that is not reached certainly got nothing", async () => {
    const { result } = await publish(video, { origin: "http://127.0.0.1:1" });
    expect(result).toBeInstanceOf(NotSentError);
  });
});

describe("a connection to TikTok", () => {
  /** The way of a person who allows access. */
  async function allowed({ isDirect = false } = {}) {
    const port = createTikTok(apiOf({ isDirect }));
    const answer = await fetch(port.authorizationUrl({ state: "state-1", callback }), {
      redirect: "manual",
    });
    const back = new URL(answer.headers.get("location") ?? "");
    expect(back.searchParams.get("state")).toBe("state-1");
    return { port, code: back.searchParams.get("code") ?? "" };
  }
  const unconnected = { ...account, credentials: {} };

  test("is asked for on TikTok's own page, with no more than the app needs", () => {
    const urlOf = (isDirect: boolean) => {
      const app = { ...tiktokApp, isDirect };
      const port = createTikTok(createTikTokApi(liveOf(time, tiktok.origin), app));
      return new URL(port.authorizationUrl({ state: "s", callback }));
    };
    const url = urlOf(false);
    expect(url.origin + url.pathname).toBe("https://www.tiktok.com/v2/auth/authorize/");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ client_key: "canary-client-key", response_type: "code", state: "s" },
      redirect_uri: "https://console.example.com/publishing/tiktok/callback",
      scope: "user.info.basic,video.list,video.upload",
    });
    expect(urlOf(true).searchParams.get("scope")).toBe("user.info.basic,video.list,video.publish");
  });

  test("is made with a code, which is taken once", async () => {
    const { port, code } = await allowed();
    const connected = await port.connect(unconnected, code, callback, signal);
    expect(connected).toEqual({
      ...{ ok: true, owner: "Zima", expiresAt: new Date("2027-11-27T10:00:00Z") },
      credentials: { refresh_token: tiktok.tokens.refresh, open_id: "canary-open-1" },
    });
    // The account is stored by the one who asked; nothing is renewed.
    expect(saved).toEqual([]);
    expect(await port.connect(unconnected, code, callback, signal)).toEqual({
      ...{ ok: false, why: "credentials", error: "invalid_grant: Authorization code is expired." },
    });
    if (!connected.ok) throw new Error(connected.error);
    const stored = { ...account, credentials: connected.credentials };
    expect(await createTikTokPublisher(apiOf()).test(stored, signal)).toMatchObject({ ok: true });
    expect(saved).toMatchObject([
      { fresh: { refresh_token: tiktok.tokens.refresh, open_id: "canary-open-1" } },
    ]);
  });

  test.each([
    [false, "video.upload"],
    [true, "video.publish"],
  ])(
    "is refused if a part was not allowed that posts need (direct: %s)",
    async (isDirect, name) => {
      tiktok.consent.denied = [name];
      const { port, code } = await allowed({ isDirect });
      expect(await port.connect(unconnected, code, callback, signal)).toEqual({
        ...{ ok: false, error: `${name} was not allowed. Allow everything.` },
      });
    },
  );

  test("that is being made shows no secret when it fails", async () => {
    for (const broken of ["error", "page", "user"] as const) {
      const { port, code } = await allowed();
      const words = `${code} ${tiktokApp.clientSecret}`;
      if (broken === "error") {
        tiktok.disturb(tokenCall, { answer: { status: 400, json: { error: words } } });
      }
      if (broken === "page") tiktok.disturb(tokenCall, { answer: { status: 502, text: words } });
      if (broken === "user") {
        const answer = failure(403, "spam_risk", "canary-open-1");
        tiktok.disturb("GET /v2/user/info/", { answer });
      }
      const outcome = await outcomeOf(port.connect(unconnected, code, callback, signal));
      expect([broken, outcome]).toEqual([broken, expect.not.stringMatching(/canary/)]);
      if (broken === "user") expect(outcome).toContain("spam_risk");
    }
  });

  test("is tested by asking whose it is, and stores the new tokens before they are used", async () => {
    const publisher = createTikTokPublisher(apiOf());
    expect(await publisher.test(account, signal)).toEqual({ ok: true, owner: "Zima" });
    expect(saved).toEqual([
      {
        ...{ used: credentials, fresh: { refresh_token: "canary-refresh-2" }, calls: 1 },
        expiresAt: new Date("2027-11-27T10:00:00Z"),
      },
    ]);
    tiktok.tokens.access.clear();
    expect(await publisher.test(account, signal)).toMatchObject({ ok: true });
    expect(saved[1]).toMatchObject({ used: { refresh_token: "canary-refresh-2" } });
  });

  test("whose token another server has renewed meanwhile goes on with the new one", async () => {
    const servers = [createTikTokPublisher(apiOf()), createTikTokPublisher(apiOf())];
    // Both have read the account before either renews it.
    for (const server of servers) {
      expect(await server.test(account, signal)).toEqual({ ok: true, owner: "Zima" });
    }
    tiktok.tokens.access.clear();
    for (const server of servers) {
      expect(await server.test(account, signal)).toEqual({ ok: true, owner: "Zima" });
    }
    expect(stored).toEqual({ refresh_token: tiktok.tokens.refresh });
  });

  test("that two servers renew at the same time works for both, and keeps the newest token", async () => {
    const servers = [createTikTokPublisher(apiOf()), createTikTokPublisher(apiOf())];
    let meet = () => {};
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const steps: string[] = [];
    onStep = (step) => {
      steps.push(step);
      // The first stores its token when the other is on its way: it waits, or has been refused.
      if (step === "save") return met;
      const others = steps.filter((other) => other === "turn").length;
      if (others === 2 || (others === 0 && step === "read")) meet();
    };
    const works = { ok: true, owner: "Zima" };
    const tests = servers.map((server) => server.test(account, signal));
    expect(await Promise.all(tests)).toEqual([works, works]);
    expect(stored).toEqual({ refresh_token: tiktok.tokens.refresh });
  });

  test("is renewed before it ends", async () => {
    expect(await createTikTokPublisher(apiOf()).refresh(account, signal)).toBeNull();
    expect(saved).toHaveLength(1);
  });

  test("that was revoked must be made again; a wrong app is not the account's fault", async () => {
    const publisher = createTikTokPublisher(apiOf());
    const revoked = { ...account, credentials: { refresh_token: "canary-revoked" } };
    for (const one of [revoked, { ...account, credentials: {} }]) {
      expect(await publisher.test(one, signal)).toMatchObject({ ok: false, why: "credentials" });
    }
    const json = { error: "invalid_client", error_description: "Client key is incorrect." };
    tiktok.disturb(tokenCall, { answer: { status: 400, json } });
    expect(await publisher.test(account, signal)).toEqual({
      ...{ ok: false, why: "later", error: "invalid_client: Client key is incorrect." },
      retryAt: new Date("2026-11-27T11:00:00Z"),
    });
  });

  test("shows no secret in any result, error or trace", async () => {
    const words = `${refreshToken} canary-refresh-2 canary-refresh-3`;
    const answers: [string, Post, Reply | "tokens" | undefined][] = [
      [draftCall, video, undefined],
      [draftCall, video, { status: 500, text: words }],
      [photoCall, photo, { status: 200, text: words }],
      [
        photoCall,
        photo,
        failure(403, "url_ownership_unverified", "https://console.example.com/canary-1.jpg"),
      ],
      [tokenCall, video, { status: 500, text: words }],
      [tokenCall, video, "tokens"],
    ];
    for (const [call, post, answer] of answers) {
      const error = `${tiktok.tokens.refresh} ${tiktokApp.clientSecret}`;
      const repeated = { status: 400, json: { error } };
      if (answer) tiktok.disturb(call, { answer: answer === "tokens" ? repeated : answer });
      const { result, stored } = await publish(post);
      expect(shownOf(result) + shownOf(stored)).not.toMatch(/canary/);
    }
    const publisher = createTikTokPublisher(apiOf());
    const one = current();
    await publisher.test(one, signal);
    const access = [...tiktok.tokens.access].at(-1) ?? "";
    tiktok.disturb("GET /v2/user/info/", { answer: failure(403, "spam_risk", access) });
    expect(await outcomeOf(publisher.test(one, signal))).not.toMatch(/canary/);
    tiktok.disturb(statusCall, { cut: "before" });
    expect(await outcomeOf(locate({ publishId: "v_1" }))).not.toMatch(/canary/);
  });
});

describe("figures of TikTok", () => {
  test("are read 20 a call; views count as impressions", async () => {
    await publish();
    share().postId = "7512345678901234567";
    const posts = Array.from({ length: 21 }, (_, id) => ({
      ...{ id, video: true, publishedAt: time.now() },
      externalId: id === 0 ? "7512345678901234567" : `75${id}`,
    }));
    const unnamed = { id: 99, video: true, publishedAt: time.now(), externalId: "v_pub_file~1" };
    const calls = tiktok.calls.length;
    const metrics = createTikTokMetrics(apiOf());
    const figures = await metrics.read(current(), [...posts, unnamed], signal);
    expect(Object.fromEntries(figures)).toEqual({
      0: { impressions: 900, video_views: 900, likes: 40, comments: 3, shares: 7 },
    });
    // One token, and two questions.
    expect(tiktok.calls).toHaveLength(calls + 3);
  });

  test("are an error if none could be read", async () => {
    tiktok.disturb("POST /v2/video/query/", {
      answer: failure(401, "scope_not_authorized", "No."),
    });
    const posts = [{ id: 1, video: true, publishedAt: time.now(), externalId: "75" }];
    const metrics = createTikTokMetrics(apiOf());
    await expect(metrics.read(current(), posts, signal)).rejects.toThrow("scope_not_authorized");
  });
});
