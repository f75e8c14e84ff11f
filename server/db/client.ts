import { AsyncLocalStorage } from "node:async_hooks";
import { execFile } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import { DrizzleQueryError } from "drizzle-orm";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import pg from "pg";
import { StartError } from "../config.ts";
import type { Db } from "../kernel/context.ts";
import { Fault } from "../kernel/fault.ts";
import { type Log, silence } from "../kernel/log.ts";
import { DatabaseUnavailable, isOutage } from "./unavailable.ts";

export type Database = {
  readonly kind: "pglite" | "postgres";
  /** The outer handle. It throws a Fault inside `transaction()`, where PGlite would deadlock. */
  readonly db: Db;
  /**
   * One transaction: committed if `work` resolves, rolled back if it throws. Cannot be nested. Throws an
   * error that `isUnavailable` recognizes if the database does not answer in time. A `patient` one has no
   * time limits: for migrations, backups and restores.
   */
  readonly transaction: <T>(
    work: (db: Db) => Promise<T>,
    options?: { readonly patient?: boolean },
  ) => Promise<T>;
  /**
   * Called inside `transaction()`: runs `effect` after the commit, and never after a roll-back. Outside
   * a transaction it runs at once.
   */
  readonly afterCommit: (effect: () => void) => void;
  /** One statement with values, or several without values, outside a transaction; for pg-boss. */
  readonly query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
  /**
   * Runs `work` while no other process runs one of the same name on this database; waits for its turn.
   * `work` uses the database as usual. The lock ends with this process at the latest.
   */
  readonly exclusively: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** The whole database as a tar file that `{ memory, dump }` opens; PGlite only. */
  readonly dump?: () => Promise<Blob>;
  readonly close: () => Promise<void>;
};

export type Where =
  | { readonly url: string; readonly limits?: Limits }
  | { readonly dataDir: string }
  | { readonly memory: true; readonly dump?: Blob };

/**
 * Opens the database; a folder must be locked before. Throws a StartError that explains the
 * problem.
 */
export async function openDatabase(where: Where, log = silence): Promise<Database> {
  return "url" in where ? openPostgres(where, log) : openPglite(where);
}

/**
 * How long PostgreSQL may take, in milliseconds, before a request is answered 503 and a job is tried
 * again. Without limits a lock that is never released, or a network that loses every packet,
 * would hold a connection for ever, and after ten of them every request.
 */
export type Limits = {
  /** To get a connection, from the pool or the server. */
  readonly connect: number;
  /** To wait for a lock that another transaction holds. */
  readonly lock: number;
  /** To run a statement. */
  readonly statement: number;
  /** Between two statements of a transaction. */
  readonly idle: number;
  /** To wait for any answer: longer than `statement`, so that PostgreSQL ends a slow statement first. */
  readonly answer: number;
};

const defaultLimits: Limits = {
  connect: 5_000,
  lock: 10_000,
  statement: 30_000,
  idle: 60_000,
  answer: 35_000,
};

/**
 * `random_page_cost` defaults to 4, for hard disks. With data in memory or on an SSD the planner would
 * read whole tables for lists of a hundred rows.
 */
const settings = ["-c", "TimeZone=UTC", "-c", "random_page_cost=1.1"];

const startParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB", ...settings];

/** WAL segments of 1 MB instead of 16 MB halve the time to create a database. */
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
  const outer: Db = drizzlePglite({ client });
  return {
    kind: "pglite",
    db: drizzlePglite({ client: guard.protect(client) }),
    transaction: guard.transaction((work) => outer.transaction(work)),
    afterCommit: guard.afterCommit,
    query: async (text, values = []) => {
      guard.refuse();
      if (values.length > 0) return client.query<unknown>(text, values);
      try {
        return (await client.exec(text)).at(-1) ?? { rows: [] };
      } catch (error) {
        // The statements may have begun a transaction, which would stay open on the only connection.
        await client.exec("rollback");
        throw error;
      }
    },
    // Only one process can open PGlite.
    exclusively: (_, work) => work(),
    dump: async () => client.dumpDataDir("none"),
    close: async () => {
      if (!client.closed) await client.close();
    },
  };
}

/**
 * Opens the folder. A new one is created beside it and renamed, so that an interrupted start leaves no
 * partial database. That happens in a separate process: it needs 860 MB, which this process would not
 * give back.
 */
