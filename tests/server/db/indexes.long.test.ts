import { NoopLogger } from "drizzle-orm/logger";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sortKeys, sortOrders } from "@/features/performance/schema";
import type { Endpoint } from "@/shared/api/endpoint";
import { fillPath } from "@/shared/api/path";
import { itemSchemaOf } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";
import { deleteOldSandboxMails } from "../../../server/adapters/sandbox/mailer.ts";
import { deleteOldFailedWork } from "../../../server/features/failed-work/failed-work.ts";
import {
  fillCategoryQuota,
  fillGroupQuota,
} from "../../../server/features/generation/fill-quota.ts";
import { recentPosts } from "../../../server/features/generation/sources.ts";
import {
  deleteOldMails,
  recoverAbandonedMails,
} from "../../../server/features/newsletter/newsletter-mails.ts";
import { enqueueMeasurements } from "../../../server/features/performance/measure-job.ts";
import { countQueue } from "../../../server/features/queue/queue.ts";
import { deleteRejected } from "../../../server/features/retention/retention.ts";
import { enqueueDue } from "../../../server/features/scheduler/due.ts";
import { recoverAbandoned } from "../../../server/features/scheduler/unknown-posts.ts";
import { productApi } from "../../../server/http/api.ts";
import { deleteOldKeys } from "../../../server/http/idempotency.ts";
import { createTestServer, type TestServer } from "../../support/server.ts";

/** The number of rows in every table that is read. */
const rows = 100_000;
/** The number of rows that a statement may look at, even if it returns fewer. */
const few = rows / 10;

/** The numbers of groups and categories with content; the others have only their own row. */
const [groups, categories] = [200, 1000];

/** Returns SQL for a pseudo-random number from 1 to `many`, the same for the same row. */
const oneOf = (many: number, salt = 0) => `(1 + abs(hashint4(n + ${salt})::bigint) % ${many})::int`;
const longAgo = "now() - n * interval '5 minutes'";
const text = "repeat('Čaj, ćebe i dobra knjiga. ', 5) || n";

/**
 * Returns the SQL that inserts the rows of these tables from one number to another; `fillOthers` fills
 * the others that are read.
 */
const fill = (from: number, to: number): string =>
  Object.entries({
    groups: { name: "'Grupa ' || n" },
    categories: {
      group_id: `case when n <= ${categories} then 1 + n % ${groups} else n end`,
      name: "'Kategorija ' || md5(n::text)",
      category_type: "'evergreen'",
      image_posts_per_day: "1",
      video_posts_per_day: "0",
      text_posts_per_day: "0",
    },
    accounts: {
      group_id: oneOf(groups),
      platform_type: "'reddit'",
      platform_username: "'nalog' || n",
      is_active: "true",
    },
    content_items: {
      category_id: oneOf(categories),
      text_content: text,
      media_type: "case when n % 3 > 0 then 'image' end",
      is_active: "n % 4 > 0",
      last_used_at: `case when n % 5 > 0 then ${longAgo} end`,
    },
    queue_items: {
      category_id: `case when n % 50 > 0 then ${oneOf(categories)} end`,
      content_item_id: "n",
      status:
        "case when n % 20 = 7 then 'pending_approval' when n % 20 = 8 then 'rejected' else 'approved' end",
      text_content: text,
      // Set here, because triggers are off while the rows are inserted in bulk.
      is_scheduled: "true",
      origin: "'task:' || n",
    },
    scheduled_posts: {
      queue_item_id: "n",
      group_id: `1 + ${oneOf(categories)} % ${groups}`,
      category_id: `case when n % 50 > 0 then ${oneOf(categories)} end`,
      account_id: "n",
      content_item_id: "n",
      platform_type: "'bluesky'",
      status:
        "case when n % 20 = 1 then 'scheduled' when n % 20 = 2 then 'failed' when n % 1000 = 3 then 'unknown' else 'published' end",
      publish_at: `case when n % 20 = 1 then now() + n * interval '5 minutes' else ${longAgo} end`,
      published_at: `case when n % 20 not in (1, 2) and n % 1000 <> 3 then ${longAgo} end`,
      impressions: `case when n % 10 > 0 then ${oneOf(50_000)} end`,
      video_views: `case when n % 10 = 5 then ${oneOf(50_000)} end`,
      likes: `case when n % 10 > 0 then ${oneOf(500, 1)} end`,
      comments: `case when n % 10 > 0 then ${oneOf(50, 2)} end`,
      shares: `case when n % 10 > 0 then ${oneOf(20, 3)} end`,
      engagement_rate: `case when n % 10 > 0 then ${oneOf(1000, 4)} / 1000.0 end`,
    },
    metrics_snapshots: {
      post_id: "1 + n / 10",
      snapshot_time: longAgo,
      raw_data: `'{"likes": 1}'`,
    },
    integrations: {
      group_id: oneOf(groups),
      platform: "'shopify'",
      store_name: "'prodavnica' || n",
      credentials: "''",
    },
    subscribers: { group_id: oneOf(groups), email: "n || '@primer.example.com'" },
    mails: {
      group_id: oneOf(groups),
      subscriber_id: "n",
      origin: "'week:' || n",
      recipient: "n || '@primer.example.com'",
      status: "'sent'",
      created_at: "now() - n * interval '1 minute'",
    },
    activity: {
      at: "now() - n * interval '1 minute'",
      kind: "case when n % 5 = 0 then 'published' else 'approved' end",
      group_id: oneOf(groups),
      user_id: "case when n % 3 > 0 then 'user' || n % 3 end",
      user_name: "case when n % 3 > 0 then 'Ana' end",
      about: text,
    },
    failed_work: {
      job_id: "gen_random_uuid()",
      job: "'generate'",
      data: "'{}'",
      singleton_key: "'key' || n",
      group_id: oneOf(groups),
      about: "'Posao ' || n",
      cause: "''",
      failed_at: "now() - n * interval '10 seconds'",
    },
    sandbox_mails: {
      sender: "''",
      recipient: "''",
      subject: "''",
      html: text,
      unsubscribe_url: "''",
      sent_at: "now() - n * interval '1 second'",
    },
    idempotency_keys: {
      user_id: "'administrator'",
      key: "'key' || n",
      request_hash: "''",
      status: "200",
      created_at: "now() - n * interval '1 second'",
    },
  })
    .map(
      ([table, columns]) =>
        `insert into ${table} (${Object.keys(columns)}) select ${Object.values(columns)}
           from generate_series(${from}, ${to}) n`,
    )
    .join(";\n");

