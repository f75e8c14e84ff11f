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

/** An empty server and a client of it. */
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
  test("has a flow for each slice that has calls", async () => {
    const slices = await readdir("src/features");
    // The forms of several slices upload, so that this call is an entity's.
    expect(Object.keys(flows).toSorted()).toEqual([...slices, "media"].toSorted());
  });

  test.each(Object.keys(flows))("reads what it has written: %s", async (slice) => {
    const { api, world } = await open();
    await flows[slice]?.(api, world);
  });

  test("reads the sentences of a refusal", async () => {
    const { api } = await open();
    expect(await refusedName(api)).toBe("Group Name is required.");
  });
});
