import { DrizzleQueryError } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Db } from "../kernel/context.ts";
import { StartError } from "../kernel/fault.ts";
import type { Log } from "../kernel/log.ts";
import { type Database, guardOuter, reason, settings } from "./database.ts";
import { DatabaseUnavailable, isOutage } from "./unavailable.ts";

export type PostgresWhere = { readonly url: string; readonly limits?: Limits };

/**
 * The time that PostgreSQL may take, in milliseconds, before a request is answered 503 and a job is
 * tried again. Without limits a lock that is never released, or a network that loses every packet,
 * would hold a connection for ever, and after ten of them every request.
 */
type Limits = {
  /** To get a connection, from the pool or the server. */
  readonly connect: number;
  /** To wait for a lock that another transaction holds. */
  readonly lock: number;
  /** To run a statement. */
  readonly statement: number;
  /** Between two statements of a transaction. */
  readonly idle: number;
  /**
   * To wait for any answer: longer than `statement`, so that PostgreSQL ends a slow statement first.
   */
  readonly answer: number;
};

const defaultLimits: Limits = {
  connect: 5_000,
  lock: 10_000,
  statement: 30_000,
  idle: 60_000,
  answer: 35_000,
};

/** Opens a database on a server, through a pool of connections. */
export async function openPostgres(
  { url, limits = defaultLimits }: PostgresWhere,
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
  /** Runs work on a connection of the pool; its `drop` ends the connection instead of giving it back. */
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
      drizzle({ client }).transaction(async (db) => {
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
    db: drizzle({ client: guard.protect(pool) }),
    transaction: guard.transaction(async (work, unlimited) => {
      if (!unlimited) return transaction(work);
      const client = await connectAlone();
      try {
        return await drizzle({ client }).transaction(work);
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
    exclusively: async (name, work, { lockTimeout = 0 } = {}) => {
      // A connection of its own: the lock belongs to the connection, and the pool's change hands.
      const client = await connectAlone();
      try {
        const key = "hashtextextended($1, 0)";
        const { rows } = await client.query(`select pg_try_advisory_lock(${key}) as locked`, [
          name,
        ]);
        if (!rows[0]?.locked) {
          log.info("waiting for another process", { lock: name });
          await client.query(`set lock_timeout = ${lockTimeout}`);
          await client.query(`select pg_advisory_lock(${key})`, [name]).catch(throwUnavailable);
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
