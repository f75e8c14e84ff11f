import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Documented } from "@/shared/api/docs/documented";
import type { Endpoint } from "@/shared/api/endpoint";
import { fillPath, isIdName } from "@/shared/api/path";
import { sessions } from "../../../server/db/auth-schema.ts";
import { productApi } from "../../../server/http/api.ts";
import { createWorld, type World } from "../world.ts";
import { type Asked, requestOf } from "./fixtures.ts";

let world: World;
let expired: string;
beforeAll(async () => {
  world = await createWorld();
  expired = await world.app.sessions.issue({ id: "expired", name: "Expired" });
  await world.database.db
    .update(sessions)
    .set({ expires_at: new Date(0) })
    .where(eq(sessions.user_id, "expired"));
});
afterAll(() => world.close());

type Row = {
  readonly name: string;
  readonly endpoint: Documented;
  /** Creates a valid request, on records of its own. */
  readonly ask: () => Promise<Asked>;
};

/** All calls, listed from the contract itself so that none can be forgotten. */
const rows: readonly Row[] = Object.entries(productApi).flatMap(([slice, endpoints]) =>
  Object.entries(endpoints as Record<string, Documented>).map(([name, endpoint]) => ({
    name: `${slice}.${name}`,
    endpoint,
    ask: () => requestOf(world, slice, name),
  })),
);

const commands = rows.filter(({ endpoint }) => endpoint.method !== "GET");
const withParams = rows.filter(({ endpoint }) => endpoint.path.includes("{"));
const withBody = rows.filter(({ endpoint }) => endpoint.body !== undefined);
const withQuery = rows.filter(({ endpoint }) => endpoint.query !== undefined);

type Answer = { readonly status: number; readonly headers: Headers; readonly text: string };

const pathOf = (endpoint: Endpoint, { params, query }: Asked) => {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return (
    fillPath(endpoint.path, params) +
    (given.length > 0 ? `?${new URLSearchParams(Object.fromEntries(given))}` : "")
  );
};

/**
 * Sends a request and checks what holds for every answer: no 500, JSON or nothing, a refusal with a
 * detail.
 */
async function send(
  endpoint: Endpoint,
  asked: Asked,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const path = pathOf(endpoint, asked);
  return asked.file
    ? held(endpoint, await world.request(path, { method: "POST", headers, body: asked.file }))
    : sendTo(endpoint, path, asked.body, headers);
}

async function sendTo(
  endpoint: Endpoint,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await world.request(path, {
    method: endpoint.method,
    headers,
    ...(endpoint.body !== undefined && body !== undefined && { json: body }),
  });
  return held(endpoint, response);
}

async function held(endpoint: Endpoint, response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  const where = `${endpoint.method} ${endpoint.path}: ${status} ${text.slice(0, 300)}`;
  expect(status, where).not.toBe(500);
  expect(headers.get("X-Request-Id"), where).toMatch(/^[\w-]{1,64}$/);
  if (status >= 400) expect(refusalSchema.safeParse(JSON.parse(text)).success, where).toBe(true);
  return { status, headers, text };
}

const refusalSchema = z.object({
  detail: z.union([
    z.string().min(1),
    z
      .array(
        z.object({
          loc: z.array(z.union([z.string(), z.number()])),
          msg: z.string().min(1),
          type: z.string(),
        }),
      )
      .min(1),
  ]),
});

/** Returns the locations of a 422, as texts: `body.name`. */
function places({ text }: Answer): string[] {
  const { detail } = refusalSchema.parse(JSON.parse(text));
  return typeof detail === "string" ? [] : detail.map(({ loc }) => loc.join("."));
}

/** Expects the promised answer, readable by the client's schema. */
function expectDone(endpoint: Endpoint, { status, text }: Answer) {
  expect(status, text).toBe(endpoint.status);
  if (!endpoint.reply) {
    expect(text).toBe("");
    return;
  }
  const read = endpoint.reply.safeParse(JSON.parse(text));
  expect(read.error?.message).toBeUndefined();
}

const wrongValues = [
  null,
  true,
  -1,
  1.5,
  9_007_199_254_740_993n.toString(),
  1e308,
  "",
  "  ",
  "x".repeat(100_001),
  "\u0000",
  "\ud800",
  "\u202e<script>alert(1)</script>",
  [],
  [null],
  {},
  { a: { b: { c: [] } } },
  "constructor",
  "__proto__",
  JSON.parse('{"__proto__": {"a": 1}, "constructor": "x"}'),
];

