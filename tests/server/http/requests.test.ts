import { gunzipSync } from "node:zlib";
import { DrizzleQueryError } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documented } from "@/shared/api/docs/documented";
import { endpoint } from "@/shared/api/endpoint";
import { idSchema } from "@/shared/api/id";
import { lenient } from "@/shared/api/reply/lenient";
import { listing } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";
import type { Handlers } from "../../../server/kernel/handler.ts";
import { Refusal } from "../../../server/kernel/refusal.ts";
import { capturedLog } from "../../support/captured-log.ts";
import { createTestServer, type TestServer, testOrigin } from "../../support/server.ts";

const record = z.object({ id: idSchema, name: z.string() });

/** A small contract with one call for each thing that can go wrong. */
const api = {
  things: documented(
    {
      list: endpoint.get("things", {
        query: z.object({
          archived: z.optional(z.boolean()),
          limit: z._default(z.coerce.number<number>().check(z.int(), z.gte(1)), 10),
        }),
        reply: z.object({ archived: z.nullable(z.boolean()), limit: z.number() }),
      }),
      latest: endpoint.get("things/latest", { reply: z.object({ which: z.string() }) }),
      read: endpoint.get("things/{id}", { reply: z.object({ which: z.string() }) }),
      add: endpoint.post("things", {
        status: 201,
        body: z.strictObject({
          name: z.string().check(z.minLength(1, "Name is required.")),
          tags: z.array(z.string()),
        }),
        reply: z.object({ name: z.string() }),
      }),
      remove: endpoint.delete("things/{id}"),
      broken: endpoint.get("broken", { reply: listing(record) }),
      bent: endpoint.get("bent", { reply: z.object({ name: lenient(z.string()) }) }),
      long: endpoint.get("long", { reply: z.object({ text: z.string() }) }),
      failing: endpoint.post("failing", { reply: z.object({}) }),
      busy: endpoint.post("busy"),
      away: endpoint.post("away"),
      odd: endpoint.post("odd"),
    },
    {
      list: {
        summary: "Lists things.",
        sample: { query: {}, reply: { archived: null, limit: 10 } },
      },
      latest: { summary: "The newest thing.", sample: { reply: { which: "latest" } } },
      read: { summary: "One thing.", sample: { reply: { which: "1" } } },
      add: {
        summary: "Adds a thing.",
        sample: { body: { name: "a", tags: [] }, reply: { name: "a" } },
      },
      remove: { summary: "Removes a thing.", sample: {} },
      broken: { summary: "Answers with a record that cannot be read.", sample: { reply: [] } },
      bent: {
        summary: "Answers with a field that a client reads as absent.",
        sample: { reply: { name: "a" } },
      },
      long: { summary: "A long text.", sample: { reply: { text: "long" } } },
      failing: { summary: "Fails.", sample: { reply: {} } },
      busy: { summary: "Is refused.", refusals: { 503: "It is busy." }, sample: {} },
      away: { summary: "Has no database.", sample: {} },
      odd: { summary: "Is refused without notice.", sample: {} },
    },
  ),
};

const longText = "Objava govori o zimi. ".repeat(200);

const handlers: Handlers<typeof api> = {
  things: {
    list: async ({ query }) => ({ archived: query.archived ?? null, limit: query.limit }),
    latest: async () => ({ which: "latest" }),
    read: async ({ params }) => ({ which: params.id }),
    add: async ({ body }) => ({ name: body.name }),
    remove: async () => undefined,
    // A record without a name, which the type would not let through.
    broken: async () => [{ id: 1 }] as unknown as { id: number; name: string }[],
    // Null, which the type would not let through either.
    bent: async () => ({ name: null }) as unknown as { name: string },
    long: async () => ({ text: longText }),
    failing: async () => {
      throw new Error("The provider said no.");
    },
    busy: async () => {
      throw new Refusal(503, "It is busy.");
    },
    away: async () => {
      const cut = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
      throw new DrizzleQueryError("select secret", [], cut);
    },
    odd: async () => {
      throw new Refusal(409, "No.");
    },
  },
};

const { log, lines } = capturedLog();
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ serve: { api, handlers }, log });
});
afterAll(() => server.close());

const post = (body: string, headers: Record<string, string> = {}) =>
  server.request("things", {
    method: "POST",
    body,
    headers: { "Content-Type": "application/json", ...headers },
  });