/** The query strings to try for the lists of the contract that take one; the others are read whole. */
const asks: Readonly<Record<string, readonly string[]>> = {
  "categories.redditFlairs": ["group_id=7"],
  "content.list": [
    "",
    "is_active=true",
    "is_active=false",
    "only_unused=true",
    "media_type=image",
    "is_active=true&only_unused=true&media_type=image&skip=20&limit=20",
  ],
  "generation.status": ["group_id=7"],
  "queue.list": [
    "",
    "status=pending_approval",
    "status=pending_approval&skip=500&limit=5",
    "status=approved&limit=1000",
    "status=rejected&limit=1000",
    "group_id=7&status=pending_approval",
  ],
  "scheduler.upcoming": [
    "",
    "limit=1000",
    "skip=500&limit=5",
    "group_id=7",
    "from=2026-01-01T00:00:00Z&to=2100-01-08T00:00:00Z&limit=1000",
  ],
  "scheduler.status": ["", "group_id=7"],
  "activity.list": ["", "group_id=7", "kind=published", "user=user1", "user=server"],
  "performance.list": sortKeys.flatMap((key) =>
    sortOrders.flatMap((order) =>
      [
        "limit=100",
        "limit=1000",
        "group_id=7",
        "group_id=7&limit=1000",
        "category_id=7",
        "group_id=7&category_id=6",
        // By category name, sorting all posts costs less than following an index for a tenth of them.
        ...(key === "category_name" ? [] : ["limit=10000"]),
      ].map((rest) => `sortBy=${key}&sortOrder=${order}&${rest}`),
    ),
  ),
  "performance.byCategory": ["group_id=7"],
};

/**
 * The server's own tasks: every minute, every few hours or whenever it starts; and the count that every
 * open console asks for twice a minute.
 */
