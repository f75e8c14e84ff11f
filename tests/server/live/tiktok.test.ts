import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTikTok } from "../../../server/adapters/live/tiktok/connect";
import { createTikTokMetrics } from "../../../server/adapters/live/tiktok/metrics";
import { createTikTokPublisher } from "../../../server/adapters/live/tiktok/publisher";
import { createTikTokApi } from "../../../server/adapters/live/tiktok/tokens";
import type { PlatformAccount } from "../../../server/ports/publisher";
import type { Reply } from "../../peers/support/peer";
import { createTime, liveOf, outcomeOf, publicationOf } from "../../peers/support/publishing";
import { createTries } from "../../peers/support/tries";
import { callback, failure, refreshToken, startTikTok, tiktokApp } from "../../peers/tiktok/peer";

const accountWith = (credentials: Readonly<Record<string, string>>): PlatformAccount => ({
  ...{ id: 1, platform: "tiktok", username: "zima.rs", proxy: null, credentials },
});
const account = accountWith({ refresh_token: refreshToken });
const unconnected = accountWith({});
const { signal } = new AbortController();
const tokenCall = "POST /v2/oauth/token/";
const creatorCall = "POST /v2/post/publish/creator_info/query/";
const draftCall = "POST /v2/post/publish/inbox/video/init/";
const directCall = "POST /v2/post/publish/video/init/";
const photoCall = "POST /v2/post/publish/content/init/";
const statusCall = "POST /v2/post/publish/status/fetch/";
const uploadCall = (number: number) => `PUT /upload/v_pub_file~v2-1.${number}`;

let time: ReturnType<typeof createTime>;
let tiktok: Awaited<ReturnType<typeof startTikTok>>;
let saved: unknown[];
/** The account's credentials in the database; undefined for those that it was read with. */
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

type Options = { isDirect?: boolean; bytes?: number; exposes?: boolean };

function apiOf({ isDirect = false, bytes = 9, exposes = true }: Options = {}) {
  const live = liveOf(time, tiktok.origin, { video: new Uint8Array(bytes).fill(7) });
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
    tiktok.addresses,
  );
}
const publisherOf = (options?: Options) => createTikTokPublisher(apiOf(options));

type Post = Parameters<typeof publicationOf>[1];
const video = { videoUrl: "/media/1.mp4" };
const photo = { imageUrl: "/media/1.jpg" };

/** Each try begins with what the database has: the last refresh token. */
const current = () => accountWith({ refresh_token: tiktok.tokens.refresh });
const tries = (post: Post = video, options?: Options) =>
  createTries(time, publicationOf(current(), post), publisherOf(options));

/** A post that TikTok has, and has not answered for yet. */
async function sent(post: Post = video, options?: Options) {
  const attempt = tries(post, options);
  expect(await attempt.once()).toMatchObject({ ok: "waiting" });
  return attempt;
}

const share = (index = 0) => {
  const found = tiktok.shares[index];
  if (!found) throw new Error("Nothing was shared.");
  return found;
};

