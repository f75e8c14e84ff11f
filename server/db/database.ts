import { AsyncLocalStorage } from "node:async_hooks";
import type { Db } from "../kernel/context.ts";
import { Fault } from "../kernel/fault.ts";

export type Database = {
  readonly kind: "pglite" | "postgres";
  /** The outer handle. It throws a Fault inside `transaction()`, where PGlite would deadlock. */
  readonly db: Db;
  /**
   * One transaction: committed if `work` resolves, rolled back if it throws. Cannot be nested. Throws
   * an error that `isUnavailable` recognizes if the database does not answer in time. An `unlimited`
   * one has no time limits: for migrations, backups and restores.
   */
  readonly transaction: <T>(
    work: (db: Db) => Promise<T>,
    options?: { readonly unlimited?: boolean },
  ) => Promise<T>;
  /**
   * Called inside `transaction()`: runs `effect` after the commit, and never after a roll-back. Outside
   * a transaction it runs at once.
   */
  readonly afterCommit: (effect: () => void) => void;
  /** One statement with values, or several without values, outside a transaction; for pg-boss. */
  readonly query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
  /**
   * Runs `work` while no other process runs one of the same name on this database; waits for its
   * turn. `work` uses the database as usual. The lock ends with this process at the latest. With
   * `lockTimeout`, in ms, it throws as `transaction` does if its turn does not come in time: the
   * other process may hang.
   */
  readonly exclusively: <T>(
    name: string,
    work: () => Promise<T>,
    options?: { readonly lockTimeout?: number },
  ) => Promise<T>;
  /** The whole database as a tar file that `{ memory, dump }` opens; PGlite only. */
  readonly dump?: () => Promise<Blob>;
  readonly close: () => Promise<void>;
};

/**
 * `random_page_cost` defaults to 4, for hard disks. With data in memory or on an SSD the planner would
 * read whole tables for lists of a hundred rows.
 */
export const settings = ["-c", "TimeZone=UTC", "-c", "random_page_cost=1.1"];

/**
 * Returns an error's message. An AggregateError (a host name with several addresses) has none of
 * its own.
 */
export function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0]);
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\.$/, "");
}

/** The function that runs `work` in a transaction; without time limits if `unlimited`. */
type Run = <T>(work: (db: Db) => Promise<T>, unlimited: boolean) => Promise<T>;

type Transaction = { open: boolean; readonly effects: (() => void)[] };

/** Throws a Fault if the outer handle is used inside a transaction. */
export function guardOuter() {
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
      async (work, { unlimited = false } = {}) => {
        refuse();
        const mine: Transaction = { open: true, effects: [] };
        const result = await current.run(mine, async () => {
          try {
            return await run(work, unlimited);
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
