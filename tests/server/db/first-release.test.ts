import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountApi } from "@/entities/account/contract";
import { categoryApi } from "@/entities/category/contract";
import { groupApi } from "@/entities/group/contract";
import { integrationApi } from "@/entities/integration/contract";
import { accountsApi } from "@/features/accounts/contract";
import { contentApi } from "@/features/content/contract";
import { generationApi } from "@/features/generation/contract";
import { groupsApi } from "@/features/groups/contract";
import { memeTemplatesApi } from "@/features/meme-templates/contract";
import { newsletterApi } from "@/features/newsletter/contract";
import { performanceApi } from "@/features/performance/contract";
import { productsApi } from "@/features/products/contract";
import { queueApi } from "@/features/queue/contract";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { readConfig } from "../../../server/config.ts";
import type { Database } from "../../../server/db/database.ts";
import { migrate, readMigrations } from "../../../server/db/migrate.ts";
import { unlock } from "../../../server/keys/unlock.ts";
import { testKey } from "../../support/ports.ts";
import { onServer } from "../../support/postgres.ts";
import { openBlank, openCopy } from "../../support/server.ts";
import { createWorld, type World } from "../world.ts";

const firstRelease = readFileSync("tests/support/first-release.sql", "utf8");

let world: World;
let drop: () => Promise<void> = async () => undefined;

/** Opens a database of the first release, on the kind of database that this run uses. */
async function openFirstRelease(): Promise<Database> {
  const { database, url, drop: dropIt } = await openBlank();
  drop = dropIt;
  // A pool of PostgreSQL takes one statement at a time.
  await (url ? onServer(url, firstRelease) : database.query(firstRelease));
  return database;
}

beforeAll(async () => {
  const database = await openFirstRelease();
  // A subscriber who got a newsletter and was removed afterwards.
  await database.query(
    `insert into mails (group_id, origin, recipient, status, created_at)
     values (46, 'newsletter:2026-11-23T08:00:00.000Z:4', 'uklonjena@example.com', 'sent', now())`,
  );
  await migrate(database);
  const SECRET_KEY = Buffer.from(testKey).toString("hex");
  await unlock(database, readConfig({ SECRET_KEY }));
  world = await createWorld({ database });
});
afterAll(async () => {
  await world.close();
  await drop();
});

const columnsOf = async ({ query }: Database) =>
  (
    await query(
      `select table_schema || '.' || table_name || '.' || column_name as name, data_type, is_nullable,
         column_default
       from information_schema.columns where table_schema in ('public', 'drizzle') order by 1`,
    )
  ).rows;
const indexesOf = async ({ query }: Database) =>
  (await query("select indexdef from pg_indexes where schemaname = 'public' order by 1")).rows;