describe("a draft for TikTok", () => {
  test("waits in the inbox until a person posts it, and then has an address", async () => {
    const draft = tries();
    expect(await draft.once()).toEqual({
      ok: "waiting",
      note: "TikTok is processing the video. A draft has no text: copy it into TikTok when you post it.",
      askAt: new Date("2026-11-27T10:00:30Z"),
    });
    const trace = { publishId: share().id, size: "9" };
    expect(draft).toMatchObject({ isCommitting: true, trace });
    expect(share()).toMatchObject({ kind: "draft video", bytes: [new Uint8Array(9).fill(7)] });
    expect(await draft.once()).toEqual({
      ok: "waiting",
      note: "Waiting in the TikTok inbox, without its text: open TikTok with this account, paste the text, and post the draft.",
      askAt: new Date("2026-11-27T10:05:00Z"),
    });
    Object.assign(share(), { status: "PUBLISH_COMPLETE", postId: "7512345678901234567" });
    expect(await draft.once()).toEqual({
      ok: true,
      externalId: "7512345678901234567",
      url: "https://www.tiktok.com/@zima.rs/video/7512345678901234567",
    });
  });

  test("of a photo is fetched by TikTok, with its text", async () => {
    const draft = await sent({ ...photo, title: "Zima", text: "Stigla je." });
    const photo_images = ["https://console.example.com/canary-1.jpg"];
    expect(share()).toMatchObject({
      kind: "draft photo",
      info: { title: "Zima", description: "Stigla je.", photo_cover_index: 0, photo_images },
    });
    expect(draft.isCommitting).toBe(true);
    expect(draft.trace).toEqual({ publishId: share().id });
    share().status = "SEND_TO_USER_INBOX";
    expect(await draft.once()).toMatchObject({
      ok: "waiting",
      note: "Waiting in the TikTok inbox: open TikTok with this account, and post the draft.",
    });
  });

  test("of a large video is sent in parts, and committed with the last one", async () => {
    const large = { bytes: 70_000_000 };
    expect((await sent(video, large)).isCommitting).toBe(true);
    expect(share().bytes.map(({ length }) => length)).toEqual([32_000_000, 38_000_000]);
    tiktok.disturb(uploadCall(2), { cut: "after" });
    const broken = tries(video, large);
    await expect(broken.once()).rejects.toThrow();
    expect(broken.isCommitting).toBe(false);
  });

  test.each<[string, Post, string, Options?]>([
    ["without media", {}, "TikTok accepts videos and images only."],
    [
      "with a long text",
      { ...video, text: "a".repeat(2201) },
      "The text has 2201 characters; TikTok allows 2200: shorten it by 1.",
    ],
    [
      "of a photo on a server that TikTok cannot reach",
      photo,
      "Nothing is exposed in this test.",
      { exposes: false },
    ],
  ])("%s is refused before any call", async (_, post, error, options) => {
    expect(await tries(post, options).once()).toEqual({ ok: false, error });
    expect(tiktok.calls).toEqual([]);
  });
});

describe("a direct post", () => {
  const direct = { isDirect: true };

  test("has the creator's settings of this moment", async () => {
    await sent({ ...video, text: "Zima", isGenerated: true }, direct);
    expect(tiktok.calls.slice(0, 3)).toEqual([tokenCall, creatorCall, directCall]);
    expect(share().info).toEqual({
      ...{ title: "Zima", privacy_level: "PUBLIC_TO_EVERYONE", is_aigc: true },
      ...{ disable_comment: false, disable_duet: false, disable_stitch: true },
    });
    tiktok.creator.privacy_level_options = ["SELF_ONLY"];
    await sent({ ...photo, text: "Zima" }, direct);
    const info = { privacy_level: "SELF_ONLY", description: "Zima" };
    expect(share(1)).toMatchObject({ kind: "direct photo", info });
  });

  test("that is too long for this creator is refused before anything is sent", async () => {
    tiktok.creator.max_video_post_duration_sec = 10;
    const error = "The video lasts 12 seconds; TikTok allows this account 10.";
    expect(await tries(video, direct).once()).toEqual({ ok: false, error });
    expect(tiktok.shares).toEqual([]);
  });

  test("is published with its own id, and later without it if it is private", async () => {
    const post = await sent(video, direct);
    share().status = "PUBLISH_COMPLETE";
    expect(await post.once()).toMatchObject({ ok: "waiting" });
    time.pass(3601);
    expect(await post.once()).toEqual({
      ...{ ok: true, externalId: share().id, url: "https://www.tiktok.com/@zima.rs" },
    });
  });
});

