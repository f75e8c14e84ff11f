import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documented } from "@/shared/api/docs/documented";
import { endpoint } from "@/shared/api/endpoint";
import { z } from "@/shared/config/zod";
import { startJobs } from "../../../server/jobs/engine.ts";
import { jobs as jobHandlers } from "../../../server/jobs/jobs.ts";
import type { Handlers } from "../../../server/kernel/handler.ts";
import { createLog, describeError } from "../../../server/kernel/log.ts";
import { createMetrics } from "../../../server/kernel/metrics.ts";
import { capturedLog } from "../../support/captured-log.ts";
import { testPorts } from "../../support/ports.ts";
import { createTestServer, openCopy, type TestServer, testOrigin } from "../../support/server.ts";

const secret = "hunter2-correct-horse";

const secretBody = z.strictObject({ credentials: z.object({ password: z.string() }) });
const sample = { body: { credentials: { password: "x" } } };

/** Calls that fail with an error that quotes their input. */
const api = {
  vault: documented(
    {
      quote: endpoint.post("vault/{id}/quote", { body: secretBody }),
      query: endpoint.post("vault/{id}/query", { body: secretBody }),
      fetch: endpoint.post("vault/{id}/fetch", { body: secretBody }),
    },
    {
      quote: { summary: "Fails.", sample },
      query: { summary: "Fails.", sample },
      fetch: { summary: "Fails.", sample },
    },
  ),
};

const handlers: Handlers<typeof api> = {
  vault: {
    quote: async ({ body }) => {
      const { password } = body.credentials;
      throw Object.assign(new Error(`Wrong password ${password}\n    at ${password}:1:1`), {
        code: password,
        password,
        cause: new Error(password),
      });
    },
    query: async ({ body }, { db }) => {
      await db.execute(sql`select ${body.credentials.password}::int`);
      return undefined;
    },
    fetch: {
      outside: async ({ body }) => {
        await fetch(`nowhere://user:${body.credentials.password}@host/?token=${secret}`);
        return undefined;
      },
    },
  },
};

const { log, text, lines } = capturedLog();
let server: TestServer;
let failing: TestServer;
beforeAll(async () => {
  server = await createTestServer({ log });
  failing = await createTestServer({ log, serve: { api, handlers } });
});
afterAll(() => Promise.all([server.close(), failing.close()]));

const idOf = (answer: Response) => ({ request_id: answer.headers.get("X-Request-Id") });

/** Expects no trace of a text in any line of the log or in the metrics. */
async function expectNoTrace(secretText: string) {
  const measured = await Promise.all(
    [server, failing].map(async ({ fetch }) => (await fetch("/metrics")).text()),
  );
  expect(measured.join()).toContain("http_request_duration_seconds");
  expect(text() + measured).not.toContain(secretText);
}

