import { readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { inject, onTestFinished } from "vitest";
import type { Id } from "@/shared/api/id";
import { createSandboxPages } from "../../server/adapters/sandbox/pages/pages.ts";
import { type Config, readConfig } from "../../server/config.ts";
import { openDatabase } from "../../server/db/client.ts";
import type { Database } from "../../server/db/database.ts";
import { countOverdue } from "../../server/features/scheduler/due.ts";
import { productApi, productHandlers } from "../../server/http/api.ts";
import { type App, createApp } from "../../server/http/app.ts";
import { startJobs } from "../../server/jobs/engine.ts";
import { queueDepth } from "../../server/jobs/job-store.ts";
import { jobs as jobHandlers } from "../../server/jobs/jobs.ts";
import type { Api, Handlers } from "../../server/kernel/handler.ts";
import { createLog, type Log } from "../../server/kernel/log.ts";
import { createMetrics, measured } from "../../server/kernel/metrics.ts";
import type { JobRun } from "../../server/kernel/runs.ts";
import type { Ports } from "../../server/ports/ports.ts";
import { liveWorld } from "../../server/ports/world.ts";
import { withLocksChecked } from "./lock-order.ts";
import { testKey, testPorts } from "./ports.ts";
import { onServer, urlOf } from "./postgres.ts";

export const testOrigin = "http://localhost:4100";

/** A clock that runs by itself and can be set forward. */
export type TestClock = {
  readonly now: () => Date;
  readonly advance: (milliseconds: number) => void;
};

export type TestServer = {
  readonly app: App;
  readonly database: Database;
  readonly ports: Ports;
  readonly clock: TestClock;
  readonly config: Config;
  /** The token of a signed-in administrator. */
  readonly token: string;
  /** Calls this server instead of the network; relative URLs are the server's own. */
  readonly fetch: typeof globalThis.fetch;
  /** Calls `/api/v1/{path}` (or `/…` as it is) signed in; `json` is sent as the body. */
  readonly request: (path: string, init?: RequestInit & { json?: unknown }) => Promise<Response>;
  /** The argument of a job, for tests that act without a request. */
  readonly run: JobRun;
  /** Runs the jobs that are due, and those that become due by them. Returns how many jobs ran. */
  readonly runJobs: () => Promise<number>;
  readonly close: () => Promise<void>;
};

type Options<A extends Api> = {
  /** Variables of the environment, as in .env.example. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly staticDir?: string;
  /** False for a server whose outside world is real; its ports are the sandbox's all the same. */
  readonly sandbox?: boolean;
  /** Ports that replace the sandbox's. */
  readonly ports?: Partial<Ports>;
  /** A migrated database instead of an empty one; it is closed with the server. */
  readonly database?: Database;
  /** Calls that replace the product's. */
  readonly serve?: { readonly api: A; readonly handlers: Handlers<A> };
  /** The server's log; by default only failures, which Vitest shows only for failed tests. */
  readonly log?: Log;
};

const failures = createLog({
  level: "error",
  destination: { write: (line) => console.error(line) },
  allMessages: true,
});

/** The real server in this process, on an empty migrated database of its own. Needs `close()`. */
export async function createTestServer<A extends Api = typeof productApi>(
  options: Options<A> = {},
): Promise<TestServer> {
  const { environment = {}, staticDir, sandbox = true, serve, log = failures } = options;
  const config = readConfig(environment);
  const clock = testClock();
  const { database: opened, drop = async () => undefined } = options.database
    ? { database: options.database }
    : await openCopy();
  const database = withLocksChecked(opened);
  const metrics = createMetrics({
    queueDepth: () => queueDepth(database),
    overduePosts: () => countOverdue(database.db, clock.now()),
  });
  const given: Ports = {
    ...testPorts(clock, database),
    pause: async (milliseconds) => clock.advance(milliseconds),
    ...(!sandbox && { world: liveWorld([], false) }),
    ...options.ports,
  };
  const ports: Ports = { ...given, publisher: measured(given.publisher, metrics) };
  const jobs = await startJobs({
    database,
    handlers: jobHandlers,
    ports,
    speed: config.speed,
    background: false,
    log,
    metrics,
  });
  const shared = {
    config,
    database,
    ports,
    enqueue: jobs.enqueue,
    log,
    metrics,
    key: testKey,
    pages: createSandboxPages(database),
    ...(staticDir !== undefined && { staticDir }),
  };
  const app = serve
    ? createApp({ ...shared, ...serve })
    : createApp({ ...shared, api: productApi, handlers: productHandlers });
  const token = await app.sessions.issue({ id: "administrator", name: "Administrator" });
  const fetch: typeof globalThis.fetch = (input, init) =>
    app.fetch(
      input instanceof Request
        ? new Request(input, init)
        : new Request(new URL(input, testOrigin), init),
    );
  return {
    app,
    database,
    ports,
    clock,
    config,
    token,
    fetch,
    request: (path, { json, ...init } = {}) => {
      const headers = new Headers(init.headers);
      if (!headers.has("Authorization")) headers.set("Authorization", `Bearer ${token}`);
      if (json !== undefined) headers.set("Content-Type", "application/json");
      return fetch(path.startsWith("/") ? path : `/api/v1/${path}`, {
        ...init,
        headers,
        ...(json !== undefined && { body: JSON.stringify(json) }),
      });
    },
    run: jobs.run,
    runJobs: jobs.runDue,
    close: async () => {
      await jobs.stop();
      await database.close();
      await drop();
    },
  };
}

/** Starts a server that is closed when the test ends. */
export async function startServer(
  options: Parameters<typeof createTestServer>[0] = {},
): Promise<TestServer> {
  const server = await createTestServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** Has a group's posts published a minute after their approval. */
export const shortenNotice = ({ query }: Pick<Database, "query">, group: Id) =>
  query("update groups set notice_minutes = 1 where id = $1", [group]);

function testClock(): TestClock {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
  };
}

type Opened = {
  readonly database: Database;
  /** The URL of that database, on PostgreSQL. */
  readonly url?: string;
  readonly drop: () => Promise<void>;
};

/** Opens a copy of the global set-up's template: to be closed, then dropped. */
export async function openCopy(): Promise<Opened> {
  const template = inject("template");
  if ("dump" in template) return { database: await lend(template.dump), drop: async () => {} };
  return openOnServer(template.url, `template ${template.name}`);
}

/** Opens a database of its own without a table: to be closed, then dropped. */
export async function openBlank(): Promise<Opened> {
  const template = inject("template");
  if ("url" in template) return openOnServer(template.url);
  return openInMemory(new Blob([readFileSync(template.blank)]));
}

/** Opens a database that knows the letters of ASCII alone: to be closed, then dropped. */
export async function openAscii(encoding: "UTF8" | "SQL_ASCII"): Promise<Opened> {
  const template = inject("template");
  if ("url" in template) {
    const letters = `encoding '${encoding}' lc_collate 'C' lc_ctype 'C'`;
    return openOnServer(template.url, `template template0 ${letters}`);
  }
  const client = await PGlite.create({
    initDbStartParams: ["--locale=C", `--encoding=${encoding}`],
  });
  const dump = await client.dumpDataDir("none");
  await client.close();
  return openInMemory(dump);
}

const openInMemory = async (dump: Blob): Promise<Opened> => ({
  database: await openDatabase({ memory: true, dump }),
  drop: async () => {},
});

async function openOnServer(server: string, like = ""): Promise<Opened> {
  const name = `console_test_${crypto.randomUUID().replaceAll("-", "")}`;
  await onServer(server, `create database ${name} ${like}`);
  const url = urlOf(server, name);
  return {
    database: await openDatabase({ url }),
    url,
    drop: () => onServer(server, `drop database ${name} with (force)`),
  };
}

/** Databases that earlier tests have closed: emptying one takes a hundredth of the time of opening one. */
const idle: Database[] = [];

/** A PGlite database equal to the template. Closing only disables it, so that it can be reused. */
async function lend(dump: string): Promise<Database> {
  const kept = idle.pop();
  await kept?.query(makeEmpty);
  const whole =
    kept ?? (await openDatabase({ memory: true, dump: new Blob([readFileSync(dump)]) }));
  let isClosed = false;
  let open = 0;
  const refuse = () => {
    if (isClosed) throw new Error("The database is closed.");
  };
  return {
    ...whole,
    db: new Proxy(whole.db, {
      get: (target, key) => {
        refuse();
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    }),
    query: async (text, values) => {
      refuse();
      return whole.query(text, values);
    },
    transaction: async (work) => {
      refuse();
      open += 1;
      try {
        return await whole.transaction(work);
      } finally {
        open -= 1;
      }
    },
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      // A transaction that is still open would block, or spoil, the next test.
      if (open === 0) idle.push(whole);
      else await whole.close();
    },
  };
}

/**
 * Deletes all rows and restarts the numbers of those that follow, in a twentieth of the time of a
 * `truncate`, which makes new files for every table and index. Only a table that has grown is truncated:
 * what was deleted is not vacuumed, and would be read by the tests to come. Keeps the queue's own version
 * and queues, which no test changes.
 */
const makeEmpty = `
  do $$ declare one text; begin
    -- No triggers and no foreign keys: the order of the tables does not matter.
    perform set_config('session_replication_role', 'replica', true);
    for one in
      select oid::regclass::text
      from pg_class
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
        and oid not in ('pgboss.version'::regclass, 'pgboss.queue'::regclass)
    loop
      if pg_relation_size(one::regclass) > 200000 then execute 'truncate ' || one || ' cascade';
      else execute 'delete from ' || one;
      end if;
    end loop;
    perform setval(seqrelid::regclass, seqstart, false)
    from pg_sequence
    where pg_sequence_last_value(seqrelid) is not null;
  end $$`;
