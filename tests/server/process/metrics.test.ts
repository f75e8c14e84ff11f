import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMetrics, measured } from "../../../server/kernel/metrics.ts";
import type { Publication } from "../../../server/ports/publisher.ts";
import { firstAttempt, publisherThat } from "../../support/publisher.ts";
import { createTestServer, type TestServer } from "../../support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const read = async (at = server) => (await at.fetch("/metrics")).text();

describe("the metrics", () => {
  test("count requests by template and status, and group unknown ones together", async () => {
    await server.request("publishing/account-groups/1/accounts?secret=1");
    await server.request("publishing/account-groups/2/accounts");
    await server.request("publishing/made-up-by-the-sender");
    await server.fetch("/made-up-by-the-sender", { method: "PROPFIND" });
    const text = await read();
    const label =
      'method="GET",route="/api/v1/publishing/account-groups/{id}/accounts",status="404"';
    expect(text).toContain(`http_request_duration_seconds_count{${label}} 2`);
    expect(text).toContain('method="GET",route="other",status="404"');
    expect(text).toContain('method="other",route="other",status="404"');
    expect(text).not.toContain("made-up");
    expect(text).not.toContain("secret");
    expect(text).not.toContain("PROPFIND");
  });

  test("have the length of the queue, by name: due, later and running", async () => {
    const { database, run } = server;
    const inAnHour = new Date(Date.now() + 3_600_000);
    await run.transaction(async ({ enqueue }) => {
      await enqueue("publish", { postId: 1 });
      await enqueue("publish", { postId: 2 });
      await enqueue("publish", { postId: 3 }, { startAfter: inAnHour });
    });
    const first = "(select min(id::text)::uuid from pgboss.job where start_after <= now())";
    await database.query(`update pgboss.job set state = 'active' where id = ${first}`);
    const text = await read();
    expect(text).toContain('job_queue_depth{name="publish",state="due"} 1');
    expect(text).toContain('job_queue_depth{name="publish",state="later"} 1');
    expect(text).toContain('job_queue_depth{name="publish",state="running"} 1');
    expect(text).toContain("database_up 1");
    await database.query("delete from pgboss.job");
    expect(await read()).not.toContain("job_queue_depth{");
  });

  test("count jobs and how long they took", async () => {
    await server.run.transaction(({ enqueue }) => enqueue("publish", { postId: 9 }));
    await server.runJobs();
    const text = await read();
    expect(text).toContain('jobs_total{name="publish",outcome="done"} 1');
    expect(text).toContain('job_duration_seconds_count{name="publish"} 1');
  });

  test("count the calls of models by outcome, their tokens, and their cost", async () => {
    const { outsideCall, read: text } = createMetrics({
      queueDepth: async () => [],
      overduePosts: async () => 0,
    });
    const tokens = { in: 900, out: 80 };
    outsideCall({ port: "text", outcome: "ok", tokens, cost: 0.5 });
    outsideCall({ port: "text", outcome: "ok", tokens, cost: 0.25 });
    outsideCall({ port: "text", outcome: "later" });
    outsideCall({ port: "image", outcome: "ok" });
    const lines = (await text()).split("\n");
    expect(lines).toEqual(
      expect.arrayContaining([
        'outside_calls_total{port="text",outcome="ok"} 2',
        'outside_calls_total{port="text",outcome="later"} 1',
        'outside_calls_total{port="image",outcome="ok"} 1',
        'tokens_total{port="text",direction="in"} 1800',
        'tokens_total{port="text",direction="out"} 160',
        'cost_dollars_total{port="text"} 0.75',
      ]),
    );
  });

  test("are served without a database, and say that it is down", async () => {
    const lost = await createTestServer();
    const announced = (await (await lost.fetch("/healthz")).json()) as { capabilities: string[] };
    expect(announced.capabilities).toContain("idempotency");
    await lost.database.close();
    expect(await read(lost)).toContain("database_up 0");
    const health = await lost.fetch("/healthz");
    expect([health.status, health.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(await health.json()).toEqual({
      status: "unavailable",
      sandbox: true,
      world: "sandbox",
      outside: {
        x_twitter: "played",
        instagram: "played",
        facebook_page: "played",
        linkedin_profile: "played",
        linkedin_organization: "played",
        threads: "played",
        bluesky: "played",
        reddit: "played",
        tiktok: "played",
        ai: "played",
        facebook_ads: "played",
        amazon_ses: "played",
        smtp: "played",
        shopify: "played",
      },
      capabilities: announced.capabilities,
      detail: "The database does not answer.",
    });
  });
});

test("a publisher's calls are counted by their outcome, and its answers are unchanged", async () => {
  const results: string[] = [];
  const answers = [
    async () => ({ ok: true as const, externalId: "1", url: "/1" }),
    async () => ({ ok: false as const, error: "No." }),
    async () => {
      throw new Error("cut");
    },
  ];
  const publisher = measured(
    publisherThat(() => (answers.shift() ?? Promise.reject)()),
    { published: (platform, result) => results.push(`${platform} ${result}`) },
  );
  const account = {
    id: 1,
    platform: "bluesky",
    username: null,
    credentials: {},
    proxy: null,
  } as const;
  const post: Publication = {
    account,
    post: {
      id: 1,
      text: "Zima",
      title: null,
      imageUrl: null,
      videoUrl: null,
      altText: null,
      isGenerated: false,
    },
  };
  const { signal } = new AbortController();
  expect(await publisher.publish(post, firstAttempt, signal)).toMatchObject({ ok: true });
  expect(await publisher.publish(post, firstAttempt, signal)).toMatchObject({ ok: false });
  await expect(publisher.publish(post, firstAttempt, signal)).rejects.toThrow("cut");
  expect(await publisher.test(account, signal)).toEqual({ ok: true });
  expect(results).toEqual(["bluesky published", "bluesky refused", "bluesky unknown"]);
});

describe("the metrics are for", () => {
  const token = "scrape-me-if-you-can";
  const ask = async (
    environment: Record<string, string>,
    headers: Record<string, string> = {},
    host = "localhost:4100",
    sandbox = true,
  ) => {
    const other = await createTestServer({ environment, sandbox });
    const answer = await other.fetch("/metrics", { headers: { Host: host, ...headers } });
    await other.close();
    return answer.status;
  };
  const everywhere = { HOST: "0.0.0.0" };

  test("clients on this machine", async () => {
    expect(await ask({})).toBe(200);
  });

  test("no client elsewhere, which gets a 404", async () => {
    expect(await ask(everywhere)).toBe(404);
    expect(await ask({}, { "X-Forwarded-For": "10.0.0.1" })).toBe(404);
    // A reverse proxy on this machine need not say that it is one.
    expect(await ask({ PUBLIC_ORIGINS: "https://console.example.com" })).toBe(404);
    expect(await ask({ PUBLIC_ORIGINS: "http://localhost:8080" })).toBe(404);
    expect(await ask({}, {}, undefined, false)).toBe(404);
  });

  test("clients with the token", async () => {
    const environment = { ...everywhere, METRICS_TOKEN: token };
    expect(await ask(environment, { Authorization: `Bearer ${token}` })).toBe(200);
    expect(await ask(environment, { Authorization: `Bearer ${token}x` })).toBe(404);
    expect(await ask(environment)).toBe(404);
    expect(await ask(everywhere, { Authorization: "Bearer undefined" })).toBe(404);
  });

  test("a token that is too short is refused at the start", async () => {
    await expect(createTestServer({ environment: { METRICS_TOKEN: "short" } })).rejects.toThrow(
      "METRICS_TOKEN must be at least 16 characters, without spaces.",
    );
  });
});