/** Looking them up in a plain object finds something, although nobody put it there. */
const namesOfEveryObject = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"];

const labelled = (list: readonly Row[]) => list.map((row) => [row.name, row] as const);

describe("A valid request", () => {
  test.each(labelled(rows))("%s is answered as the contract says", async (_, row) => {
    expectDone(row.endpoint, await send(row.endpoint, await row.ask()));
  });
});

describe("Access", () => {
  test.each(labelled(rows))("%s refuses a request without a valid token", async (_, row) => {
    const asked = await row.ask();
    const path = `/api/v1/${pathOf(row.endpoint, asked)}`;
    for (const authorization of [undefined, `Bearer ${expired}`, "Bearer x.y.z", "Basic YTpi"]) {
      const { file } = asked;
      const response = await world.fetch(path, {
        method: row.endpoint.method,
        ...(file && { body: file }),
        headers: authorization ? { Authorization: authorization } : {},
      });
      const answer = await held(row.endpoint, response);
      expect(answer.status).toBe(row.endpoint.authenticated ? 401 : row.endpoint.status);
    }
  });

  test.each(labelled(rows))("%s is not for foreign pages", async (_, { endpoint, ask }) => {
    const asked = await ask();
    const named = await send(endpoint, asked, { Host: "console.attacker.example" });
    expect(named.status).toBe(421);
    const foreign = await send(endpoint, asked, { Origin: "https://attacker.example" });
    expect(foreign.headers.get("Access-Control-Allow-Origin")).toBeNull();
    if (endpoint.method !== "GET") expect(foreign.status).toBe(403);
  });
});

describe("A missing record", () => {
  const noIds = [
    "2147483647",
    "0",
    "-1",
    "99999999999",
    "abc",
    "1.5",
    "1%20",
    "%00",
    "%F0%9F%98%80",
  ];
  test.each(labelled(withParams))("%s answers 404", async (_, { endpoint, ask }) => {
    const asked = await ask();
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    for (const name of names.filter(isIdName)) {
      for (const id of noIds) {
        const marked = pathOf(endpoint, {
          ...asked,
          params: { ...asked.params, [name]: "__ID__" },
        });
        const answer = await sendTo(endpoint, marked.replace("__ID__", id), asked.body);
        expect(answer.status, `${name} = ${id}`).toBe(404);
      }
    }
  });
});

describe("A body", () => {
  test.each(labelled(withBody))("%s says which field is missing", async (_, { endpoint, ask }) => {
    const { body, ...asked } = await ask();
    for (const path of fieldsOf(body)) {
      const without = changed(body, path, undefined);
      const refused = endpoint.body?.safeParse(without).success === false;
      const answer = await send(endpoint, { ...asked, body: without });
      if (!refused) continue;
      expect(answer.status, path.join(".")).toBe(422);
      expect(places(answer).some((place) => place.startsWith(`body.${path[0]}`))).toBe(true);
    }
  });

  test.each(labelled(withBody))("%s says which field is wrong", async (_, { endpoint, ask }) => {
    const { body, ...asked } = await ask();
    for (const path of fieldsOf(body)) {
      for (const value of wrongValues) {
        const wrong = changed(body, path, value);
        const refused = endpoint.body?.safeParse(wrong).success === false;
        const answer = await send(endpoint, { ...asked, body: wrong });
        if (!refused) continue;
        expect(answer.status, `${path.join(".")} = ${JSON.stringify(value)?.slice(0, 40)}`).toBe(
          422,
        );
        expect(places(answer).every((place) => place.startsWith("body"))).toBe(true);
      }
    }
  });

  test.each(labelled(withBody))(
    "%s refuses unknown fields and malformed bodies",
    async (_, row) => {
      const { endpoint, ask } = row;
      const { body, ...asked } = await ask();
      if (isRecord(body)) {
        const more = await send(endpoint, { ...asked, body: { ...body, is_admin: true } });
        expect(more.status).toBe(422);
        expect(places(more)).toEqual(["body.is_admin"]);
      }
      const path = `/api/v1/${pathOf(endpoint, { ...asked, body })}`;
      const raw = async (text: string, type = "application/json") => {
        const headers = { Authorization: `Bearer ${world.token}`, "Content-Type": type };
        return held(
          endpoint,
          await world.fetch(path, { method: endpoint.method, headers, body: text }),
        );
      };
      for (const text of ["", "{", "[]", "7", '"x"', "{}}", '{"__proto__":{"a":1}}']) {
        expect((await raw(text)).status, text).toBe(422);
      }
      expect((await raw(JSON.stringify(body), "text/plain")).status).toBe(422);
      // The remaining lists of a sale may be long.
      const most = endpoint === productApi.saleRotator.triggerStep ? 8 : 1;
      const tooLong = "x".repeat(most * 1_100_000);
      expect((await raw(JSON.stringify({ text: tooLong }))).status).toBe(413);
    },
  );
});

