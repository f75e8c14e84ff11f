import { execFile } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import openapiTypescript, { type OpenAPI3 } from "openapi-typescript";
import { describe, expect, onTestFinished, test } from "vitest";
import { failedWork } from "../../../server/db/schema.ts";
import { createTestServer, testOrigin } from "../../support/server.ts";

/*
 * The API as another team would use it: openapi-typescript makes types from `/openapi.json`, TypeScript
 * checks the calls against them, openapi-fetch makes the calls. Types and calls know nothing of the
 * contract in this repository.
 */

const folder = "tests/server/foreign-client";

type World = {
  readonly fetch: typeof globalThis.fetch;
  readonly origin: string;
  readonly token: string;
  readonly runJobs: () => Promise<unknown>;
  readonly failGeneration: (categoryId: number) => Promise<unknown>;
};

/** The exports of `flows.ts`, whose types are there only after they were generated. */
type Flows = {
  readonly clientOf: (world: World) => unknown;
  readonly flows: Readonly<Record<string, (api: unknown, world: World) => Promise<void>>>;
  readonly refusedName: (api: unknown) => Promise<string>;
};
const file = "../foreign-client/flows.ts";
const { clientOf, flows, refusedName }: Flows = await import(file);

// The forms of several slices upload, so that this call is an entity's.
const slices = [...(await readdir("src/features")), "media"];

/** Returns an empty server and a client of it. */
async function open() {
  const { database, clock, ...server } = await createTestServer();
  onTestFinished(() => server.close());
  const failGeneration = (categoryId: number) =>
    database.db.insert(failedWork).values({
      job_id: crypto.randomUUID(),
      job: "generate",
      data: { taskId: "1", categoryId, count: 1, type: "text" },
      singleton_key: "1",
      about: "1 text post for Zima",
      cause: "There was no answer in time.",
      failed_at: clock.now(),
    });
  const world: World = { ...server, origin: testOrigin, failGeneration };
  return { world, api: clientOf(world) };
}

test("Types are generated from the document, and the client's calls fit them", async () => {
  const { world } = await open();
  const document: OpenAPI3 = await (await world.fetch("/openapi.json")).json();
  const types = await openapiTypescript(document, {
    // As its documentation describes for files; a browser's client sends a Blob.
    transform: ({ format }) => (format === "binary" ? "Blob" : undefined),
  });
  // A field without a type helps nobody; objects may have more fields than described.
  expect(
    types.match(/^.*(?<!\[key: string\]): (unknown|any|Record<string, never>)\b.*$/gm),
  ).toBeNull();
  await mkdir(`${folder}/generated`, { recursive: true });
  await writeFile(`${folder}/generated/openapi-types.ts`, types);
  const tsc = promisify(execFile)("node_modules/.bin/tsc", ["-p", folder]);
  const { stdout } = await tsc.catch((failed: { stdout: string }) => failed);
  expect(stdout).toBe("");
});

describe("A foreign client", () => {
  test.each(slices)("reads what it has written: %s", async (slice) => {
    const { api, world } = await open();
    await (flows[slice]?.(api, world) ?? addAndDelete(slice, world));
  });

  test("reads the sentences of a refusal", async () => {
    const { api } = await open();
    expect(await refusedName(api)).toBe("Group Name is required.");
  });
});

/**
 * Returns the flow of a slice that has none in `flows.ts`: adds the record of the document's example,
 * finds it in the list, deletes it, and misses it there.
 */
async function addAndDelete(slice: string, { fetch, origin, token }: World) {
  const { paths }: AddingPaths = await (await fetch("/openapi.json")).json();
  const ofSlice = `${slice.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())}.`;
  const [path = "", { post } = {}] =
    Object.entries(paths).find(
      ([path, { post }]) => post?.operationId.startsWith(ofSlice) && paths[recordOf(path)]?.delete,
    ) ?? [];
  if (!post) throw new Error(`${slice} does not add and delete records: write its flow.`);
  const example = post.requestBody?.content["application/json"].example;
  const send = async (method: string, at: string, body?: object) => {
    const response = await fetch(new URL(at, origin), {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.ok, `${method} ${at}`).toBe(true);
    return response.status === 204 ? undefined : response.json();
  };
  const { id } = await send("POST", path, example);
  expect(await send("GET", path)).toMatchObject([{ ...example, id }]);
  await send("DELETE", recordOf(path).replace("{id}", id));
  expect(await send("GET", path)).toEqual([]);
}

const recordOf = (path: string) => `${path.replace(/\/$/, "")}/{id}`;

/** The parts of the document that this flow reads. */
type AddingPaths = {
  readonly paths: Readonly<Record<string, { readonly post?: Adding; readonly delete?: object }>>;
};
type Adding = {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: { readonly "application/json": { readonly example: object } };
  };
};