describe("a request is refused with FastAPI's messages", () => {
  test("malformed JSON", async () => {
    const answer = await post("{");
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({
      detail: [{ loc: ["body"], msg: "JSON decode error", type: "json_invalid" }],
    });
  });

  test("a missing, an empty, a wrong and an unknown field", async () => {
    const missing = await post('{"tags":["a",1],"name":"","extra":1}');
    expect(missing.status).toBe(422);
    expect(await missing.json()).toEqual({
      detail: [
        { loc: ["body", "name"], msg: "Name is required.", type: "too_small" },
        {
          loc: ["body", "tags", 1],
          msg: "Invalid input: expected string, received number",
          type: "invalid_type",
        },
        { loc: ["body", "extra"], msg: "Extra inputs are not permitted", type: "extra_forbidden" },
      ],
    });
    const { detail } = await (await post('{"tags":[]}')).json();
    expect(detail).toEqual([{ loc: ["body", "name"], msg: "Field required", type: "missing" }]);
  });

  test("a form in the place of JSON, which another site could send", async () => {
    expect((await post("name=a", { "Content-Type": "text/plain" })).status).toBe(422);
  });

  test("a null character, but not a backslash before u0000", async () => {
    expect((await post('{"name":"a\\u0000","tags":[]}')).status).toBe(422);
    expect((await post('{"name":"a\\\\u0000","tags":[]}')).status).toBe(201);
  });

  test("a body of more than 1 MB", async () => {
    const answer = await post(JSON.stringify({ name: "a".repeat(1_100_000), tags: [] }));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({ detail: "The request is larger than 1 MB." });
  });

  test.each(["abc", "0", "-1", "2147483648", "1e3", "..", "%00"])("the id %s", async (id) => {
    expect((await server.request(`things/${id}`)).status).not.toBe(200);
  });

  test("an unknown path or method", async () => {
    const unknown = await server.request("nothing");
    expect([unknown.status, await unknown.json()]).toEqual([404, { detail: "Not Found" }]);
    const wrong = await server.request("things/latest", { method: "PUT" });
    expect([wrong.status, wrong.headers.get("Allow")]).toEqual([405, "GET"]);
  });
});

test.each([
  ["", { archived: null, limit: 10 }],
  ["?archived=true&limit=3", { archived: true, limit: 3 }],
  ["?archived=1", { archived: true, limit: 10 }],
  ["?archived=off", { archived: false, limit: 10 }],
  ["?limit=1", { archived: null, limit: 1 }],
  // Names that every object has.
  ["?constructor=1", { archived: null, limit: 10 }],
  ["?__proto__=1&limit=3", { archived: null, limit: 3 }],
  ["?toString=1", { archived: null, limit: 10 }],
])("the query %s is read as FastAPI reads it", async (query, read) => {
  expect(await (await server.request(`things${query}`)).json()).toEqual(read);
});

test("a word other than true or false is refused", async () => {
  expect((await server.request("things?archived=maybe")).status).toBe(422);
});

test("a literal path takes precedence over a parameter", async () => {
  expect(await (await server.request("things/latest")).json()).toEqual({ which: "latest" });
  expect(await (await server.request("things/7")).json()).toEqual({ which: "7" });
});

test("a 503 says when to try again", async () => {
  const answer = await server.request("busy", { method: "POST" });
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
});

test("without its database the server answers 503, and says when to try again", async () => {
  const answer = await server.request("away", { method: "POST" });
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(await answer.json()).toEqual({ detail: "The database does not answer. Try again." });
});

test("a call without a reply is 204 and empty", async () => {
  const answer = await server.request("things/7", { method: "DELETE" });
  expect([answer.status, await answer.text()]).toEqual([204, ""]);
});

describe("a failure of the server", () => {
  test("says nothing but the request's id, which is in the log", async () => {
    const answer = await server.request("failing?secret=1", { method: "POST" });
    const id = answer.headers.get("X-Request-Id");
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ detail: "Internal Server Error", request_id: id });
    expect(lines({ request_id: id })).toMatchObject([
      { level: "error", method: "POST", route: "/api/v1/failing", status: 500 },
    ]);
  });

  test("is also a refusal that the contract does not name", async () => {
    const answer = await server.request("odd", { method: "POST" });
    const [line] = lines({ request_id: answer.headers.get("X-Request-Id") });
    expect(answer.status).toBe(500);
    expect(line?.error).toMatchObject({
      message: expect.stringContaining(
        "POST odd is refused with 409, which its contract does not say",
      ),
    });
  });

  test.each(["broken", "bent"])("is also a reply that breaks the contract: %s", async (path) => {
    const answer = await server.request(path);
    const [line] = lines({ request_id: answer.headers.get("X-Request-Id") });
    expect(answer.status).toBe(500);
    expect(line?.error).toMatchObject({
      message: expect.stringContaining(`GET ${path} breaks its contract`),
    });
  });
});