describe("A query", () => {
  test.each(labelled(withQuery))("%s says what is missing or wrong", async (_, row) => {
    const { endpoint, ask } = row;
    const asked = await ask();
    const schema = endpoint.query;
    if (!schema) return;
    for (const name of Object.keys(schema.shape)) {
      const { [name]: _gone, ...others } = asked.query;
      const missing = await send(endpoint, { ...asked, query: others });
      if (!schema.safeParse(others).success) {
        expect(missing.status).toBe(422);
        expect(places(missing)).toContain(`query.${name}`);
      }
      for (const value of ["", "x".repeat(5000), "-1", "1e99", "NaN", "null", "\u0000", "'; --"]) {
        const answer = await send(endpoint, { ...asked, query: { ...asked.query, [name]: value } });
        expect([endpoint.status, 422, ...refusalsOf(endpoint)]).toContain(answer.status);
      }
    }
  });

  test.each(labelled(withQuery))("%s may name what every object has", async (_, row) => {
    const { endpoint, ask } = row;
    const asked = await ask();
    for (const name of namesOfEveryObject) {
      for (const value of ["1", "true", "x"]) {
        const path = pathOf(endpoint, asked);
        const more = `${path}${path.includes("?") ? "&" : "?"}${name}=${value}`;
        const answer = await sendTo(endpoint, more, asked.body);
        expect([endpoint.status, ...refusalsOf(endpoint)], more).toContain(answer.status);
      }
    }
  });
});

describe("A key", () => {
  test.each(labelled(commands))("%s has one effect under one key", async (_, row) => {
    const { endpoint, ask } = row;
    const asked = await ask();
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const first = await send(endpoint, asked, key);
    const again = await send(endpoint, asked, key);
    expectDone(endpoint, first);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(first.headers.has("Idempotent-Replayed")).toBe(false);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");

    const other = await ask();
    if (JSON.stringify(other) === JSON.stringify(asked) && !asked.file) return;
    const misused = await send(endpoint, other, key);
    expect(misused.status).toBe(422);
    expect(misused.text).toContain("This Idempotency-Key was used for another request.");
  });

  test.each(labelled(commands))("%s runs once for twenty requests at once", async (_, row) => {
    const { endpoint, ask } = row;
    const asked = await ask();
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(endpoint, asked, key)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    for (const answer of answers) expectDone(endpoint, answer);
    const replayed = answers.filter(({ headers }) => headers.has("Idempotent-Replayed"));
    expect(replayed).toHaveLength(19);
  });

  test.each(labelled(rows))("%s survives twenty requests at once without a key", async (_, row) => {
    const { endpoint, ask } = row;
    const asked = await ask();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(endpoint, asked)));
    const shown = answers.map(({ status, text }) => `${status} ${text.slice(0, 200)}`).join("\n");
    expect(
      answers.map(({ status }) => status),
      shown,
    ).toContain(endpoint.status);
    for (const { status } of answers) {
      expect([endpoint.status, ...refusalsOf(endpoint)]).toContain(status);
    }
  });
});

/** Returns the statuses that may refuse a valid request because of other changes meanwhile. */
const refusalsOf = ({ refusals = {} }: Documented) => [
  404,
  409,
  ...Object.keys(refusals).map(Number),
];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the paths of all fields of a body, nested ones included. */
function fieldsOf(body: unknown, above: readonly string[] = []): (readonly string[])[] {
  if (!isRecord(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => [
    [...above, name],
    ...fieldsOf(value, [...above, name]),
  ]);
}

/** Returns the body with one field changed; undefined removes it. */
function changed(body: unknown, [name = "", ...rest]: readonly string[], value: unknown): unknown {
  if (!isRecord(body)) return body;
  const { [name]: old, ...others } = body;
  const fresh = rest.length > 0 ? changed(old, rest, value) : value;
  return fresh === undefined ? others : { ...others, [name]: fresh };
}
