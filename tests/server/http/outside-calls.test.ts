import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { documented } from "@/shared/api/docs/documented";
import { endpoint } from "@/shared/api/endpoint";
import { z } from "@/shared/config/zod";
import { groups } from "../../../server/db/schema.ts";
import { createApp } from "../../../server/http/app.ts";
import type { Handlers } from "../../../server/kernel/handler.ts";
import { silence } from "../../../server/kernel/log.ts";
import { createMetrics } from "../../../server/kernel/metrics.ts";
import { Refusal } from "../../../server/kernel/refusal.ts";
import { testKey } from "../../support/ports.ts";
import { createTestServer, type TestServer, testOrigin } from "../../support/server.ts";

const reply = z.object({ command: z.string(), asked: z.number() });
const sample = { body: { name: "a" }, reply: { command: "c", asked: 1 } };
const body = z.strictObject({ name: z.string() });

/** Calls that call an outside service, which here only counts. */
const api = {
  calls: documented(
    {
      ask: endpoint.post("ask", { body, reply }),
      conclude: endpoint.post("conclude", { body, reply }),
      refuse: endpoint.post("refuse", { body, reply }),
    },
    {
      ask: { summary: "Asks.", sample },
      conclude: { summary: "Asks and keeps.", sample },
      refuse: { summary: "Asks in vain.", refusals: { 409: "It is never the time." }, sample },
    },
  ),
};

let asked = 0;
let dies = false;
let answer = Promise.resolve();

const handlers: Handlers<typeof api> = {
  calls: {
    ask: {
      outside: async ({ command }) => {
        asked += 1;
        await answer;
        return { command, asked };
      },
    },
    conclude: {
      outside: async ({ command, body }, run) => {
        asked += 1;
        await answer;
        const kept = await run.conclude(async ({ db }) => {
          await db.insert(groups).values({ name: body.name });
          return { command, asked };
        });
        if (dies) throw new Error("The process is gone.");
        return kept;
      },
    },
    refuse: {
      outside: async () => {
        asked += 1;
        throw new Refusal(409, "Not now.");
      },
    },
  },
};

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ serve: { api, handlers } });
});
afterAll(() => server.close());
beforeEach(() => {
  asked = 0;
  dies = false;
  answer = Promise.resolve();
});

const send = (path: string, key?: string, name = "Grupa") =>
  server.request(path, {
    method: "POST",
    json: { name },
    ...(key && { headers: { "Idempotency-Key": key } }),
  });

const nameOf = async (answer: Response) => reply.parse(await answer.json()).command;

test("twenty identical commands at once make one outside call, and all get its answer", async () => {
  let release = () => {};
  answer = new Promise((resolve) => {
    release = resolve;
  });
  const sent = Array.from({ length: 20 }, () => send("ask", "twins"));
  // Another command, sent after the twenty, asks too: they have all arrived when it is refused.
  expect((await send("refuse", "another")).status).toBe(409);
  release();
  const answers = await Promise.all(sent);
  expect(asked).toBe(2);
  expect(new Set(await Promise.all(answers.map((one) => one.text()))).size).toBe(1);
  expect(answers.filter((one) => one.headers.has("Idempotent-Replayed"))).toHaveLength(19);
});

test("a key in use is refused to another command", async () => {
  let release = () => {};
  answer = new Promise((resolve) => {
    release = resolve;
  });
  const first = send("ask", "in-use");
  // Until then a later request may overtake it on a pool of connections.
  await expect.poll(() => asked).toBe(1);
  const second = await send("ask", "in-use", "Druga");
  release();
  expect((await first).status).toBe(200);
  expect(second.status).toBe(422);
  expect(asked).toBe(1);
});

test("an answer that was stored with its effect outlives the process that gave it", async () => {
  dies = true;
  expect((await send("conclude", "dies", "Zimska")).status).toBe(500);
  const again = await send("conclude", "dies", "Zimska");
  expect(again.status).toBe(200);
  expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  expect(asked).toBe(1);
});

test("of two servers on one database one stores its effect, and both give its answer", async () => {
  const { config, database, ports, token } = server;
  const enqueue = async () => undefined;
  const second = createApp({
    ...{ config, database, ports, enqueue, api, handlers },
    ...{
      key: testKey,
      log: silence,
      metrics: createMetrics({ queueDepth: async () => [], overduePosts: async () => 0 }),
    },
  });
  let release = () => {};
  answer = new Promise((resolve) => {
    release = resolve;
  });
  const headers = {
    Authorization: `Bearer ${token}`,
    "Content-Type": "application/json",
    "Idempotency-Key": "two-servers",
  };
  const init = { method: "POST", headers, body: JSON.stringify({ name: "Jesenja" }) };
  const send = (app: typeof second) =>
    app.fetch(new Request(`${testOrigin}/api/v1/conclude`, init));
  const sent = [send(server.app), send(second)];
  const early: unknown[] = [];
  for (const one of sent) one.then(async (reply) => early.push(await reply.clone().json()));
  await expect.poll(() => ({ asked, early })).toEqual({ asked: 2, early: [] });
  release();
  const answers = await Promise.all(sent);
  expect(asked).toBe(2);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(await Promise.all(answers.map((one) => one.text()))).size).toBe(1);
  const kept = await database.db.select().from(groups).where(eq(groups.name, "Jesenja"));
  expect(kept).toHaveLength(1);
});

test("a failure undoes the effect and stores no answer", async () => {
  expect((await send("conclude", "once", "Letnja")).status).toBe(200);
  // The name exists already, so the transaction fails as a whole.
  expect((await send("conclude", "other", "Letnja")).status).toBe(500);
  expect(asked).toBe(2);
  expect((await send("conclude", "other", "Letnja")).status).toBe(500);
  expect(asked).toBe(3);
});

test("a command keeps its name when it is sent again, and no two share one", async () => {
  const commands = await Promise.all(
    ["one", "two", undefined, undefined].map(async (key) => nameOf(await send("ask", key))),
  );
  expect(new Set(commands).size).toBe(4);
  expect(await nameOf(await send("ask", "one"))).toBe(commands[0]);
});

test("a refusal is not stored: the same key may try again", async () => {
  expect((await send("refuse", "again")).status).toBe(409);
  expect((await send("refuse", "again")).status).toBe(409);
  expect(asked).toBe(2);
});
