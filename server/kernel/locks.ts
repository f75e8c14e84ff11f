import { asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import {
  accounts,
  categories,
  contentItems,
  groups,
  queueItems,
  scheduledPosts,
} from "../db/schema.ts";
import type { Db } from "./context.ts";
import { Fault } from "./fault.ts";
import type { GroupRow } from "./find-group.ts";
import { existing } from "./sql.ts";

/**
 * The order in which every transaction locks rows; rows of one table by ascending id, and a job
 * last, by enqueueing it. Two transactions that lock the same rows in different orders wait for
 * each other, until the database ends one of them.
 *
 * Not only `select … for` locks:
 * - An update and a deletion lock the rows that they match.
 * - An insert locks what its foreign keys reference against deletion: an entry of the activity its
 *   group, a post its account, its group and its queue item.
 * - A deletion locks what it cascades to, and what it sets to null.
 * - Triggers on `scheduled_posts` lock the queue items of the posts that are inserted or deleted.
 *
 * The deletion of a group or a category cascades in an order of the database's own. It locks the
 * group and its accounts before, so whoever locks rows of two of its tables locks the group first.
 */
const order = [
  // A name: of a command, or of work that is done once at a time.
  "command",
  "account",
  "group",
  // A name: the shop's, for the sale rotation of all groups that have it.
  "shop",
  "category",
  "integration",
  "sale run",
  "subscriber",
  "queue item",
  "post",
  "content item",
] as const;

export type Kind = (typeof order)[number];

/** The locks of a transaction. */
type Locks = {
  /** The ids of the rows that it has selected for a lock. */
  readonly ids: Map<Kind, Set<number>>;
  /** The kinds that it has locked, or found no row of. */
  readonly asked: Set<Kind>;
  readonly held: Set<Kind>;
  readonly inserted: Set<Kind>;
};

const locks = new WeakMap<object, Locks>();

function locksOf(transaction: object): Locks {
  const known = locks.get(transaction) ?? {
    ids: new Map(),
    asked: new Set(),
    held: new Set(),
    inserted: new Set(),
  };
  locks.set(transaction, known);
  return known;
}

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
  const { ids, asked, held, inserted } = locksOf(transaction);
  const known = ids.get(kind) ?? new Set();
  const locked = rows.flatMap((row) => ("id" in row && typeof row.id === "number" ? [row.id] : []));
  if (locked.some((id) => !known.has(id)) && !inserted.has(kind)) refuseAfterLater(kind, held);
  ids.set(kind, new Set([...known, ...locked]));
  asked.add(kind);
  if (rows.length > 0) held.add(kind);
}

/**
 * Checks the order of the locks of a statement that returns no rows: of each kind, the transaction
 * must have locked rows before, or hold no rows of later kinds. For tests.
 */
export function recordStatement(transaction: object, kind: Kind): void {
  const { asked, held } = locksOf(transaction);
  if (!asked.has(kind)) refuseAfterLater(kind, held);
  asked.add(kind);
  held.add(kind);
}

/** Allows a transaction to lock the rows of a kind that it has inserted itself. For tests. */
export function recordInsert(transaction: object, kind: Kind): void {
  const { asked, inserted } = locksOf(transaction);
  asked.add(kind);
  inserted.add(kind);
}

/**
 * Checks the order of the locks on rows that are referenced by inserted ones. No transaction locks a
 * category as for its deletion but that deletion, which waits for its group. For tests.
 */
export function recordReference(transaction: object, kind: Kind): void {
  if (kind === "category" && locksOf(transaction).asked.has("group")) return;
  recordStatement(transaction, kind);
}

function refuseAfterLater(kind: Kind, held: ReadonlySet<Kind>): void {
  const later = order.slice(order.indexOf(kind) + 1).find((other) => held.has(other));
  if (later) throw new Fault(`A transaction locks ${kind}s after ${later}s.`);
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

/** Locks the group of a category against deletion. */
export async function keepGroupOfCategory(db: Db, categoryId: number): Promise<void> {
  const ofCategory = db
    .select({ id: categories.group_id })
    .from(categories)
    .where(eq(categories.id, categoryId));
  await lockGroups(db, inArray(groups.id, ofCategory), "key share");
}

/** Locks the group of an item of a pool against deletion. */
export async function keepGroupOfContent(db: Db, contentItemId: number): Promise<void> {
  const ofContent = db
    .select({ id: categories.group_id })
    .from(categories)
    .innerJoin(contentItems, eq(contentItems.category_id, categories.id))
    .where(eq(contentItems.id, contentItemId));
  await lockGroups(db, inArray(groups.id, ofContent), "key share");
}

/** Locks posts against changes and returns their ids, in order. */
export async function lockPosts(db: Db, where: SQL | undefined): Promise<number[]> {
  const rows = await locking(
    db,
    "post",
    db
      .select({ id: scheduledPosts.id })
      .from(scheduledPosts)
      .where(where)
      .orderBy(asc(scheduledPosts.id))
      .for("no key update"),
  );
  return rows.map(({ id }) => id);
}

/**
 * Waits while another transaction has locked this name, and locks it until this one ends. A
 * transaction locks one name of a kind at most.
 */
export async function lockName(
  db: Db,
  kind: "command" | "shop",
  name: string | SQL,
): Promise<void> {
  if (isChecking && db instanceof PgTransaction) recordStatement(db, kind);
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
