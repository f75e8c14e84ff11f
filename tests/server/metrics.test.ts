import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { measured } from "../../server/metrics.ts";
import type { Publication } from "../../server/ports/publisher.ts";
import { createTestServer, type TestServer } from "../support/server.ts";

let server: TestServer;
const others: TestServer[] = [];
beforeAll(async () => {
  server = await createTestServer();
});
afterEach(async () => {
  for (const other of others.splice(0)) await other.close();
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

  test("are served without a database, and say that it is down", async () => {
    const lost = await createTestServer();
    await lost.database.close();
    expect(await read(lost)).toContain("database_up 0");
    const health = await lost.fetch("/healthz");
    expect([health.status, health.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(await health.json()).toEqual({
      status: "unavailable",
      sandbox: true,
      capabilities: [
        "idempotency",
        "me",
        "logout",
        "end-all-sessions",
        "slots",
        "group-pause",
        "group-edit",
        "item-edit",
        "unsettled-posts",
        "queue-counts",
        "queue-edit",
        "queue-undo",
        "schedule-edit",
        "planner-preview",
        "activity",
        "failed-work",
        "sale-rotator-stop",
        "approve-at",
        "group-filter",
        "publish-accounts",
        "schedule-range",
        "test-email-to",
      ],
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
    { publish: () => (answers.shift() ?? Promise.reject)(), test: async () => ({ ok: true }) },
    { published: (platform, result) => results.push(`${platform} ${result}`) },
  );
  const account = { platform: "bluesky", username: null, credentials: {} } as const;
  const post: Publication = {
    account,
    post: { id: 1, text: "Zima", title: null, imageUrl: null, videoUrl: null },
  };
  const { signal } = new AbortController();
  expect(await publisher.publish(post, signal)).toMatchObject({ ok: true });
  expect(await publisher.publish(post, signal)).toMatchObject({ ok: false });
  await expect(publisher.publish(post, signal)).rejects.toThrow("cut");
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
    others.push(other);
    const answer = await other.fetch("/metrics", { headers: { Host: host, ...headers } });
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