const chores: Readonly<Record<string, (server: TestServer) => Promise<unknown>>> = {
  "counts the posts that wait for approval": ({ run }) =>
    run.transaction(async (context) => {
      await countQueue(context, {});
      await countQueue(context, { group_id: 7 });
    }),
  "fills a category's quota": ({ run }) =>
    run.transaction((context) => fillCategoryQuota(context, 7)),
  "fills a group's quota": ({ run }) => run.transaction((context) => fillGroupQuota(context, 7)),
  "collects recent posts for a text model": ({ run }) =>
    run.transaction(({ db }) => recentPosts(db, 7)),
  "forgets rejected posts": ({ database, clock }) => deleteRejected(database, clock.now(), 90),
  "gives up posts for lost": ({ run }) => run.transaction(recoverAbandoned),
  "gives up mails for lost": ({ run }) => run.transaction(recoverAbandonedMails),
  "looks for posts that came due": ({ run }) => run.transaction(enqueueDue),
  "looks for measurements that came due": ({ run }) => run.transaction(enqueueMeasurements),
  "forgets old failures": ({ database, clock }) => deleteOldFailedWork(database, clock.now()),
  "forgets old mails": ({ database, clock }) => deleteOldMails(database, clock.now()),
  "forgets old mails of the sandbox": ({ database, clock }) =>
    deleteOldSandboxMails(database, clock.now()),
  "forgets old commands": ({ database, clock }) => deleteOldKeys(database, clock.now()),
};

type Statement = { readonly sql: string; readonly values: unknown[] };

let server: TestServer;
/** The statements that each list or chore sent to the database. */
const sent = new Map<string, readonly Statement[]>();

/**
 * The server's statements are recorded while the tables are nearly empty. With full ones it would
 * send the same, and also read, check and return whole tables, which proves nothing here.
 */
beforeAll(async () => {
  server = await createTestServer();
  const { query } = server.database;
  await query(fill(1, categories));
  for (const name of lists) {
    sent.set(
      name,
      await sentBy(async () => {
        for (const search of asks[name] ?? [""]) await read(name, search);
      }),
    );
  }
  for (const [name, chore] of Object.entries(chores)) {
    sent.set(name, await sentBy(() => chore(server)));
  }
  await query(await inBulk(`${fill(categories + 1, rows)};\n${await fillOthers()}`));
  await query("analyze");
});
afterAll(() => server.close());

/** Returns the SQL that fills the other tables of lists, by the types of their columns. */
async function fillOthers(): Promise<string> {
  const filled = fill(1, 1);
  const statements = lists.flatMap((name) => sent.get(name) ?? []);
  const tables = statements
    .map(({ sql }) => / from "(\w+)"/.exec(sql)?.[1] ?? "")
    .filter((table) => !filled.includes(`insert into ${table} `));
  const { rows: inserts } = await server.database.query(
    `select 'insert into ' || table_name || ' (' || string_agg(quote_ident(column_name), ', ')
            || ') select ' || string_agg(
                 case data_type when 'text' then quote_literal(column_name) || ' || n'
                                when 'boolean' then 'true'
                                when 'integer' then 'n'
                                else 'now()' end, ', ')
            || ' from generate_series(1, ${rows}) n' as sql
     from information_schema.columns
     where table_schema = 'public' and is_nullable = 'NO' and column_default is null
       and is_identity = 'NO' and table_name = any($1)
     group by table_name`,
    [tables],
  );
  return (inserts as { sql: string }[]).map(({ sql }) => sql).join(";\n"); // As selected above.
}

