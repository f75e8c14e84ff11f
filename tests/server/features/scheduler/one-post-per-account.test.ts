import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../../../server/db/database.ts";
import { migrate, readMigrations } from "../../../../server/db/migrate.ts";
import { openBlank } from "../../../support/server.ts";

let database: Database;
let drop: () => Promise<void>;

/** Rows as the releases before the unique index could leave them. */
const before = `
  insert into groups (name) values ('Zimska kolekcija');
  insert into categories (group_id, name, category_type, image_posts_per_day, video_posts_per_day, text_posts_per_day)
    values (1, 'Saveti', 'evergreen', 1, 0, 0);
  insert into accounts (group_id, platform_type, platform_username, is_active, last_known_error) values
    (1, 'bluesky', 'zima', true, null), (1, 'bluesky', 'sneg', true, 'InvalidToken'), (1, 'tiktok', 'zima.tok', true, null);
  insert into content_items (category_id, text_content, is_active) values (1, 'Sneg je pao.', true), (1, 'Led.', true);
  insert into queue_items (category_id, content_item_id, text_content, status)
    select 1, 1, 'Sneg je pao.', 'approved' from generate_series(1, 3)
    union all select 1, 2, 'Led.', 'approved' union all select 1, null, 'Direktno.', 'approved';
  insert into scheduled_posts (queue_item_id, group_id, account_id, platform_type, publish_at, status) values
    (1, 1, 1, 'bluesky', '2040-01-02T12:00:00Z', 'scheduled'),
    (2, 1, 1, 'bluesky', '2040-01-02T09:00:00Z', 'scheduled'),
    (3, 1, 1, 'bluesky', '2040-01-01T09:00:00Z', 'published'),
    (1, 1, 2, 'bluesky', '2040-01-02T12:00:00Z', 'publishing'),
    (2, 1, 2, 'bluesky', '2040-01-02T09:00:00Z', 'publishing'),
    (3, 1, 2, 'bluesky', '2040-01-02T08:00:00Z', 'scheduled'),
    (4, 1, 1, 'bluesky', '2040-01-02T09:00:00Z', 'scheduled'),
    (5, 1, 1, 'bluesky', '2040-01-02T09:00:00Z', 'scheduled');
`;

beforeAll(async () => {
  const blank = await openBlank();
  ({ database, drop } = blank);
  const position = readMigrations().findIndex(({ sql }) =>
    sql.some((statement) => statement.includes("scheduled_posts_content_once_per_account")),
  );
  await migrate(database, position);
  for (const statement of before.split(";\n")) {
    if (statement.trim()) await database.query(statement);
  }
  await migrate(database);
});
afterAll(async () => {
  await database.close();
  await drop();
});

test("of posts of the same content for one account, the first to be published stays scheduled", async () => {
  const { rows } = await database.query(
    "select id, status, content_item_id, error from scheduled_posts order by id",
  );
  const double = "Another post of this content was scheduled on this account already.";
  expect(rows).toEqual([
    { id: 1, status: "failed", content_item_id: 1, error: double },
    { id: 2, status: "scheduled", content_item_id: 1, error: null },
    { id: 3, status: "published", content_item_id: 1, error: null },
    { id: 4, status: "publishing", content_item_id: 1, error: null },
    { id: 5, status: "publishing", content_item_id: null, error: null },
    { id: 6, status: "failed", content_item_id: 1, error: double },
    { id: 7, status: "scheduled", content_item_id: 2, error: null },
    { id: 8, status: "scheduled", content_item_id: null, error: null },
  ]);
});

test("accounts that have published without an error are ready, and active sessions are primed", async () => {
  const { rows } = await database.query(
    "select last_test, session_primed_at is not null as primed from accounts order by id",
  );
  expect(rows).toEqual([
    { last_test: "passed", primed: false },
    { last_test: null, primed: false },
    { last_test: null, primed: true },
  ]);
});
