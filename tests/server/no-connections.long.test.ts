import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { createWorldPorts } from "../../server/adapters/world.ts";
import { readConfig } from "../../server/config.ts";
import type { Jobs } from "../../server/context.ts";
import { jobs as handlers } from "../../server/jobs/jobs.ts";
import { seedIfEmpty } from "../../server/seed.ts";
import { programs } from "../support/programs.ts";
import { createWorld } from "./domain/world.ts";

const folder = mkdtempSync(join(tmpdir(), "console-connections-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

/** Keys and settings of services that a sandbox does not use. */
const keys = {
  REDDIT_CLIENT_ID: "id",
  REDDIT_CLIENT_SECRET: "secret",
  TIKTOK_CLIENT_KEY: "key",
  TIKTOK_CLIENT_SECRET: "secret",
  TIKTOK_DIRECT: "1",
  AI_TEXT_URL: "https://ai.example.com/v1",
  AI_TEXT_KEY: "key",
  AI_TEXT_MODEL: "writer",
  S3_ENDPOINT: "https://s3.example.com",
  S3_BUCKET: "media",
  S3_REGION: "eu-central-1",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "secret",
};

const run = programs({ DATA_DIR: join(folder, "data"), ...keys });

type Operation = {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: {
    readonly content: { readonly "application/json"?: { readonly example?: unknown } };
  };
};
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

const isHere = (line: string) => /^\w+ (localhost|127\.0\.0\.1|::1|\/.*)$/.test(line);

test("a server without LIVE reaches no other machine, whatever it is asked for", {
  timeout: 240_000,
}, async () => {
  const connections = join(folder, "connections");
  const counter = pathToFileURL(resolve("tests/support/count-connections.mjs")).href;
  const server = run("main", [], {
    SEED: "1",
    SANDBOX_SPEED: "100000",
    NODE_OPTIONS: `--import ${counter}`,
    CONNECTIONS: connections,
  });
  const origin = await server.greeted;
  const signedIn = await fetch(`${origin}/login/discord`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: origin },
    body: new URLSearchParams({ origin, as: "administrator" }),
  });
  const token = new URL(signedIn.headers.get("location") ?? "").searchParams.get("token");
  const { paths } = (await (await fetch(`${origin}/openapi.json`)).json()) as Document;
  const answers: Record<string, number> = {};
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { requestBody }] of Object.entries(operations)) {
      // They would end what the calls after them need.
      if (method === "delete" || /log-?out|end-all-sessions/.test(path)) continue;
      const example = requestBody?.content["application/json"]?.example;
      const answer = await fetch(`${origin}${path.replace(/\{\w+\}/g, "1")}`, {
        method: method.toUpperCase(),
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        ...(example !== undefined && { body: JSON.stringify(example) }),
      });
      await answer.arrayBuffer();
      answers[`${method} ${path}`] = answer.status;
    }
  }
  // Most do what they say, with the example's records.
  const done = Object.values(answers).filter((status) => status < 300).length;
  expect(done / Object.keys(answers).length).toBeGreaterThan(0.6);
  const opened = existsSync(connections)
    ? readFileSync(connections, "utf8").split("\n").filter(Boolean)
    : [];
  // Its own port was looked up: the counter counts.
  expect(opened.length).toBeGreaterThan(0);
  expect(opened.filter((line) => !isHere(line))).toEqual([]);
});

test("no job of a server without LIVE reaches another machine, whatever keys it has", async () => {
  const opened: string[] = [];
  const connect = net.Socket.prototype.connect;
  vi.spyOn(net.Socket.prototype, "connect").mockImplementation(function (
    this: net.Socket,
    ...given: unknown[]
  ) {
    const [options] = Array.isArray(given[0]) ? given[0] : given;
    opened.push(`connect ${options?.host ?? options?.path ?? given[1] ?? "localhost"}`);
    return Reflect.apply(connect, this, given);
  });
  const world = await createWorld();
  await world.transaction(seedIfEmpty);
  const config = readConfig({ ...keys, LIVE: "" });
  const { clock, secrets, mailRenderer, mediaStore, publicOrigin } = world.ports;
  const ports = await createWorldPorts({
    ...{ config, clock, secrets, mailRenderer, mediaStore, publicOrigin, database: world.database },
  });
  const work: { readonly [Name in keyof Jobs]: Jobs[Name] } = {
    generate: { taskId: "t", categoryId: 1, count: 1, type: "image" },
    publish: { postId: 1 },
    "plan-day": {},
    measure: { accountId: 1 },
    "refresh-credentials": { accountId: 1 },
    "sync-products": { integrationId: 1 },
    newsletter: {},
    "send-newsletter": { groupId: 1, slot: "2026-11-23T08:00:00.000Z", after: 0, silences: 0 },
    "rotate-sales": {},
    "rotate-sale": { groupId: 1, slot: "2026-11-23T01:00:00.000Z" },
  };
  expect(Object.keys(work).toSorted()).toEqual(Object.keys(handlers).toSorted());
  for (const name of Object.keys(work) as (keyof Jobs)[]) {
    // Each handler gets the data of its own name.
    const handler = handlers[name] as (data: unknown, run: unknown) => Promise<unknown>;
    await handler(work[name], { ...world.run, ports });
  }
  await world.close();
  expect(opened.filter((line) => !isHere(line))).toEqual([]);
});