/** Makes the inserts faster: foreign keys are not checked, and indexes are created afterwards. */
async function inBulk(statements: string): Promise<string> {
  const { rows: found } = await server.database.query(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and indexname not in (select conname from pg_constraint)`,
  );
  const indexes = found as { name: string; definition: string }[]; // As selected above.
  return [
    "begin",
    "set local session_replication_role = replica",
    ...indexes.map(({ name }) => `drop index ${name}`),
    statements,
    ...indexes.map(({ definition }) => definition),
    "commit",
  ].join(";\n");
}

const listsOfContract: readonly [string, Endpoint][] = Object.entries(productApi).flatMap(
  ([slice, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>)
      .filter(([, { method, reply }]) => method === "GET" && reply && holdsList(reply))
      .map(([name, endpoint]): [string, Endpoint] => [`${slice}.${name}`, endpoint]),
);

/** They read all of something: the active categories of all groups, and each mail of a newsletter to count it. */
const readAll: readonly string[] = ["scheduler.planPreview", "newsletter.mails"];

const lists = listsOfContract.map(([name]) => name).filter((name) => !readAll.includes(name));

function holdsList(reply: z.core.$ZodType): boolean {
  if (itemSchemaOf(reply)) return true;
  if (reply instanceof z.ZodMiniObject) return Object.values(reply.shape).some(holdsList);
  if (reply instanceof z.ZodMiniCatch) return holdsList(reply._zod.def.innerType);
  return reply instanceof z.ZodMiniPipe && holdsList(reply._zod.def.out);
}

/** The values of the parameters in a path. */
const params = { id: 7, groupId: 7, subreddit: "serbia" };

async function read(name: string, search: string) {
  const endpoint = new Map(listsOfContract).get(name);
  if (!endpoint) throw new Error(`The contract has no list ${name}.`);
  const response = await server.request(`${fillPath(endpoint.path, params)}?${search}`);
  const answer = await response.text();
  if (!response.ok) throw new Error(`${name} ${search}: ${response.status} ${answer}`);
}

/** Returns the statements that read or change rows of the product, without those of the queue. */
async function sentBy(work: () => Promise<unknown>): Promise<readonly Statement[]> {
  // Without a configured logger drizzle calls this one, which does nothing.
  const told = vi.spyOn(NoopLogger.prototype, "logQuery");
  await work();
  const calls = told.mock.calls as readonly unknown[][] as readonly [string, unknown[]][];
  const found = calls.map(([sql, values]) => ({ sql, values }));
  told.mockRestore();
  return found.filter(({ sql }) => /^(?:select|update|delete) .*"|^with /s.test(sql));
}

/** Returns the query plan of a statement. Changes nothing. */
async function planOf({ sql, values }: Statement): Promise<string> {
  const how = /^(?:select|with) /.test(sql) ? "explain (analyze, timing off)" : "explain";
  const { rows: lines } = await server.database.query(`${how} ${sql}`, values);
  return (lines as { "QUERY PLAN": string }[]).map((line) => line["QUERY PLAN"]).join("\n");
}

/** Returns the number of rows that a plan looked at: an index may read all of a table as well. */
function lookedAt(plan: string): number {
  let sum = 0;
  let scans = 0;
  for (const line of plan.split("\n")) {
    const [, found, loops] = /\(actual rows=([\d.]+) loops=(\d+)\)/.exec(line) ?? [];
    if (found !== undefined) {
      scans = /Scan/.test(line) && !/Bitmap Index|Subquery/.test(line) ? Number(loops) : 0;
      sum += Number(found) * scans;
    }
    const removed = /Rows Removed by (?:Filter|Index Recheck): ([\d.]+)/.exec(line)?.[1];
    if (removed !== undefined) sum += Number(removed) * scans;
  }
  return sum;
}

const answered = (plan: string) => Number(/actual rows=([\d.]+)/.exec(plan)?.[1] ?? 0);

test(`every table that is filled has at least ${rows.toLocaleString("en-US")} rows`, async () => {
  const tables = [...fill(1, 1).matchAll(/insert into (\w+)/g)].map(([, name]) => name);
  const { rows: found } = await server.database.query(
    "select relname as name, reltuples::int as rows from pg_class where relname = any($1)",
    [tables],
  );
  expect(found).toHaveLength(tables.length);
  // The recorded commands may have added activities.
  for (const table of found) {
    expect((table as { rows: number }).rows).toBeGreaterThanOrEqual(rows); // As selected above.
  }
});

test("every query string is one of a list of the contract", () => {
  expect(lists).toEqual(expect.arrayContaining(Object.keys(asks)));
});

describe.each([...lists, ...Object.keys(chores)])("%s", (name) => {
  test("scans no table, and looks at few rows more than it returns", async () => {
    const statements = (sent.get(name) ?? []).filter(({ sql }) => !sql.includes(`"sessions"`));
    expect(statements.length).toBeGreaterThan(0);
    const found: string[] = [];
    for (const statement of statements) {
      const plan = await planOf(statement);
      const most = Math.max(few, 1.5 * answered(plan));
      if (!plan.includes("Seq Scan") && lookedAt(plan) <= most) continue;
      const shortened = statement.sql.replace(/^select .*? from/s, "select … from");
      found.push(`${shortened}\n-- ${JSON.stringify(statement.values)}\n${plan}\n`);
    }
    expect(found.join("\n")).toBe("");
  });
});

/** The foreign keys without an index to find their rows when the other row is deleted, and why. */
const withoutIndex = {
  "scheduled_posts.group_id": "a group is deleted rarely",
  "failed_work.group_id": "a group is deleted rarely",
  "newsletter_settings.integration_id": "a group has one row",
};

test("the rows that refer to a deleted row are found by an index", async () => {
  const { rows: found } = await server.database.query(
    `select f.conrelid::regclass || '.' || a.attname as column
     from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
     where f.contype = 'f' and f.connamespace = 'public'::regnamespace
       and not exists (select 1 from pg_index i
                       where i.indrelid = f.conrelid and i.indkey[0] = a.attnum and i.indpred is null)`,
  );
  expect((found as { column: string }[]).map(({ column }) => column).toSorted()).toEqual(
    Object.keys(withoutIndex).toSorted(),
  );
});