describe("what TikTok refuses", () => {
  const until = (time: string) => ({ why: "later", retryAt: new Date(`2026-11-${time}:00Z`) });
  test.each<[string, string, number, object]>([
    ["a lost permission", "scope_not_authorized", 401, { why: "credentials" }],
    ["too many calls", "rate_limit_exceeded", 429, until("27T10:01")],
    ["too many posts of a day", "spam_risk_too_many_posts", 403, until("28T10:00")],
    ["too many users of the app", "reached_active_user_cap", 403, until("28T10:00")],
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
      const result = await tries(post).once();
      expect(result).toMatchObject({ ok: false, ...expected });
      if (!("why" in expected)) expect(result).not.toHaveProperty("why");
    }
    expect(tiktok.shares).toEqual([]);
  });

  test("a search that TikTok refuses says nothing of the post", async () => {
    const post = await sent();
    tiktok.disturb(statusCall, { answer: failure(400, "invalid_publish_id", "Unknown.") });
    expect(await post.once()).toEqual({ ok: false, error: "invalid_publish_id: Unknown." });
  });

  test.each([
    ["in another form", {}, "TikTok answered with status 200."],
    [
      "that names somebody else's address for the upload",
      { publish_id: "v_1", upload_url: "https://evil.example.com/" },
      "TikTok named an address for the upload that is not its own.",
    ],
  ])("a success %s means that nothing is out, and no byte is sent", async (_, data, words) => {
    const json = { data, ...("upload_url" in data && { error: { code: "ok", message: "" } }) };
    tiktok.disturb(draftCall, { answer: { status: 200, json }, effect: true });
    const post = tries();
    await expect(post.once()).rejects.toThrow(words);
    expect(post.isCommitting).toBe(false);
    expect(share().bytes).toEqual([]);
  });

  test("a photo whose answer was lost is looked for by a person, and sent once", async () => {
    tiktok.disturb(photoCall, { cut: "after" });
    const post = tries(photo);
    await expect(post.once()).rejects.toThrow();
    expect(post).toMatchObject({ isCommitting: true, trace: {} });
    expect(await post.once()).toMatchObject({ ok: "unsure" });
    expect(tiktok.shares).toHaveLength(1);
  });

  test.each([
    ["were lost may be sent again", "before", 2],
    ["arrived is found", "after", 1],
  ] as const)("a video whose last bytes %s", async (_, cut, shares) => {
    tiktok.disturb(uploadCall(1), { cut });
    const post = tries();
    await expect(post.once()).rejects.toThrow();
    expect(post.isCommitting).toBe(true);
    const note = expect.stringContaining(cut === "after" ? "inbox" : "processing");
    expect(await post.once()).toMatchObject({ ok: "waiting", note });
    expect(tiktok.shares).toHaveLength(shares);
  });
});