describe("hosts and origins", () => {
  test("an unknown host is refused", async () => {
    const answer = await server.request("things", { headers: { Host: "evil.example:4100" } });
    expect(answer.status).toBe(421);
  });

  test.each(["localhost:4100", "127.0.0.1:4100", "[::1]:4100"])(
    "%s is a known host",
    async (host) => {
      expect((await server.request("things", { headers: { Host: host } })).status).toBe(200);
    },
  );

  test.each([
    "https://evil.example",
    "null",
    "http://localhost:4101",
    "http://localhost:4100.evil.example",
  ])("a command from %s is refused", async (origin) => {
    const answer = await post('{"name":"a","tags":[]}', { Origin: origin });
    expect(answer.status).toBe(403);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  test("a page elsewhere cannot read an answer", async () => {
    const answer = await server.request("things", { headers: { Origin: "https://evil.example" } });
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  test("a public origin may send and read, and its preflight says so", async () => {
    const origin = "https://console.example.com";
    const open = await createTestServer({
      serve: { api, handlers },
      environment: { PUBLIC_ORIGINS: origin },
    });
    const preflight = await open.fetch("/api/v1/things", {
      method: "OPTIONS",
      headers: { Origin: origin },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toBe(
      "Authorization, Content-Type, Idempotency-Key",
    );
    const answer = await open.request("things", { headers: { Origin: origin } });
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe(origin);
    expect(answer.headers.get("Access-Control-Expose-Headers")).toBe(
      "Retry-After, Date, X-Request-Id, Idempotent-Replayed",
    );
    await open.close();
  });
});

test("every answer asks browsers to stay on https, if a public origin is https", async () => {
  const strict = async (PUBLIC_ORIGINS: string) => {
    const other = await createTestServer({
      environment: { PUBLIC_ORIGINS },
      serve: { api, handlers },
    });
    const found = [];
    for (const path of ["/healthz", "things", "/login/sign-in.css", "/nowhere"]) {
      const { headers } = await other.request(path);
      found.push(headers.get("Strict-Transport-Security"));
    }
    await other.close();
    return [...new Set(found)];
  };
  expect(await strict("https://console.example.com")).toEqual(["max-age=31536000"]);
  expect(await strict("http://console.example.com")).toEqual([null]);
  expect(await strict("http://a.example,https://b.example")).toEqual(["max-age=31536000"]);
});

test("every answer of the API has its date, its id and the security headers", async () => {
  for (const path of ["things", "nothing", "things/abc"]) {
    const begun = Date.now();
    const { headers } = await server.request(path);
    const date = Date.parse(headers.get("Date") ?? "");
    // It names whole seconds.
    expect(date).toBeGreaterThan(begun - 1000);
    expect(date).toBeLessThanOrEqual(Date.now());
    expect(headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("X-Frame-Options")).toBe("DENY");
    expect(headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  }
});

test("a request with the current ETag gets a 304, until the answer changes", async () => {
  const first = await server.request("things");
  const tag = first.headers.get("ETag") ?? "";
  expect(tag).toMatch(/^"[\w-]{27}"$/);

  const ask = (path: string, held: string) =>
    server.request(path, { headers: { "If-None-Match": held } });
  for (const held of [tag, `W/${tag}`, `"other", ${tag}`]) {
    const again = await ask("things", held);
    expect([again.status, again.headers.get("ETag"), await again.text()]).toEqual([304, tag, ""]);
  }
  const other = await ask("things?limit=5", tag);
  expect([other.status, await other.json()]).toEqual([200, { archived: null, limit: 5 }]);
  expect((await ask("things/abc", tag)).status).toBe(404);
});

test("a long answer is sent compressed to a client that accepts that, and not again to one that has it", async () => {
  const ask = (headers: Record<string, string>) => server.request("long", { headers });
  const plain = await ask({});
  expect(plain.headers.get("Content-Encoding")).toBeNull();
  const packed = await ask({ "Accept-Encoding": "gzip" });
  expect(packed.headers.get("Content-Encoding")).toBe("gzip");
  expect(packed.headers.get("Vary")).toContain("Accept-Encoding");
  const bytes = Buffer.from(await packed.arrayBuffer());
  expect(JSON.parse(gunzipSync(bytes).toString())).toEqual({ text: longText });

  const tag = packed.headers.get("ETag") ?? "";
  const again = await ask({ "Accept-Encoding": "gzip", "If-None-Match": tag });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("the health check describes the server, without a token", async () => {
  const answer = await server.fetch(`${testOrigin}/healthz`);
  expect(await answer.json()).toEqual({
    status: "ok",
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
    capabilities: [
      "idempotency",
      "me",
      "logout",
      "end-all-sessions",
      "approve-at",
      "group-filter",
      "own-videos",
      "publish-accounts",
      "publish-title",
      "schedule-range",
      "test-email-to",
    ],
  });
});

test("a handler that refuses undoes what it did", async () => {
  const { database } = server;
  const attempt = database.transaction(async (db) => {
    await db.execute("create table undone (id int)");
    throw new Refusal(409, "No.");
  });
  await expect(attempt).rejects.toThrow("No.");
  const { rows } = await database.query("select to_regclass('undone') as found");
  expect(rows).toEqual([{ found: null }]);
});