async function openFolder(folder: string): Promise<PGlite> {
  try {
    if (!existsSync(folder)) await makeFolder(folder);
    return await PGlite.create({ dataDir: folder, startParams });
  } catch (error) {
    throw new StartError(
      `The database in ${folder} cannot be opened (${reason(error)}): restore a backup of the data folder, or move it away to start with a new one.`,
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

async function openPostgres(
  { url, limits = defaultLimits }: Extract<Where, { url: string }>,
  log: Log,
): Promise<Database> {
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: limits.connect,
    options: settings.join(" "),
    keepAlive: true,
  };
  const pool = new pg.Pool({
    ...connection,
    lock_timeout: limits.lock,
    statement_timeout: limits.statement,
    idle_in_transaction_session_timeout: limits.idle,
    query_timeout: limits.answer,
  });
  // Without listeners a lost connection ends the process. A connection that is lost between two
  // statements of a transaction emits on the client alone; an idle one emits on the pool as well.
  const onLost = (error: unknown) => log.warn("database connection lost", {}, error);
  pool.on("connect", (client) => client.on("error", onLost));
  pool.on("error", () => undefined);
  const connectAlone = async () => {
    const client = new pg.Client(connection);
    client.on("error", onLost);
    await client.connect().catch(throwUnavailable);
    return client;
  };
  /** `drop` ends the connection instead of giving it back to the pool. */
  const withClient = async <T>(
    work: (client: pg.PoolClient, drop: () => void) => Promise<T>,
  ): Promise<T> => {
    const client = await pool.connect().catch(throwUnavailable);
    let isReleased = false;
    const release = (isBroken: boolean) => {
      if (!isReleased) client.release(isBroken);
      isReleased = true;
    };
    try {
      const result = await work(client, () => release(true));
      release(false);
      return result;
    } catch (error) {
      release(isSilent(error));
      throw error;
    }
  };
  const transaction = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    withClient((client, drop) =>
      drizzlePg({ client }).transaction(async (db) => {
        try {
          return await work(db);
        } catch (error) {
          // The rollback would wait for an answer as long again.
          if (isSilent(error)) drop();
          throw error;
        }
      }),
    );
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
    transaction: guard.transaction(async (work, patient) => {
      if (!patient) return transaction(work);
      const client = await connectAlone();
      try {
        return await drizzlePg({ client }).transaction(work);
      } finally {
        await client.end();
      }
    }),
    afterCommit: guard.afterCommit,
    query: async (text, values = []) => {
      guard.refuse();
      if (values.length > 0) {
        return pool.query<pg.QueryResultRow>(text, values).catch(throwUnavailable);
      }
      return withClient(async (client) => {
        try {
          const result: unknown = await client.query(text);
          // pg returns an array for several statements; its type does not say so.
          return Array.isArray(result) ? (result.at(-1) ?? { rows: [] }) : result;
        } catch (error) {
          // The rollback of a connection without answers would wait for one as long again.
          if (!isSilent(error)) await client.query("rollback").catch(() => undefined);
          throw error;
        }
      }).catch(throwUnavailable);
    },
    exclusively: async (name, work) => {
      // A connection of its own: the lock belongs to the connection, and the pool's change hands.
      const client = await connectAlone();
      try {
        const key = "hashtextextended($1, 0)";
        const { rows } = await client.query(`select pg_try_advisory_lock(${key}) as locked`, [
          name,
        ]);
        if (!rows[0]?.locked) {
          log.info("waiting for another process", { lock: name });
          await client.query(`select pg_advisory_lock(${key})`, [name]);
        }
        return await work();
      } finally {
        await client.end();
      }
    },
    close: async () => {
      if (!pool.ended) await pool.end();
    },
  };
}

/** Rethrows an error of the driver, as DatabaseUnavailable if it is one of the database's state. */
function throwUnavailable(error: unknown): never {
  throw isOutage(error) ? new DatabaseUnavailable(error) : error;
}

/** Returns true if no answer arrived in time: the connection is still waiting for it. */
const isSilent = (error: unknown) => {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof Error && cause.message === "Query read timeout";
};

/** An AggregateError (a host name with several addresses) has no message of its own. */
function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0]);
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\.$/, "");
}

/** Runs `work` in a transaction; without time limits if `patient`. */
type Run = <T>(work: (db: Db) => Promise<T>, patient: boolean) => Promise<T>;

type Transaction = { open: boolean; readonly effects: (() => void)[] };

/** Throws a Fault if the outer handle is used inside a transaction. */
function guardOuter() {
  const current = new AsyncLocalStorage<Transaction>();
  const refuse = () => {
    if (current.getStore()?.open) {
      throw new Fault(
        "The outer database handle was used inside transaction(): use the handle it gives.",
      );
    }
  };
  return {
    refuse,
    /** The same client, whose methods throw inside a transaction. */
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
      (run: Run): Database["transaction"] =>
      async (work, { patient = false } = {}) => {
        refuse();
        const mine: Transaction = { open: true, effects: [] };
        const result = await current.run(mine, async () => {
          try {
            return await run(work, patient);
          } finally {
            mine.open = false;
          }
        });
        for (const effect of mine.effects) effect();
        return result;
      },
    afterCommit: (effect: () => void) => {
      const mine = current.getStore();
      if (mine?.open) mine.effects.push(effect);
      else effect();
    },
  };
}