describe("The database of the first release, migrated", () => {
  test("has every migration, and the tables of a new one", async () => {
    const { rows } = await world.database.query(
      "select count(*)::int as applied from drizzle.__drizzle_migrations",
    );
    expect(rows).toEqual([{ applied: readMigrations().length }]);
    const { database, drop } = await openCopy();
    expect(await columnsOf(world.database)).toEqual(await columnsOf(database));
    expect(await indexesOf(world.database)).toEqual(await indexesOf(database));
    await database.close();
    await drop();
  });

  test("has lost nothing", async () => {
    const { call } = world;
    const pending = await call(queueApi.list, { query: { status: "pending_approval" } });
    expect(pending.map(({ id }) => id)).toEqual([10, 12, 13, 14, 15]);
    expect(await call(groupApi.list, {})).toHaveLength(61);
    expect(await call(integrationApi.all, {})).toHaveLength(10);
    expect(await call(productsApi.list, {})).toHaveLength(2);
    expect(await call(memeTemplatesApi.list, {})).toHaveLength(2);
    expect(await call(schedulerApi.upcoming, {})).toHaveLength(1);
    const { recently_published } = await call(schedulerApi.status, {});
    expect(recently_published).toHaveLength(7);
    const posts = await call(performanceApi.list, { query: {} });
    expect(posts.map(({ scheduled_post_id: id }) => Number(id)).sort()).toEqual([
      1, 2, 3, 4, 6, 7, 8,
    ]);
    const { snapshots } = await call(performanceApi.detail, { params: { id: 7 } });
    expect(snapshots).toHaveLength(2);
  });

  test("can be read by every group's screens", async () => {
    const { call } = world;
    const groups = await call(groupApi.list, {});
    for (const { id } of groups) {
      const groupId = Number(id);
      await call(accountApi.list, { params: { id: groupId } });
      const categories = await call(categoryApi.list, { params: { id: groupId } });
      for (const category of categories) {
        await call(contentApi.list, { params: { id: category.id }, query: {} });
      }
      await call(integrationApi.list, { params: { id: groupId } });
      await call(generationApi.status, { query: { group_id: groupId } });
      await call(performanceApi.byCategory, { query: { group_id: groupId } });
      await call(newsletterApi.settings, { params: { groupId } });
      await call(newsletterApi.subscribers, { params: { groupId } });
      await call(saleRotatorApi.settings, { params: { groupId } });
    }
  });

  test("still knows the commands that were sent to it", async () => {
    const again = await world.request("publishing/account-groups", {
      method: "POST",
      json: { name: "Sasvim druga grupa", description: null },
      headers: { "Idempotency-Key": "first-release-groups-create" },
    });
    expect(again.status).toBe(422);
    expect(await again.json()).toEqual({
      detail: "This Idempotency-Key was used for another request.",
    });
  });

  test("opens the secrets that were sealed in it", async () => {
    const [account] = await world.accounts(61);
    const reply = await world.call(accountsApi.test, { params: { id: account?.id ?? 0 } });
    expect(reply).toMatchObject({ message: "The credentials work." });
  });

  describe("lets the links in its mails unsubscribe", () => {
    const linkTo = {
      first: "v1.aPrl7u_XkS8YlfmJTKJ9Y0Kc4yXbEI62OaejFokiF22fA7zU3bGgnfE",
      fourth: "v1.-KXHFLFDBAwcwnld9norIfDNRXeqbMktuWnhwgCa2lL-kMGVxziHjQk",
      ninetyNinth: "v1.WWn5PL8TU0fED5CsOZ9uodEs9yLEVqqPzk3LBwDCa72q0XPfVQifFfF8",
      test: "v1.nT-GkTBvFxvQhljUM8x9bfLKxwOu3Zng-63qCmOjsI5FfV7W_6geCm6ZX9s",
    };
    async function open(token: string) {
      const answer = await world.fetch(`/newsletter/unsubscribe?token=${token}`, {
        method: "POST",
      });
      return { status: answer.status, text: await answer.text() };
    }
    const done = { status: 200, text: expect.stringContaining("You are unsubscribed") };
    const active = async () =>
      (await world.call(newsletterApi.subscribers, { params: { groupId: 46 } }))
        .filter(({ is_active }) => is_active)
        .map(({ email }) => email);
    const add = (email: string) =>
      world.call(newsletterApi.addSubscriber, { params: { groupId: 46 }, body: { email } });

    test("whom they were sent to, also after a removal", async () => {
      expect(await active()).toEqual(["a@example.com", "b@example.com"]);
      await world.call(newsletterApi.removeSubscriber, { params: { id: 1 } });
      await add("A@example.com");
      expect(await active()).toEqual(["b@example.com", "A@example.com"]);
      expect(await open(linkTo.first)).toEqual(done);
      expect(await active()).toEqual(["b@example.com"]);

      await add("uklonjena@example.com");
      expect(await open(linkTo.fourth)).toEqual(done);
      expect(await active()).toEqual(["b@example.com"]);
    });

    test("and nobody who got such an id later", async () => {
      await world.database.query(
        `insert into subscribers (id, group_id, email) overriding system value
         values (99, 46, 'nova@example.com')`,
      );
      expect(await open(linkTo.ninetyNinth)).toEqual({
        status: 404,
        text: expect.stringContaining("This link no longer works, so nobody was unsubscribed."),
      });
      expect(await active()).toEqual(["b@example.com", "nova@example.com"]);
    });

    test("and nobody if it was a test email", async () => {
      expect(await open(linkTo.test)).toEqual({
        status: 404,
        text: expect.stringContaining("This link is from a test email"),
      });
    });
  });

  test("has its secrets sealed again, each for its own row", async () => {
    const { rows } = await world.database.query(
      `select left(text, 3) as format, count(*)::int as texts from (
         select credentials as text from accounts where credentials is not null
         union all select credentials from integrations
         union all select proxy_password from groups where proxy_password is not null) as sealed
       group by 1`,
    );
    expect(rows).toEqual([{ format: "v2.", texts: 26 }]);
  });

  test("accepts new writes, and publishes its waiting posts", async () => {
    const { call } = world;
    await call(groupsApi.change, {
      params: { id: 61 },
      body: { focus_media_type: "video", logo_url: null },
    });
    await world.approve(15);
    const [category] = await call(categoryApi.list, { params: { id: 61 } });
    const ids = await world.generate(Number(category?.id), 1, "text");
    expect(ids).toHaveLength(5);
    world.clock.advance(400 * 86_400_000);
    await world.runJobs();
    const { recently_published } = await call(schedulerApi.status, {});
    expect(recently_published).toHaveLength(9);
    expect(await call(schedulerApi.upcoming, {})).toEqual([]);
  });
});