describe("a request", () => {
  test("is one line: time, user, route template, status and duration", async () => {
    const answer = await server.request("publishing/account-groups/7/accounts?search=x");
    expect(lines(idOf(answer))).toEqual([
      {
        level: "info",
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        ...idOf(answer),
        method: "GET",
        route: "/api/v1/publishing/account-groups/{id}/accounts",
        status: 404,
        ms: expect.any(Number),
        user: "administrator",
        msg: "request",
      },
    ]);
  });

  test("that is answered with a replay says so", async () => {
    const json = { name: "Zimska kolekcija" };
    const command = { method: "POST", json, headers: { "Idempotency-Key": "once" } };
    const first = await server.request("publishing/account-groups", command);
    const second = await server.request("publishing/account-groups", command);
    expect(lines(idOf(first))).toMatchObject([{ status: 201 }]);
    expect(lines(idOf(first))[0]).not.toHaveProperty("replayed");
    expect(lines(idOf(second))).toMatchObject([{ status: 201, replayed: true }]);
  });

  test("without a session has no user", async () => {
    const answer = await server.fetch("/api/v1/publishing/account-groups");
    expect(lines(idOf(answer))).toMatchObject([{ status: 401 }]);
    expect(lines(idOf(answer))[0]).not.toHaveProperty("user");
  });

  test("for an unknown path does not have the path in its line", async () => {
    for (const path of [`/${secret}`, `/api/v1/${secret}`, `/login/${secret}?origin=${secret}`]) {
      const answer = await server.fetch(path);
      expect(lines(idOf(answer))).toMatchObject([{ status: 404 }]);
    }
    await expectNoTrace(secret);
  });

  test("keeps the id that a proxy gave it, if that looks like one", async () => {
    const ids = async (id: string) =>
      (await server.fetch("/healthz", { headers: { "X-Request-Id": id } })).headers.get(
        "X-Request-Id",
      );
    expect(await ids("edge_7f3a-1")).toBe("edge_7f3a-1");
    expect(lines({ request_id: "edge_7f3a-1" })).toHaveLength(1);
    for (const odd of ["a b", `"}{`, "x".repeat(65)]) {
      expect(await ids(odd)).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test("that is periodic and succeeds is not logged at level info", async () => {
    const { log, lines } = capturedLog("info");
    const other = await createTestServer({ log });
    for (const path of ["/healthz", "/metrics", "/login/sign-in.css"]) await other.fetch(path);
    expect(lines()).toEqual([]);
    await other.request("publishing/account-groups");
    expect(lines()).toHaveLength(1);
    await other.close();
  });
});

describe("no line has a trace of", () => {
  test("a token, in a header, a cookie or an address", async () => {
    const { token } = server;
    const cookie = { headers: { Cookie: `session=${secret}` } };
    await server.request("publishing/account-groups", cookie);
    await server.fetch(`/publishing/reddit/connect?group_id=1&token=${token}`);
    await server.fetch(`/auth/callback?token=${token}`, cookie);
    await server.fetch("/api/v1/publishing/account-groups", {
      headers: { Authorization: `Bearer ${secret}` },
    });
    await expectNoTrace(token);
    await expectNoTrace(secret);
  });

  test("the token of a session that ends", async () => {
    for (const path of ["logout", "end-all-sessions"]) {
      const token = await server.app.sessions.issue({ id: "47", name: "ana" });
      const answer = await server.fetch(`/api/v1/auth/${path}?token=${token}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}` },
      });
      expect(lines(idOf(answer))).toMatchObject([
        { route: `/api/v1/auth/${path}`, status: 204, user: "47" },
      ]);
      await expectNoTrace(token);
    }
  });

  test("credentials, right or wrong", async () => {
    const group = await server.request("publishing/account-groups", {
      method: "POST",
      json: { name: "Druga" },
    });
    const path = `publishing/account-groups/${(await group.json()).id}/accounts`;
    const credentials = { identifier: "a.bsky.social", password: `wrong-${secret}` };
    for (const platform_type of ["bluesky", secret]) {
      const json = { platform_type, platform_username: "a.bsky.social", credentials };
      const added = await server.request(path, { method: "POST", json });
      const { id } = await added.json();
      if (added.ok) await server.request(`publishing/accounts/${id}/test`, { method: "POST" });
    }
    await expectNoTrace(secret);
  });

  test("the token that a sign-in issues", async () => {
    const answer = await server.fetch("/login/discord", {
      method: "POST",
      body: new URLSearchParams({ as: "administrator", origin: testOrigin }),
      headers: { Origin: testOrigin },
      redirect: "manual",
    });
    expect(lines(idOf(answer))).toMatchObject([{ route: "/login/{platform}", status: 303 }]);
    const token = new URL(answer.headers.get("Location") ?? "").searchParams.get("token");
    await expectNoTrace(token ?? secret);
  });

  test.each(["quote", "query", "fetch"])(
    "the input that a failed call quotes: %s",
    async (name) => {
      const answer = await failing.request(`vault/7/${name}`, {
        method: "POST",
        json: { credentials: { password: secret } },
      });
      expect(answer.status).toBe(500);
      expect(await answer.text()).not.toContain(secret);
      const [line, ...more] = lines(idOf(answer));
      expect(more).toEqual([]);
      expect(line).toMatchObject({ level: "error", route: `/api/v1/vault/{id}/${name}` });
      // The stack is logged, so that the cause can be found.
      expect(JSON.stringify(line?.error)).toMatch(
        /"name":"\w+","(code":"\w+","|message)?.*stack":\["at /,
      );
      await expectNoTrace(secret);
    },
  );

  test("the input that a failed job quotes, nor has the queue", async () => {
    const { database, drop } = await openCopy();
    const metrics = createMetrics({ queueDepth: async () => [], overduePosts: async () => 0 });
    const jobs = await startJobs({
      database,
      ports: testPorts({ now: () => new Date() }, database),
      handlers: {
        ...jobHandlers,
        publish: async () => {
          throw new TypeError(`Wrong password ${secret}`);
        },
        "plan-day": async () => ({ scheduled: 3 }),
      },
      speed: 1,
      background: false,
      log,
      metrics,
    });
    await jobs.enqueue(database.db, "publish", { postId: 1 });
    await jobs.enqueue(database.db, "plan-day", {});
    await expect(jobs.runDue()).rejects.toThrow(secret);

    const facts = { msg: "job", job_id: expect.any(String), ms: expect.any(Number) };
    expect(lines({ job: "publish" })).toMatchObject([
      { ...facts, level: "error", outcome: "failed", error: { name: "TypeError" } },
    ]);
    expect(lines({ job: "plan-day" })).toMatchObject([
      { ...facts, level: "info", outcome: "done", scheduled: 3 },
    ]);
    expect(await metrics.read()).toContain('jobs_total{name="publish",outcome="failed"} 1');
    const { rows } = await database.query("select output from pgboss.job where name = 'publish'");
    expect(rows).toEqual([{ output: { message: "TypeError" } }]);
    expect((await metrics.read()) + text()).not.toContain(secret);
    await jobs.stop();
    await database.close();
    await drop();
  });
});

describe("a logged error", () => {
  test("has its name, code and stack, and its message only if that is our own", () => {
    const refused = Object.assign(new Error(`connect ${secret}`), { code: "ECONNREFUSED" });
    const error = new TypeError(`fetch failed ${secret}`, { cause: new AggregateError([refused]) });
    expect(describeError(error)).toEqual({
      name: "TypeError",
      code: "ECONNREFUSED",
      stack: expect.arrayContaining([expect.stringMatching(/^at .*log\.test\.ts:\d+:\d+\)?$/)]),
    });
    expect(describeError(secret)).toEqual({ name: "thrown string", stack: [] });
  });

  test("and secrets that are logged by mistake are redacted", () => {
    const { log, text } = capturedLog();
    // The type does not allow this: it stands for a mistake.
    const nested = { account: { credentials: { password: secret } } } as unknown as { a: string };
    log.info("mistake", { password: secret, token: secret, authorization: secret, ...nested });
    expect(text()).toContain('"password":"[redacted]"');
    expect(text()).not.toContain(secret);
  });
});

test("nothing is written below the level, nor at all when silent", () => {
  const { log, lines } = capturedLog("warn");
  log.info("no");
  log.warn("yes");
  expect(lines()).toMatchObject([{ level: "warn", msg: "yes" }]);
  let written = "";
  const silent = createLog({
    level: "silent",
    destination: { write: (line) => (written += line) },
  });
  silent.fatal("no");
  expect(written).toBe("");
});
