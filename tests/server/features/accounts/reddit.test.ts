import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { z } from "zod";
import { categoriesApi } from "@/features/categories/contract";
import type { redditSettingsSchema } from "@/features/categories/schema";
import { performanceApi } from "@/features/performance/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { sandboxPublisher } from "../../../../server/adapters/sandbox/publisher.ts";
import { sandboxReddit } from "../../../../server/adapters/sandbox/reddit.ts";
import { subredditOf } from "../../../../server/adapters/sandbox/subreddits.ts";
import {
  accounts,
  contentItems,
  groups,
  queueItems,
  scheduledPosts,
} from "../../../../server/db/schema.ts";
import { insertAccount } from "../../../../server/features/accounts/accounts.ts";
import { planToday } from "../../../../server/features/generation/plan-day.ts";
import type { Reddit } from "../../../../server/ports/oauth.ts";
import { testOrigin } from "../../../support/server.ts";
import { createWorld, type World } from "../../world.ts";

const connect = vi.fn<Reddit["connect"]>();
const flairs = vi.fn<Reddit["flairs"]>();
const publish = vi.fn(sandboxPublisher.publish);

let world: World;
let group: number;
beforeAll(async () => {
  world = await createWorld({
    ports: {
      reddit: { ...sandboxReddit, connect, flairs },
      publisher: { ...sandboxPublisher, publish },
    },
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  connect.mockReset().mockImplementation(sandboxReddit.connect);
  flairs.mockReset().mockImplementation(sandboxReddit.flairs);
  publish.mockClear();
  group = await world.addGroup(`Grupa ${crypto.randomUUID()}`);
});

async function addRedditAccount(username = "pk_vrsac", is_active = true) {
  const added = await insertAccount(world.database.db, world.ports.secrets, {
    group_id: group,
    platform_type: "reddit",
    platform_username: username,
    credentials: { refresh_token: "good" },
    is_active,
  });
  return added?.id ?? 0;
}

describe("connecting an account", () => {
  const begin = (group_id = String(group)) => {
    const query = new URLSearchParams({ group_id, token: world.token });
    return follow(`/publishing/reddit/connect?${query}`);
  };
  const cookieOf = (answer: Response) =>
    (answer.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
  const locationOf = (answer: Response) =>
    new URL(answer.headers.get("Location") ?? "", testOrigin);
  const follow = (to: URL | string, cookie = "") =>
    world.fetch(to, { redirect: "manual", headers: cookie ? { Cookie: cookie } : {} });
  const own = `${testOrigin}/dashboard/config?group=`;

  /** Presses a button of the page that stands in for Reddit. @returns the URL that it leads to */
  async function choose(page: URL, answer: "allow" | "decline", username = "pk_vrsac") {
    const shown = await (await follow(page)).text();
    const hidden = [...shown.matchAll(/name="(state|redirect_uri)" value="([^"]*)"/g)];
    const values = hidden.map(([, name = "", value = ""]) => [
      name,
      value.replaceAll("&amp;", "&"),
    ]);
    const query = new URLSearchParams([...values, ["username", username], ["answer", answer]]);
    return locationOf(await follow(`/sandbox/reddit/authorize/answer?${query}`));
  }

  async function connectAs(username: string) {
    const begun = await begin();
    return follow(await choose(locationOf(begun), "allow", username), cookieOf(begun));
  }

  // tiktok.test.ts shows the rules that all platforms share.
  test("leads to Reddit, which leads back to this server", async () => {
    const answer = await begin();
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Set-Cookie")).toMatch(
      /^reddit-connect=v2\.[\w.-]+; Max-Age=600; Path=\/publishing\/reddit\/callback; HttpOnly; SameSite=Lax$/,
    );
    const target = locationOf(answer);
    expect(target.pathname).toBe("/sandbox/reddit/authorize");
    expect(target.searchParams.get("redirect_uri")).toBe(
      `${testOrigin}/publishing/reddit/callback`,
    );
  });

  test("gives the group an account that can publish, and leads back to it", async () => {
    const back = await connectAs("pk_vrsac");
    expect(back.status).toBe(303);
    expect(back.headers.get("Location")).toBe(`${own}${group}&tab=accounts`);
    expect(back.headers.get("Set-Cookie")).toMatch(/^reddit-connect=; Max-Age=0/);
    expect(await world.accounts(group)).toEqual([
      expect.objectContaining({
        platform_type: "reddit",
        platform_username: "pk_vrsac",
        is_active: true,
        last_known_error: null,
      }),
    ]);
    const { rows } = await world.database.query(
      "select credentials from accounts where group_id = $1",
      [group],
    );
    expect(JSON.stringify(rows)).not.toContain("sandbox-pk_vrsac");
    const ask = { params: { subreddit: "hiking" }, query: { group_id: group } };
    await world.call(categoriesApi.redditFlairs, ask);
    expect(flairs.mock.calls[0]?.[0].credentials).toEqual({ refresh_token: "sandbox-pk_vrsac" });
  });

  test("an existing account is active again, with its new connection", async () => {
    const id = await addRedditAccount("PK_Vrsac", false);
    await world.database.db
      .update(accounts)
      .set({ credentials: null, last_known_error: "401 invalid_grant" })
      .where(eq(accounts.id, id));
    await connectAs("pk_vrsac");
    expect(await world.accounts(group)).toEqual([
      {
        id,
        platform_type: "reddit",
        platform_username: "PK_Vrsac",
        is_active: true,
        last_known_error: null,
        health: "ready",
        owner: null,
        expires_at: null,
        api_ends_at: null,
        credentials_changed_at: expect.any(String),
      },
    ]);
    await connectAs("other_one");
    expect(await world.accounts(group)).toHaveLength(2);
  });

  test("leads back with nothing changed when it is declined", async () => {
    const begun = await begin();
    const callback = await choose(locationOf(begun), "decline");
    expect(callback.searchParams.get("error")).toBe("access_denied");
    const back = await follow(callback, cookieOf(begun));
    expect([back.status, back.headers.get("Location")]).toEqual([
      303,
      `${own}${group}&tab=accounts`,
    ]);
    expect(connect).not.toHaveBeenCalled();
    expect(await world.accounts(group)).toEqual([]);
  });

  test.each(["999999", ""])("is refused with a page for the group %j", async (group_id) => {
    const answer = await begin(group_id);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("No such group.");
  });

  test("shows Reddit's message on a page, or that Reddit did not answer", async () => {
    const begun = await begin();
    const callback = await choose(locationOf(begun), "allow");
    connect.mockResolvedValueOnce({ ok: false, error: "invalid_grant" });
    const refused = await follow(callback, cookieOf(begun));
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Reddit refused the connection: invalid_grant");
    connect.mockRejectedValueOnce(new Error(`fetch failed: Bearer ${world.token}`));
    const silent = await follow(callback, cookieOf(begun));
    expect(silent.status).toBe(503);
    expect(await silent.text()).toContain("Reddit did not confirm the connection. Try again.");
    expect(await world.accounts(group)).toEqual([]);
  });

  test("asks Reddit through the proxy of the group, or not at all", async () => {
    const { db } = world.database;
    await db.update(groups).set({ proxy_server: "http://127.0.0.1:9" }).where(eq(groups.id, group));
    await connectAs("pk_vrsac");
    expect(connect.mock.calls[0]?.[0]).toMatchObject({
      ...{ platform: "reddit", credentials: {} },
      proxy: { server: "http://127.0.0.1:9" },
    });
    await db.update(groups).set({ proxy_password: "not sealed" }).where(eq(groups.id, group));
    const unread = await connectAs("pk_vrsac");
    expect(unread.status).toBe(409);
    expect(await unread.text()).toContain(
      "The proxy of the account&#39;s group cannot be read: enter it again.",
    );
    expect(connect).toHaveBeenCalledTimes(1);
  });

  describe("the page that stands in for Reddit", () => {
    const page = (redirect_uri: string) =>
      follow(`/sandbox/reddit/authorize?${new URLSearchParams({ state: '"><b>', redirect_uri })}`);
    const decide = (query: Record<string, string>) =>
      follow(`/sandbox/reddit/authorize/answer?${new URLSearchParams({ state: "s", ...query })}`);
    const callback = `${testOrigin}/publishing/reddit/callback`;

    test("asks in plain words, under a policy without scripts", async () => {
      const answer = await page(callback);
      const shown = await answer.text();
      expect(answer.status).toBe(200);
      expect(shown).toMatch(/<button name="answer" value="allow">Allow<\/button>/);
      expect(shown).toContain(">Decline</button>");
      expect(shown).toContain('value="&quot;&gt;&lt;b&gt;"');
      const policy = answer.headers.get("Content-Security-Policy");
      expect(policy).toContain("default-src 'none'; style-src 'self'");
      expect(policy).not.toContain("script-src");
      expect((await follow("/sandbox/reddit.css")).headers.get("Content-Type")).toContain(
        "text/css",
      );
    });

    test.each([
      "",
      "nowhere",
      "javascript:alert(1)",
      "x:\\\\evil.example",
      "https://a//evil.example",
    ])("refuses to lead to %s", async (redirect_uri) => {
      expect((await page(redirect_uri)).status).toBe(400);
      const answer = await decide({ redirect_uri, answer: "decline" });
      expect([answer.status, answer.headers.get("Location")]).toEqual([400, null]);
    });

    test("leads to this server only", async () => {
      const redirect_uri = "https://evil.example/publishing/reddit/callback";
      const answer = await decide({ redirect_uri, answer: "decline" });
      expect(answer.headers.get("Location")).toBe(
        "/publishing/reddit/callback?state=s&error=access_denied",
      );
    });

    test("asks again after an invalid user name", async () => {
      const answer = await decide({ redirect_uri: callback, answer: "allow", username: "<b>" });
      const shown = await answer.text();
      expect(answer.status).toBe(400);
      expect(shown).toContain("A user name is 3 to 20 letters, digits, hyphens and underscores.");
      expect(shown).toContain('value="&lt;b&gt;"');
    });
  });
});

describe("the flairs of a subreddit", () => {
  const ask = (subreddit: string, group_id = group) => ({
    params: { subreddit },
    query: { group_id },
  });

  test("are those that Reddit shows to the group's account", async () => {
    await addRedditAccount("asleep", false);
    await addRedditAccount();
    const answer = await world.call(categoriesApi.redditFlairs, ask("hiking"));
    expect(answer.flairs).toContainEqual({
      id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
      text: "Announcement",
      mod_only: true,
    });
    expect(answer.flairs.some(({ mod_only }) => !mod_only)).toBe(true);
    expect(await world.call(categoriesApi.redditFlairs, ask("r/Hiking"))).toEqual(answer);
    expect(flairs.mock.calls.map(([account, name]) => [account.username, name])).toEqual([
      ["pk_vrsac", "hiking"],
      ["pk_vrsac", "Hiking"],
    ]);
  });

  test("may be none", async () => {
    await addRedditAccount();
    expect(await world.call(categoriesApi.redditFlairs, ask("espresso"))).toEqual({ flairs: [] });
  });

  test("need a connected account", async () => {
    const refused = { status: 409, detail: "This group has no connected Reddit account." };
    expect(await world.refusal(categoriesApi.redditFlairs, ask("hiking"))).toEqual(refused);
    await addRedditAccount("asleep", false);
    expect(await world.refusal(categoriesApi.redditFlairs, ask("hiking"))).toEqual(refused);
    expect(await world.refusal(categoriesApi.redditFlairs, ask("hiking", 999_999))).toEqual({
      status: 404,
      detail: "No such group.",
    });
  });

  test("are refused with Reddit's message", async () => {
    await addRedditAccount();
    expect(await world.refusal(categoriesApi.redditFlairs, ask("private_club"))).toEqual({
      status: 400,
      detail: "SUBREDDIT_NOTALLOWED: You aren't allowed to post there. (sr)",
    });
    expect(await world.refusal(categoriesApi.redditFlairs, ask("wrong_one"))).toEqual({
      status: 400,
      detail: expect.stringContaining("SUBREDDIT_NOEXIST"),
    });
  });

  test("are not requested for an invalid name", async () => {
    await addRedditAccount();
    const { status, detail } = await world.refusal(categoriesApi.redditFlairs, ask("a b"));
    expect([status, detail]).toEqual([
      422,
      [expect.objectContaining({ loc: ["path", "subreddit"] })],
    ]);
    expect(flairs).not.toHaveBeenCalled();
  });

  test("can be requested again when Reddit does not answer", async () => {
    await addRedditAccount();
    flairs.mockRejectedValue(new Error("socket hang up, Authorization: Bearer secret"));
    expect(await world.refusal(categoriesApi.redditFlairs, ask("hiking"))).toEqual({
      status: 503,
      detail: "Reddit did not answer. Try again.",
    });
  });

  test("are refused if the stored connection cannot be read", async () => {
    const id = await addRedditAccount();
    await world.database.db
      .update(accounts)
      .set({ credentials: "sealed with another key" })
      .where(eq(accounts.id, id));
    expect(await world.refusal(categoriesApi.redditFlairs, ask("hiking"))).toEqual({
      status: 409,
      detail: "The stored connection of pk_vrsac cannot be read: connect it on Reddit again.",
    });
  });
});

describe("a post on Reddit", () => {
  /** Publishes one post in the given subreddits. @returns the post */
  async function postIn(
    reddit_settings: z.input<typeof redditSettingsSchema>,
    content: Partial<typeof contentItems.$inferInsert> = {},
  ) {
    await addRedditAccount();
    const category_id = await world.addCategory(group, { text_posts_per_day: 1 });
    await world.call(categoriesApi.change, {
      params: { id: category_id },
      body: { reddit_settings },
    });
    await world.database.db
      .insert(contentItems)
      .values({ category_id, text_content: "Jutro.", reddit_title: "Naslov", ...content });
    await world.transaction((context) =>
      planToday({
        ...context,
        // At noon, whatever the time is.
        ports: { ...context.ports, clock: { now: () => new Date("2026-11-20T12:00:00Z") } },
      }),
    );
    await world.runJobs();
    const [post] = await world.database.db
      .select()
      .from(scheduledPosts)
      .where(eq(scheduledPosts.category_id, category_id));
    return post;
  }

  async function retryIn(post: Awaited<ReturnType<typeof postIn>>, subreddits: string[]) {
    await world.call(categoriesApi.change, {
      params: { id: post?.category_id ?? 0 },
      body: { reddit_settings: { subreddits, flairs: [] } },
    });
    const params = { id: post?.id ?? 0 };
    await world.call(schedulerApi.retry, { params, query: { confirm_unknown: false } });
    await world.runJobs();
  }

  test("goes to the category's subreddits with their flairs, title and body", async () => {
    const flair = { subreddit: "outdoors", id: "flair-1", text: "Guide" };
    const post = await postIn(
      { subreddits: ["serbia", "outdoors"], flairs: [flair] },
      { reddit_body: "Duži tekst." },
    );
    expect(post).toMatchObject({ status: "published" });
    expect(publish.mock.calls[0]?.[0].post).toMatchObject({
      title: "Naslov",
      text: "Jutro.",
      reddit: {
        body: "Duži tekst.",
        subreddits: [
          { name: "serbia", flairId: null },
          { name: "outdoors", flairId: "flair-1" },
        ],
        flairIds: [],
      },
    });
    const page = await (await world.fetch(`/sandbox/posts/${post?.id}`)).text();
    expect(page).toContain("Duži tekst.");
  });

  test("has the flair that its subreddit offers, out of those without a known subreddit", async () => {
    const [offered] = subredditOf("outdoors").flairs;
    const flairs = ["no-flair-of-theirs", offered?.id ?? ""];
    const post = await postIn({ subreddits: ["serbia", "outdoors"], flairs });
    expect(post).toMatchObject({ status: "published" });
    expect(publish.mock.calls[0]?.[0].post.reddit).toMatchObject({ flairIds: flairs });
  });

  test.each([
    ["there is none", []],
    ["none of those given is its own", ["no-flair-of-theirs"]],
  ])("is refused if a flair is required and %s", async (_, flairs) => {
    expect(subredditOf("outdoors").flairRequired).toBe(true);
    const post = await postIn({ subreddits: ["serbia", "outdoors"], flairs });
    expect(post).toMatchObject({
      status: "failed",
      error: "r/outdoors: SUBMIT_VALIDATION_FLAIR_REQUIRED: Your post must contain post flair.",
    });
  });

  const strict = "SUBMIT_VALIDATION_TITLE_REQUIRED: Your title needs a tag. (title)";
  const refusedBy = (name: string, error: string) => ({
    ...{ name, status: "refused", url: null, error },
  });

  test("has a result of each subreddit, at the post and at its figures", async () => {
    const post = await postIn({ subreddits: ["serbia", "strict_one"], flairs: [] });
    const params = { id: post?.id ?? 0 };
    const url = `/sandbox/posts/${post?.id}`;
    const subreddit_results = [
      { name: "serbia", status: "published", url, error: null },
      refusedBy("strict_one", strict),
    ];
    expect(await world.call(schedulerApi.detail, { params })).toMatchObject({
      status: "published",
      published_post_url: url,
      subreddit_results,
    });
    expect((await world.call(performanceApi.detail, { params })).performance).toMatchObject({
      subreddit_results,
    });
  });

  test("that none of its subreddits takes has the words of each; a retry replaces them", async () => {
    const post = await postIn({ subreddits: ["strict_one", "strict_two"], flairs: [] });
    const params = { id: post?.id ?? 0 };
    expect(await world.call(schedulerApi.detail, { params })).toMatchObject({
      status: "failed",
      social_account: { last_known_error: `r/strict_one: ${strict} r/strict_two: ${strict}` },
      subreddit_results: [refusedBy("strict_one", strict), refusedBy("strict_two", strict)],
    });
    await retryIn(post, ["strict_one", "serbia"]);
    expect(await world.call(schedulerApi.detail, { params })).toMatchObject({
      status: "published",
      subreddit_results: [refusedBy("strict_one", strict), { name: "serbia", status: "published" }],
    });
  });

  test.each([
    ["is published in the only one that is left", ["serbia"], { status: "published" }],
    ["is refused by the only one that is left", ["private_a"], { status: "failed" }],
    ["has no title any more", ["serbia", "outdoors"], { status: "failed" }],
  ])("that is retried and %s keeps no result of before", async (_, left, wanted) => {
    const post = await postIn({ subreddits: ["private_a", "serbia"], flairs: [] });
    const params = { id: post?.id ?? 0 };
    expect(await world.call(schedulerApi.detail, { params })).toMatchObject({
      status: "failed",
      subreddit_results: [{ name: "private_a" }, { name: "serbia", status: "not_sent" }],
    });
    if (left.length > 1) {
      await world.database.db
        .update(queueItems)
        .set({ title: "", reddit_title: null })
        .where(eq(queueItems.id, post?.queue_item_id ?? 0));
    }
    await retryIn(post, left);
    const shown = await world.call(schedulerApi.detail, { params });
    expect(shown).toMatchObject(wanted);
    expect(shown).not.toHaveProperty("subreddit_results");
  });

  test("for one subreddit has no list of results", async () => {
    const post = await postIn({ subreddits: ["serbia"], flairs: [] });
    const params = { id: post?.id ?? 0 };
    const shown = await world.call(schedulerApi.detail, { params });
    expect(shown).not.toHaveProperty("subreddit_results");
  });
});

test("of the sandbox's subreddits most have flairs, and a minority requires one", () => {
  const all = Array.from({ length: 500 }, (_, n) => subredditOf(`sub${n}`));
  const share = (is: (one: (typeof all)[number]) => boolean) => all.filter(is).length / all.length;
  expect(share(({ flairs }) => flairs.length === 0)).toBeGreaterThan(0.1);
  expect(share(({ flairs }) => flairs.length === 0)).toBeLessThan(0.3);
  expect(share(({ flairRequired }) => flairRequired)).toBeGreaterThan(0.1);
  expect(share(({ flairRequired }) => flairRequired)).toBeLessThan(0.3);
  // A subreddit that requires a flair offers one.
  const stuck = ({ flairs, flairRequired }: (typeof all)[number]) =>
    flairRequired && flairs.every(({ modOnly }) => modOnly);
  expect(share(stuck)).toBe(0);
});