describe("a connection to TikTok", () => {
  /** Allows access, as a person does on TikTok's page. */
  async function allowed({ isDirect = false } = {}) {
    const port = createTikTok(apiOf({ isDirect }));
    const answer = await fetch(port.authorizationUrl({ state: "state-1", callback }), {
      redirect: "manual",
    });
    const back = new URL(answer.headers.get("location") ?? "");
    expect(back.searchParams.get("state")).toBe("state-1");
    return { port, code: back.searchParams.get("code") ?? "" };
  }

  /** The right that posts need, if they are direct and if they are drafts. */
  const rights = [
    [true, "video.publish"],
    [false, "video.upload"],
  ] as const;

  test.each(rights)(
    "is asked for with no more than the app needs (direct: %s)",
    (isDirect, right) => {
      const api = createTikTokApi(liveOf(time, tiktok.origin), { ...tiktokApp, isDirect });
      const url = new URL(createTikTok(api).authorizationUrl({ state: "s", callback }));
      expect(url.origin + url.pathname).toBe("https://www.tiktok.com/v2/auth/authorize/");
      expect(Object.fromEntries(url.searchParams)).toEqual({
        ...{ client_key: "canary-client-key", response_type: "code", state: "s" },
        redirect_uri: "https://console.example.com/publishing/tiktok/callback",
        scope: `user.info.basic,video.list,${right}`,
      });
    },
  );

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
    const connectedAccount = accountWith(connected.credentials);
    expect(await publisherOf().test(connectedAccount, signal)).toMatchObject({ ok: true });
    expect(saved).toMatchObject([
      { fresh: { refresh_token: tiktok.tokens.refresh, open_id: "canary-open-1" } },
    ]);
  });

  test.each(rights)("is refused without the right to it (direct: %s)", async (isDirect, right) => {
    tiktok.consent.denied = [right];
    const { port, code } = await allowed({ isDirect });
    const error = `${right} was not allowed. Allow everything.`;
    expect(await port.connect(unconnected, code, callback, signal)).toEqual({ ok: false, error });
  });

  test("that is being made shows no secret when it fails", async () => {
    const answers: [string, (words: string) => Reply][] = [
      [tokenCall, (words) => ({ status: 400, json: { error: words } })],
      [tokenCall, (words) => ({ status: 502, text: words })],
      ["GET /v2/user/info/", () => failure(403, "spam_risk", "canary-open-1")],
    ];
    for (const [call, answer] of answers) {
      const { port, code } = await allowed();
      tiktok.disturb(call, { answer: answer(`${code} ${tiktokApp.clientSecret}`) });
      const outcome = await outcomeOf(port.connect(unconnected, code, callback, signal));
      expect([call, outcome]).toEqual([call, expect.not.stringMatching(/canary/)]);
      if (call !== tokenCall) expect(outcome).toContain("spam_risk");
    }
  });

  test("is tested by asking whose it is, and stores the new tokens before they are used", async () => {
    const publisher = publisherOf();
    expect(await publisher.test(account, signal)).toEqual({ ok: true, owner: "Zima" });
    expect(saved).toEqual([
      {
        ...{ used: account.credentials, fresh: { refresh_token: "canary-refresh-2" }, calls: 1 },
        expiresAt: new Date("2027-11-27T10:00:00Z"),
      },
    ]);
    tiktok.tokens.access.clear();
    expect(await publisher.test(account, signal)).toMatchObject({ ok: true });
    expect(saved[1]).toMatchObject({ used: { refresh_token: "canary-refresh-2" } });
    // So does a renewal before they end.
    expect(await publisherOf().refresh(current(), signal)).toBeNull();
    expect(saved).toHaveLength(3);
  });

  test("whose token another server has renewed meanwhile goes on with the new one", async () => {
    const servers = [publisherOf(), publisherOf()];
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
    const servers = [publisherOf(), publisherOf()];
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

  test("that was revoked must be made again; a wrong app is not the account's fault", async () => {
    const publisher = publisherOf();
    for (const one of [accountWith({ refresh_token: "canary-revoked" }), unconnected]) {
      expect(await publisher.test(one, signal)).toMatchObject({ ok: false, why: "credentials" });
    }
    const json = { error: "invalid_client", error_description: "Client key is incorrect." };
    tiktok.disturb(tokenCall, { answer: { status: 400, json } });
    expect(await publisher.test(account, signal)).toEqual({
      ...{ ok: false, why: "later", error: "invalid_client: Client key is incorrect." },
      retryAt: new Date("2026-11-27T11:00:00Z"),
    });
  });

  test("shows no secret where TikTok repeats one that it gave or that a search was made with", async () => {
    const publisher = publisherOf();
    await publisher.test(account, signal);
    const access = [...tiktok.tokens.access].at(-1) ?? "";
    tiktok.disturb("GET /v2/user/info/", { answer: failure(403, "spam_risk", access) });
    expect(await outcomeOf(publisher.test(account, signal))).not.toMatch(/canary/);
    const words = "https://console.example.com/canary-1.jpg";
    tiktok.disturb(photoCall, { answer: failure(403, "url_ownership_unverified", words) });
    expect(await outcomeOf(tries(photo).once())).not.toMatch(/canary/);
  });
});

describe("figures of TikTok", () => {
  const asked = (id: number, externalId: string) => ({
    ...{ id, video: true, publishedAt: time.now(), externalId },
  });
  const read = (...posts: ReturnType<typeof asked>[]) =>
    createTikTokMetrics(apiOf()).read(current(), posts, signal);

  test("are read 20 a call; views count as impressions", async () => {
    await sent();
    share().postId = "7512345678901234567";
    const others = Array.from({ length: 20 }, (_, index) => asked(index + 1, `75${index}`));
    const calls = tiktok.calls.length;
    const own = asked(0, "7512345678901234567");
    const figures = await read(own, ...others, asked(99, "v_pub_file~1"));
    expect(Object.fromEntries(figures)).toEqual({
      0: { impressions: 900, video_views: 900, likes: 40, comments: 3, shares: 7 },
    });
    // One token, and two questions.
    expect(tiktok.calls).toHaveLength(calls + 3);
  });

  test("are an error if none could be read", async () => {
    const answer = failure(401, "scope_not_authorized", "No.");
    tiktok.disturb("POST /v2/video/query/", { answer });
    await expect(read(asked(1, "75"))).rejects.toThrow("scope_not_authorized");
  });
});
