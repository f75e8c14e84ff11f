import { AsyncLocalStorage } from "node:async_hooks";
import { execFile } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import pg from "pg";
import { StartError } from "../config.ts";
import type { Db } from "../context.ts";
import { Fault } from "../fault.ts";
import { type Log, silence } from "../log.ts";

export type Database = {
  readonly kind: "pglite" | "postgres";
  /** The outer handle. Inside `transaction()` it throws at once: PGlite would wait for itself for ever. */
  readonly db: Db;
  /** One transaction: kept when `work` succeeds, undone when it throws. Not to be nested. */
  readonly transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  /** One statement with values, or several without; for pg-boss, and no part of a transaction. */
  readonly query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
  /** The whole database as a tar file that `{ memory, dump }` opens; PGlite only. */
  readonly dump?: () => Promise<Blob>;
  readonly close: () => Promise<void>;
};

export type Where =
  | { readonly url: string }
  | { readonly dataDir: string }
  | { readonly memory: true; readonly dump?: Blob };

/** Opens the database; the folder must be locked before. Throws a StartError that says what is wrong. */
export async function openDatabase(where: Where, log = silence): Promise<Database> {
  return "url" in where ? openPostgres(where.url, log) : openPglite(where);
}

/**
 * A row that an index finds costs about as much as the next one, since the database is in memory or
 * on a solid disk: at the default of 4, which is that of turning disks, whole tables are read for
 * lists of a hundred.
 */
const settings = ["-c", "TimeZone=UTC", "-c", "random_page_cost=1.1"];

const startParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB", ...settings];

/** Segments of 1 MB in the place of 16 MB: a new database is made in half the time. */
const initDbStartParams = ["--wal-segsize=1"];

async function openPglite(where: Exclude<Where, { url: string }>): Promise<Database> {
  const client = await ("dataDir" in where
    ? openFolder(join(where.dataDir, "database"))
    : PGlite.create({
        startParams,
        initDbStartParams,
        ...(where.dump && { loadDataDir: where.dump }),
      }));
  const guard = guardOuter();
  return {
    kind: "pglite",
    db: drizzlePglite({ client: guard.protect(client) }),
    transaction: guard.transaction(drizzlePglite({ client })),
    query: async (text, values = []) => {
      guard.refuse();
      if (values.length > 0) return client.query<unknown>(text, values);
      try {
        return (await client.exec(text)).at(-1) ?? { rows: [] };
      } catch (error) {
        // The text may have begun a transaction of its own, and this is the only connection.
        await client.exec("rollback");
        throw error;
      }
    },
    dump: async () => client.dumpDataDir("none"),
    close: async () => {
      if (!client.closed) await client.close();
    },
  };
}

/**
 * A new folder is made aside and moved into place whole, by a process of its own: making it takes
 * 860 MB for a moment, which this process would keep.
 */
async function openFolder(folder: string): Promise<PGlite> {
  try {
    if (!existsSync(folder)) await makeFolder(folder);
    return await PGlite.create({ dataDir: folder, startParams });
  } catch (error) {
    throw new StartError(
      `The database in ${folder} cannot be opened (${reason(error)}): restore a backup of the data folder, or move it away to begin anew.`,
    );
  }
}

async function makeFolder(folder: string) {
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  const library = pathToFileURL(createRequire(import.meta.url).resolve("@electric-sql/pglite"));
  const options = `{ dataDir: process.argv[1], initDbStartParams: ${JSON.stringify(initDbStartParams)} }`;
  const script = `import(${JSON.stringify(library.href)})
    .then(({ PGlite }) => PGlite.create(${options}))
    .then((database) => database.close());`;
  await promisify(execFile)(process.execPath, ["-e", script, fresh]);
  renameSync(fresh, folder);
}

async function openPostgres(url: string, log: Log): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    options: settings.join(" "),
  });
  // A connection that is cut while idle is replaced; without a listener it would end the process.
  pool.on("error", (error) => log.warn("database connection lost", {}, error));
  try {
    await pool.query("select 1");
  } catch (error) {
    await pool.end();
    const { hostname, port, pathname } = new URL(url);
    const address = `${hostname || "localhost"}:${port || 5432}${pathname}`;
    throw new StartError(
      `The database of DATABASE_URL (${address}) cannot be used: ${reason(error)}.`,
    );
  }
  const guard = guardOuter();
  return {
    kind: "postgres",
    db: drizzlePg({ client: guard.protect(pool) }),
    transaction: guard.transaction(drizzlePg({ client: pool })),
    query: async (text, values = []) => {
      guard.refuse();
      if (values.length > 0) return pool.query<pg.QueryResultRow>(text, values);
      const client = await pool.connect();
      try {
        const result: unknown = await client.query(text);
        // Several statements answer with several results, whatever the type says.
        return Array.isArray(result) ? (result.at(-1) ?? { rows: [] }) : result;
      } catch (error) {
        await client.query("rollback").catch(() => undefined);
        throw error;
      } finally {
        client.release();
      }
    },
    close: async () => {
      if (!pool.ended) await pool.end();
    },
  };
}

/** An AggregateError, one per address of a name, has no message of its own. */
function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0]);
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\.$/, "");
}

/** Watches over the rule that inside a transaction only its own handle is used. */
function guardOuter() {
  const current = new AsyncLocalStorage<{ open: boolean }>();
  const refuse = () => {
    if (current.getStore()?.open) {
      throw new Fault(
        "The outer database handle was used inside transaction(): use the handle it gives.",
      );
    }
  };
  return {
    refuse,
    /** The same client, refusing every call from inside a transaction. */
    protect: <Client extends object>(client: Client): Client =>
      new Proxy(client, {
        get: (target, key) => {
          const value: unknown = Reflect.get(target, key, target);
          if (typeof value !== "function") return value;
          return (...args: unknown[]) => {
            refuse();
            return Reflect.apply(value, target, args);
          };
        },
      }),
    transaction:
      (outer: Db) =>
      async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
        refuse();
        const mine = { open: true };
        return current.run(mine, async () => {
          try {
            return await outer.transaction(work);
          } finally {
            mine.open = false;
          }
        });
      },
  };
}
