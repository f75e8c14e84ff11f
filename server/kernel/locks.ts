import { asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import { accounts, categories, groups, queueItems, scheduledPosts } from "../db/schema.ts";
import type { Db } from "./context.ts";
import { Fault } from "./fault.ts";
import type { GroupRow } from "./find-group.ts";
import { existing } from "./sql.ts";

/**
 * The order in which every transaction locks rows; rows of one table by ascending id, and a job
 * last, by enqueueing it. Two transactions that lock the same rows in different orders wait for
 * each other, until the database ends one of them.
 */
const order = [
  "account",
  "group",
  "category",
  "integration",
  "sale run",
  "subscriber",
  "queue item",
  "post",
  "content item",
] as const;

type Kind = (typeof order)[number];

/** The ids of the rows that each open transaction has locked. */
const held = new WeakMap<object, Map<Kind, Set<number>>>();

let isChecking = false;

/** Makes rows that are locked in the wrong order throw a Fault from now on: for tests. */
export function checkLockOrder(): void {
  isChecking = true;
}

/** Runs a query that locks rows of a table, `db.select()…for("update")`, and returns them. */
export async function locking<Row extends object>(
  db: Db,
  kind: Kind,
  query: PromiseLike<Row[]>,
): Promise<Row[]> {
  const rows = await query;
  if (isChecking && db instanceof PgTransaction) recordLocks(db, kind, rows);
  return rows;
}

/**
 * Checks the order of a lock. Rows that the transaction has locked before may be locked again at
 * any time.
 */
function recordLocks(transaction: object, kind: Kind, rows: readonly object[]): void {
  const kinds = held.get(transaction) ?? new Map<Kind, Set<number>>();
  held.set(transaction, kinds);
  const known = kinds.get(kind) ?? new Set();
  const ids = rows.flatMap((row) => ("id" in row && typeof row.id === "number" ? [row.id] : []));
  const later = order.slice(order.indexOf(kind) + 1).find((other) => kinds.get(other)?.size);
  if (later && ids.some((id) => !known.has(id))) {
    throw new Fault(`A transaction locks ${kind}s after ${later}s.`);
  }
  kinds.set(kind, new Set([...known, ...ids]));
}

/** As strong as a deletion, as a change, or only against deletion. */
type Strength = "update" | "no key update" | "key share";

/** Returns the accounts, by id. */
export const lockAccounts = (
  db: Db,
  where: SQL | undefined,
  strength: Strength = "update",
): Promise<(typeof accounts.$inferSelect)[]> =>
  locking(
    db,
    "account",
    db.select().from(accounts).where(where).orderBy(asc(accounts.id)).for(strength),
  );

/** Returns the groups, by id. */
export const lockGroups = (
  db: Db,
  where: SQL | undefined,
  strength: Strength = "update",
): Promise<GroupRow[]> =>
  locking(db, "group", db.select().from(groups).where(where).orderBy(asc(groups.id)).for(strength));

/**
 * Returns the group. With the strength `update` no post of it is claimed until the transaction ends,
 * because `lockUnlessPaused` waits. Throws a 404 Refusal if it does not exist.
 */
export const lockGroup = async (
  db: Db,
  groupId: number,
  strength: Strength = "update",
): Promise<GroupRow> => existing(await lockGroups(db, eq(groups.id, groupId), strength), "group");

/** Locks a group and before it its accounts: no post of it is claimed, scheduled or recorded. */
export async function lockGroupWithAccounts(db: Db, groupId: number): Promise<void> {
  await lockAccounts(db, eq(accounts.group_id, groupId));
  await lockGroup(db, groupId);
}

/** Locks the group of a queue item against deletion; with `withAccounts`, its accounts before it. */
export async function keepGroupOfItem(
  db: Db,
  itemId: number,
  { withAccounts = false } = {},
): Promise<void> {
  const ofItem = db
    .select({ id: categories.group_id })
    .from(categories)
    .innerJoin(queueItems, eq(queueItems.category_id, categories.id))
    .where(eq(queueItems.id, itemId));
  if (withAccounts) await lockAccounts(db, inArray(accounts.group_id, ofItem));
  await lockGroups(db, inArray(groups.id, ofItem), "key share");
}

/** Locks the group of a scheduled post against deletion. */
export async function keepGroupOfPost(db: Db, postId: number): Promise<void> {
  const ofPost = db
    .select({ id: scheduledPosts.group_id })
    .from(scheduledPosts)
    .where(eq(scheduledPosts.id, postId));
  await lockGroups(db, inArray(groups.id, ofPost), "key share");
}

/** Waits while another transaction has locked this name, and locks it until this one ends. */
export async function lockName(db: Db, name: string | SQL): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
