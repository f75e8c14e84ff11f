import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../server/db/database.ts";
import * as schema from "../../server/db/schema.ts";
import type { Db } from "../../server/kernel/context.ts";
import {
  checkLockOrder,
  type Kind,
  recordInsert,
  recordReference,
  recordStatement,
} from "../../server/kernel/locks.ts";

const kinds = new Map<PgTable, Kind>([
  [schema.accounts, "account"],
  [schema.groups, "group"],
  [schema.categories, "category"],
  [schema.integrations, "integration"],
  [schema.saleRuns, "sale run"],
  [schema.subscribers, "subscriber"],
  [schema.queueItems, "queue item"],
  [schema.scheduledPosts, "post"],
  [schema.contentItems, "content item"],
]);

type Reference = { readonly column: string; readonly from: PgTable; readonly to: PgTable };

const references: readonly (Reference & { readonly onDelete: string | undefined })[] =
  Object.values(schema)
    .filter((one) => one instanceof PgTable)
    .flatMap((from) =>
      getTableConfig(from).foreignKeys.map((key) => {
        const { columns, foreignTable: to } = key.reference();
        return { column: columns[0]?.name ?? "", from, to, onDelete: key.onDelete };
      }),
    );

/** Returns the tables whose rows a deletion locks besides its own, by cascade and by trigger. */
function reachedByDeletion(table: PgTable, found = new Set<PgTable>()): ReadonlySet<PgTable> {
  if (table === schema.scheduledPosts) found.add(schema.queueItems);
  for (const { from, to, onDelete } of references) {
    if (to !== table || found.has(from)) continue;
    found.add(from);
    if (onDelete === "cascade") reachedByDeletion(from, found);
  }
  return found;
}

/**
 * Returns the same database. Its transactions throw a Fault if they lock rows in the wrong order,
 * also by an update, a deletion or an insert: see server/kernel/locks.ts.
 */
export function withLocksChecked(database: Database): Database {
  checkLockOrder();
  return {
    ...database,
    transaction: (work, options) => database.transaction((db) => work(observed(db)), options),
  };
}

function observed(db: Db): Db {
  const record = (table: PgTable, lock: (transaction: object, kind: Kind) => void) => {
    const kind = kinds.get(table);
    if (kind) lock(transaction, kind);
  };
  /** The builder, which records the rows that the given values reference. */
  const withReferences = <Builder extends object>(builder: Builder, table: PgTable): Builder =>
    new Proxy(builder, {
      get: (target, key, receiver) => {
        const method: unknown = Reflect.get(target, key, receiver);
        if ((key !== "values" && key !== "set") || typeof method !== "function") return method;
        return (given: Record<string, unknown> | Record<string, unknown>[]) => {
          const rows = [given].flat();
          for (const { column, from, to } of references) {
            if (from === table && rows.some((row) => (row[column] ?? null) !== null)) {
              record(to, recordReference);
            }
          }
          return Reflect.apply(method, receiver, [given]);
        };
      },
    });
  const transaction: Db = new Proxy(db, {
    get: (target, key, receiver) => {
      if (key === "insert") {
        return (table: PgTable) => {
          record(table, recordInsert);
          return withReferences(target.insert(table), table);
        };
      }
      if (key === "update") {
        return (table: PgTable) => {
          record(table, recordStatement);
          return withReferences(target.update(table), table);
        };
      }
      if (key === "delete") {
        return (table: PgTable) => {
          // Those of groups and categories lock the group and its accounts before, and nothing else.
          const isOfGroup = table === schema.groups || table === schema.categories;
          const reached = isOfGroup ? [schema.accounts, schema.groups] : reachedByDeletion(table);
          record(table, recordStatement);
          for (const other of reached) record(other, recordStatement);
          return target.delete(table);
        };
      }
      return Reflect.get(target, key, receiver);
    },
  });
  return transaction;
}
