// @module-tag clock
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { memeTemplatesApi } from "@/features/meme-templates/contract";
import { productsApi } from "@/features/products/contract";
import { openDatabase } from "../../../server/db/client.ts";
import type { Database } from "../../../server/db/database.ts";
import { isUnavailable } from "../../../server/db/unavailable.ts";
import { silence } from "../../../server/kernel/log.ts";
import { type Gate, startGate } from "../../support/gate.ts";
import { openCopy, testOrigin } from "../../support/server.ts";
import { createWorld, type World } from "../world.ts";

/** In milliseconds, so that these tests are fast; the server's own are longer. */
const limits = { connect: 1000, lock: 500, statement: 800, idle: 1000, answer: 1500 };

const away = { detail: "The database does not answer. Try again." };

// PGlite is part of the process. Set TEST_DATABASE_URL to a PostgreSQL to run these.
describe.skipIf(!process.env.TEST_DATABASE_URL)("While the database is away", () => {
  let gate: Gate;
  let url: string;
  let through: Database;
  let world: World;
  let clean: () => Promise<void>;

  beforeEach(async () => {
    const copy = await openCopy();
    if (copy.url === undefined) throw new Error("These run on PostgreSQL alone.");
    url = copy.url;
    const own = new URL(url);
    gate = await startGate(Number(own.port || 5432));
    own.hostname = "127.0.0.1";
    own.port = String(gate.port);
    through = await openDatabase({ url: own.href, limits });
    world = await createWorld({ database: through, log: silence });
    clean = async () => {
      gate.open();
      await world.close();
      await gate.close();
      await copy.database.close();
      await copy.drop();
    };
  });
  afterEach(() => clean());

  const list = () => world.request("admin/meme-templates/");
  const add = () =>
    world.request("publishing/account-groups", {
      method: "POST",
      json: { name: `Grupa ${crypto.randomUUID()}`, description: null },
    });
  const signIn = () =>
    world.fetch("/login/discord", {
      method: "POST",
      body: new URLSearchParams({ as: "administrator", origin: testOrigin }),
      headers: { Origin: testOrigin },
      redirect: "manual",
    });

  async function expectAway(answer: Response) {
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(await answer.json()).toEqual(away);
  }

  test("reading, writing and signing in answer 503, and work again when it is back", async () => {
    gate.shut();
    for (const ask of [list, add, signIn]) await expectAway(await ask());
    gate.open();
    expect((await list()).status).toBe(200);
    expect((await add()).status).toBe(201);
    expect((await signIn()).status).toBe(303);
  });

  test("a browser that navigates gets a page", async () => {
    gate.shut();
    const answer = await world.fetch("/sandbox/mail", {
      headers: { Accept: "text/html,application/xhtml+xml" },
    });
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(answer.headers.get("Content-Type")).toContain("text/html");
    expect(await answer.text()).toContain("The database does not answer. Try again.");
  });

  test("a connection on which nothing arrives any more is given up, and not used again", async () => {
    // As many as the pool has connections, and some that wait for one.
    expect((await list()).status).toBe(200);
    gate.swallow();
    const asked = [list(), add(), ...Array.from({ length: 12 }, () => list())];
    for (const answer of await Promise.all(asked)) await expectAway(answer);
    gate.open();
    const answers = await Promise.all(Array.from({ length: 12 }, () => list()));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  });

  test("a lock that another process does not release is not waited for without end", async () => {
    const { id } = await world.call(productsApi.add, {
      body: {
        name: "Vuneni šal",
        product_image_url: "https://cdn.example.com/sal.jpg",
        description: "Zima",
        call_to_action_url: "https://shop.example.com/sal",
        is_active: true,
      },
    });
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query("begin");
    await other.query("select 1 from products where id = $1 for update", [id]);
    const request = { params: { id } };
    expect(await world.refusal(productsApi.remove, request)).toMatchObject({
      status: 503,
      ...away,
    });
    await other.end();
    await world.call(productsApi.remove, request);
  });

  test("a statement that takes too long is ended, but not one of a migration or backup", async () => {
    const slow = "select pg_sleep(2)";
    for (const attempt of [
      () => through.query(slow),
      () => through.query("select pg_sleep(2) where 1 = $1", [1]),
      () => through.transaction((db) => db.execute(slow)),
      async () => through.db.execute(slow),
    ]) {
      const error: unknown = await attempt().catch((thrown: unknown) => thrown);
      expect(isUnavailable(error)).toBe(true);
    }
    await through.transaction((db) => db.execute(slow), { unlimited: true });
    expect(await world.call(memeTemplatesApi.list, {})).toEqual([]);
  });

  test("a transaction that does nothing any more is ended", async () => {
    const attempt = through.transaction(async (db) => {
      await db.execute("select 1");
      await new Promise((resolve) => setTimeout(resolve, 2000));
      await db.execute("select 1");
    });
    expect(isUnavailable(await attempt.catch((thrown: unknown) => thrown))).toBe(true);
    expect((await list()).status).toBe(200);
  });
});
