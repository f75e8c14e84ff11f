import { afterAll, beforeAll, expect, test } from "vitest";
import { groups } from "../../../server/db/schema.ts";
import { createTestServer, type TestServer } from "../../support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const create = (name: string, key?: string) =>
  server.request("publishing/account-groups", {
    method: "POST",
    json: { name, description: null },
    ...(key && { headers: { "Idempotency-Key": key } }),
  });

const named = async (name: string) =>
  (await server.database.db.select().from(groups)).filter((group) => group.name === name).length;

test("the same command with the same key has one effect and gets the first answer", async () => {
  const first = await create("Once", "key-1");
  const again = await create("Once", "key-1");
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(first.headers.get("Idempotent-Replayed")).toBeNull();
  expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  expect(await again.json()).toEqual(await first.json());
  expect(await named("Once")).toBe(1);
});

test("a key that was used for another command is refused", async () => {
  await create("One", "key-2");
  const other = await create("Other", "key-2");
  expect(other.status).toBe(422);
  expect(await other.json()).toEqual({
    detail: "This Idempotency-Key was used for another request.",
  });
  expect(await named("Other")).toBe(0);
});

test("of twenty identical commands at once one runs and the others get its answer", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => create("Twin", "key-3")));
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
  expect(new Set(bodies).size).toBe(1);
  expect(answers.filter((answer) => answer.headers.has("Idempotent-Replayed"))).toHaveLength(19);
  expect(await named("Twin")).toBe(1);
});

test("a refused command leaves its key free for a second try", async () => {
  const refused = await server.request("publishing/account-groups/99/categories", {
    method: "POST",
    json: sampleCategory,
    headers: { "Idempotency-Key": "key-4" },
  });
  expect(refused.status).toBe(404);
  expect((await create("Second try", "key-4")).status).toBe(201);
});

test("without a key every command runs by itself", async () => {
  await create("Twice");
  const answer = await create("Twice");
  expect(answer.status).toBe(409);
  expect(answer.headers.has("Idempotent-Replayed")).toBe(false);
});

test("a key that is too long to be stored is refused", async () => {
  expect((await create("Long", "k".repeat(201))).status).toBe(422);
});

const sampleCategory = {
  name: "Dnevna inspiracija",
  category_type: "evergreen",
  image_posts_per_day: 1,
  video_posts_per_day: 0,
  text_posts_per_day: 0,
  daily_generation_active: true,
};
