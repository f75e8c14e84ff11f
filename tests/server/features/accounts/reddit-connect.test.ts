import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { categoriesApi } from "@/features/categories/contract";
import { sandboxPublisher } from "../../../../server/adapters/sandbox/publisher.ts";
import { sandboxReddit } from "../../../../server/adapters/sandbox/reddit.ts";
import { accounts, groups } from "../../../../server/db/schema.ts";
import { insertAccount } from "../../../../server/features/accounts/accounts.ts";
import type { Reddit } from "../../../../server/ports/reddit.ts";
import { capturedLog } from "../../../support/captured-log.ts";
import { testOrigin } from "../../../support/server.ts";
import { createWorld, type World } from "../../world.ts";

const elsewhere = "https://console.example.com";
const { log, text: logged } = capturedLog();
const connect = vi.fn<Reddit["connect"]>();
const flairs = vi.fn<Reddit["flairs"]>();
const publish = vi.fn(sandboxPublisher.publish);

let world: World;
let group: number;
beforeAll(async () => {
  world = await createWorld({
    environment: { PUBLIC_ORIGINS: elsewhere },
    log,
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
  const paths = ["/publishing/reddit/connect", "/api/v1/publishing/reddit/connect"];

  const begin = (query: Record<string, string> = {}, [path] = paths, token: string = world.token) =>
    world.fetch(`${path}?${new URLSearchParams({ group_id: String(group), token, ...query })}`, {
      redirect: "manual",
    });
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

  async function connectAs(username: string, query: Record<string, string> = {}) {
    const begun = await begin(query);
    return follow(await choose(locationOf(begun), "allow", username), cookieOf(begun));
  }

  test.each(paths)(
    "%s leads to Reddit without the token, and is neither cached nor sent as a referrer",
    async (path) => {
      const answer = await begin({}, [path]);
      expect(answer.status).toBe(303);
      const { headers } = answer;
      expect(headers.get("Cache-Control")).toBe("no-store");
      expect(headers.get("Referrer-Policy")).toBe("no-referrer");
      expect(headers.get("Set-Cookie")).toMatch(
        /^reddit-connect=v2\.[\w.-]+; Max-Age=600; Path=\/publishing\/reddit\/callback; HttpOnly; SameSite=Lax$/,
      );
      const target = locationOf(answer);
      expect(target.pathname).toBe("/sandbox/reddit/authorize");
      expect(target.searchParams.get("redirect_uri")).toBe(
        `${testOrigin}/publishing/reddit/callback`,
      );
      for (const told of [target.href, headers.get("Set-Cookie") ?? "", await answer.text()]) {
        expect(told).not.toContain(world.token);
      }
    },
  );

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

  test("leads back to the origin of the console, if that is a configured one", async () => {
    const back = await connectAs("pk_vrsac", { origin: elsewhere });
    expect(back.headers.get("Location")).toBe(
      `${elsewhere}/dashboard/config?group=${group}&tab=accounts`,
    );
    for (const origin of [
      "https://evil.example",
      `${elsewhere}/`,
      `${testOrigin}.evil.example`,
      "",
    ]) {
      const refused = await begin({ origin });
      expect([refused.status, refused.headers.get("Location")]).toEqual([400, null]);
    }
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

  test.each([
    ["an invalid token", { token: "garbage" }, 401, "Your session has ended."],
    ["no token", { token: "" }, 401, "Your session has ended."],
    ["a missing group", { group_id: "999999" }, 404, "No such group."],
    ["no group", { group_id: "" }, 404, "No such group."],
  ])("is refused with a page for %s", async (_, query, status, sentence) => {
    const answer = await begin(query);
    const page = await answer.text();
    expect(answer.status).toBe(status);
    expect(answer.headers.get("Content-Type")).toContain("text/html");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("Set-Cookie")).toBeNull();
    expect(page).toContain("<h1>Connect Reddit</h1>");
    expect(page).toContain(sentence);
  });

  describe("accepts no answer", () => {
    async function refused(callback: URL, cookie: string) {
      const answer = await follow(callback, cookie);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain("took too long or was not started here");
      expect(connect).not.toHaveBeenCalled();
      expect(await world.accounts(group)).toEqual([]);
    }

    test("in a browser that did not ask", async () => {
      const callback = await choose(locationOf(await begin()), "allow");
      await refused(callback, "");
      await refused(callback, cookieOf(await begin()));
      await refused(callback, "reddit-connect=garbage");
    });

    test("with a different or missing state", async () => {
      const begun = await begin();
      const callback = await choose(locationOf(begun), "allow");
      callback.searchParams.set("state", "other");
      await refused(callback, cookieOf(begun));
      callback.searchParams.delete("state");
      await refused(callback, cookieOf(begun));
    });

    test("that was sealed for something else", async () => {
      const begun = await begin();
      const callback = await choose(locationOf(begun), "allow");
      const state = callback.searchParams.get("state");
      const content = { state, token: world.token, group, origin: testOrigin };
      const until = world.clock.now().getTime() + 60_000;
      const sealed = world.ports.secrets.seal(JSON.stringify({ content, until }), "cookie sign-in");
      await refused(callback, `reddit-connect=${sealed}`);
    });

    test("after ten minutes", async () => {
      const begun = await begin();
      const callback = await choose(locationOf(begun), "allow");
      world.clock.advance(600_001);
      await refused(callback, cookieOf(begun));
    });
  });

  test("accepts no answer from an operator whose session has ended meanwhile", async () => {
    const token = await world.app.sessions.issue({ id: "1", name: "One" });
    const begun = await begin({}, paths, token);
    const callback = await choose(locationOf(begun), "allow");
    await world.app.sessions.revoke(token);
    const answer = await follow(callback, cookieOf(begun));
    expect([answer.status, connect.mock.calls.length]).toEqual([401, 0]);
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

  test("leaves no token and no code in the log", async () => {
    await connectAs("log_reader");
    await begin({ token: `${world.token}x` });
    const code = connect.mock.calls[0]?.[1] ?? "";
    expect(logged()).toContain("/publishing/reddit/connect");
    expect(code).not.toBe("");
    for (const secret of [world.token, code, "token=", "code="]) {
      expect(logged()).not.toContain(secret);
    }
  });

  describe("the page that stands in for Reddit", () => {
    const page = (redirect_uri: string) =>
      follow(`/sandbox/reddit/authorize?${new URLSearchParams({ state: '"><b>', redirect_uri })}`);
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
      const query = new URLSearchParams({ state: "s", redirect_uri, answer: "decline" });
      const answer = await follow(`/sandbox/reddit/authorize/answer?${query}`);
      expect([answer.status, answer.headers.get("Location")]).toEqual([400, null]);
    });

    test("leads to this server only", async () => {
      const query = new URLSearchParams({
        state: "s",
        redirect_uri: "https://evil.example/publishing/reddit/callback",
        answer: "decline",
      });
      const answer = await follow(`/sandbox/reddit/authorize/answer?${query}`);
      expect(answer.headers.get("Location")).toBe(
        "/publishing/reddit/callback?state=s&error=access_denied",
      );
    });

    test("asks again after an invalid user name", async () => {
      const query = new URLSearchParams({
        state: "s",
        redirect_uri: callback,
        answer: "allow",
        username: "<b>",
      });
      const answer = await follow(`/sandbox/reddit/authorize/answer?${query}`);
      const shown = await answer.text();
      expect(answer.status).toBe(400);
      expect(shown).toContain("A user name is 3 to 20 letters, digits, hyphens and underscores.");
      expect(shown).toContain('value="&lt;b&gt;"');
    });
  });
});
