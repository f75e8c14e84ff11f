import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { openDatabase } from "../../../../server/db/client";
import { newFolder } from "../console";

/** A PostgreSQL server that may be killed and started again. */
export type Cluster = {
  readonly url: string;
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
};

/** The database of a store: a new PGlite folder, or a new database of a PostgreSQL server. */
export type Place = "pglite" | { readonly url: string } | Cluster;

export type Query = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

/** The data of a server that is killed, and the journal of the platforms. */
export type Store = {
  readonly name: "PGlite" | "PostgreSQL";
  /** The environment variables of the server. */
  readonly environment: Readonly<Record<string, string>>;
  /** Gives `work` a connection to the database; with PGlite no server may be running. */
  readonly use: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
  /** Backdates the posts that a killed server was publishing, so that it is taken for dead. */
  readonly letTimePass: () => Promise<void>;
  /** Takes the database away from running servers, and gives it back; PostgreSQL only. */
  readonly outage?: { readonly begin: () => Promise<void>; readonly end: () => Promise<void> };
  /** Returns the ids of the posts that the platforms received, in order. */
  readonly journal: () => Promise<number[]>;
  readonly remove: () => Promise<void>;
};

export async function openStore(place: Place): Promise<Store> {
  const folder = await newFolder();
  const path = join(folder, "journal");
  const shared = {
    journal: async () => {
      const text = await readFile(path, "utf8").catch(() => "");
      const lines = text.split("\n").filter(Boolean);
      return lines.map((line) => (JSON.parse(line) as { post: number }).post);
    },
  };
  const environment = { DATA_DIR: join(folder, "data"), SANDBOX_JOURNAL: path };
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  if (place === "pglite") {
    return {
      ...shared,
      name: "PGlite",
      environment,
      use: async (work) => {
        const database = await openDatabase({ dataDir: environment.DATA_DIR });
        try {
          // The caller names the type of the query's rows.
          return await work(
            async <Row>(text: string, values?: unknown[]) =>
              (await database.query(text, values)).rows as Row[],
          );
        } finally {
          await database.close();
        }
      },
      // The next process that locks the folder knows that no other is alive.
      letTimePass: async () => undefined,
      remove: removeFolder,
    };
  }
  const { url } = place;
  const name = `console_trial_${process.pid}_${Date.now()}`;
  const own = new URL(url);
  own.pathname = `/${name}`;
  await queryOnce(url, `create database ${name}`);
  return {
    ...shared,
    name: "PostgreSQL",
    environment: { ...environment, DATABASE_URL: own.href },
    use: (work) => connectedTo(own.href, work),
    letTimePass: () =>
      connectedTo(own.href, async (query) => {
        // A commit that the killed server has sent can still come through while its connections end.
        for (let others = 1; others > 0; await sleep(20)) {
          const [found] = await query<{ count: number }>(
            `select count(*)::int as count from pg_stat_activity
               where datname = current_database() and pid <> pg_backend_pid()
                 and backend_type = 'client backend'`,
          );
          others = found?.count ?? 0;
        }
        await query(
          `update scheduled_posts set started_at = started_at - interval '1 hour'
             where status = 'publishing'`,
        );
      }),
    outage:
      "kill" in place
        ? { begin: place.kill, end: place.start }
        : {
            // Somebody else's server may hold other databases, so only this one goes away.
            begin: async () => {
              await queryOnce(url, `alter database ${name} with allow_connections false`);
              await queryOnce(
                url,
                `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
              );
            },
            end: () => queryOnce(url, `alter database ${name} with allow_connections true`),
          },
    remove: async () => {
      await queryOnce(url, `drop database ${name} with (force)`);
      await removeFolder();
    },
  };
}

const queryOnce = (url: string, text: string) =>
  connectedTo(url, async (query) => {
    await query(text);
  });

async function connectedTo<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // The caller names the type of the query's rows.
    return await work(
      async <Row>(text: string, values?: unknown[]) =>
        (await client.query(text, values)).rows as Row[],
    );
  } finally {
    await client.end();
  }
}
