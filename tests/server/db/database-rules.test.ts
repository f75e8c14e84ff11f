import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openCopy } from "../../support/server.ts";
import { createWorld, type World } from "../world.ts";

let world: World;
let group: number;
let category: number;
beforeAll(async () => {
  world = await createWorld();
  group = await world.addGroup();
  category = await world.addCategory(group);
  await world.database.query(
    `insert into queue_items (id, category_id, status, text_content) overriding system value
       values (9001, ${category}, 'approved', 'Zima');
     insert into integrations (id, group_id, platform, store_name, credentials) overriding system value
       values (9001, ${group}, 'shopify', 'zima', '');
     insert into sale_settings values (${group}, true, 1, 1, 1, 7, 20, 20, 'sale');
     insert into sale_runs (id, group_id, kind, origin, status, started_at, active_at) overriding system value
       values (9001, ${group}, 'live', 'one', 'running', now(), now());
     insert into sale_steps values
       (9001, 0, 'kapa', 'Kapa', 'add', 'planned', 100, null, 80, 100, '[]', '[]', null);
     insert into scheduled_posts (id, queue_item_id, group_id, category_id, platform_type, publish_at)
       overriding system value values (9001, 9001, ${group}, ${category}, 'bluesky', now());
     insert into mails (id, group_id, origin, recipient, status, created_at) overriding system value
       values (9001, ${group}, 'one', 'ana@example.com', 'sent', now());
     insert into content_items (id, category_id, text_content) overriding system value
       values (9001, ${category}, 'Zima')`,
  );
});
afterAll(() => world.close());

describe("The database refuses", () => {
  test.each([
    ["groups", "focus_media_type", "'audio'"],
    ["categories", "category_type", "'daily'"],
    ["categories", "image_posts_per_day", "-1"],
    ["categories", "last_product_index", "-1"],
    ["content_items", "media_type", "'text'"],
    ["queue_items", "status", "'published'"],
    ["queue_items", "media_type", "''"],
    ["scheduled_posts", "status", "'sent'"],
    ["scheduled_posts", "retry_count", "-1"],
    ["scheduled_posts", "measurements", "-1"],
    ["integrations", "platform", "'ebay'"],
    ["sale_settings", "rotator_count", "-1"],
    ["sale_settings", "print_discount_percent", "101"],
    ["sale_runs", "kind", "'dry'"],
    ["sale_runs", "status", "'ended'"],
    ["sale_steps", "action", "'change'"],
    ["sale_steps", "status", "'failed'"],
    ["sale_steps", "new_price", "-0.01"],
    ["mails", "status", "'bounced'"],
    ["activity", "kind", "'seen'"],
  ])("%s with a %s of %s", async (table, column, value) => {
    const change = world.database.query(`update ${table} set ${column} = ${value}`);
    await expect(change).rejects.toMatchObject({ code: "23514" });
  });
});

test("money is exact", async () => {
  const { query } = world.database;
  const { rows } = await query(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%price' and data_type <> 'numeric'`,
  );
  expect(rows).toEqual([]);
  await query("update sale_steps set new_price = 0.1 + 0.2");
  expect((await query("select new_price::text as price from sale_steps")).rows).toEqual([
    { price: "0.3" },
  ]);
});

test("a queue item knows whether it has a post, however posts come and go", async () => {
  const { query } = world.database;
  const marks = async () =>
    (await query("select is_scheduled from queue_items where id = 9001")).rows;
  const add = (count: number) =>
    query(
      `insert into scheduled_posts (queue_item_id, group_id, platform_type, publish_at)
         select 9001, ${group}, 'reddit', now() from generate_series(1, ${count})`,
    );
  await query("delete from scheduled_posts");
  expect(await marks()).toEqual([{ is_scheduled: false }]);
  await add(2);
  expect(await marks()).toEqual([{ is_scheduled: true }]);
  await query("delete from scheduled_posts where id = (select min(id) from scheduled_posts)");
  expect(await marks()).toEqual([{ is_scheduled: true }]);
  await query("delete from scheduled_posts");
  expect(await marks()).toEqual([{ is_scheduled: false }]);
});

// PGlite has one connection. Set TEST_DATABASE_URL to a PostgreSQL to run this.
test.skipIf(!process.env.TEST_DATABASE_URL)(
  "an item has a post, although its other post is removed at the same time",
  async () => {
    const { database, url, drop } = await openCopy();
    const [adding, removing] = [
      new pg.Client({ connectionString: url }),
      new pg.Client({ connectionString: url }),
    ];
    onTestFinished(async () => {
      await Promise.all([adding.end(), removing.end(), database.close()]);
      await drop();
    });
    await Promise.all([adding.connect(), removing.connect()]);
    const insert = `insert into scheduled_posts (queue_item_id, group_id, platform_type, publish_at)
      overriding system value values (1, 1, 'bluesky', now())`;
    await adding.query(
      `insert into groups (name) values ('Zima');
       insert into queue_items (status, text_content) values ('approved', 'Zima');
       ${insert}`,
    );
    await adding.query("begin");
    await adding.query(insert);
    let isRemoved = false;
    const removed = removing.query("delete from scheduled_posts where id = 1").finally(() => {
      isRemoved = true;
    });
    const waits = async () =>
      (
        await adding.query(
          "select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))",
        )
      ).rows.length > 0;
    await expect.poll(async () => isRemoved || (await waits())).toBe(true);
    await adding.query("commit");
    await removed;
    const { rows } = await adding.query("select is_scheduled from queue_items");
    expect(rows).toEqual([{ is_scheduled: true }]);
  },
);
