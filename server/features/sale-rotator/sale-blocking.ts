import { and, eq, isNull, or, sql } from "drizzle-orm";
import { isSameText, lower } from "../../db/letters.ts";
import { groups, integrations, saleRuns } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { lockGroup, lockName } from "../../kernel/locks.ts";
import { minuteOf } from "../../kernel/times.ts";
import type { RunRow } from "./sale-steps.ts";

/** The name of a run with which a sentence begins. */
export const runLabels: Readonly<Record<RunRow["kind"], string>> = {
  live: "A live run",
  confirmed: "A confirmed run",
  scheduled: "The weekly rotation",
  restore: "A restore of original prices",
};

/** A worker without activity for this long is considered dead. */
const workerTimeout = 2 * 60_000;

/** A confirmed run without activity for this long is considered abandoned. */
const operatorTimeout = 15 * 60_000;

const wasActiveWithin = ({ active_at }: RunRow, milliseconds: number, now: Date) =>
  active_at.getTime() > now.getTime() - milliseconds;

/** Returns true if a worker may be changing the shop for this run at this moment. */
export const hasActiveWorker = (run: RunRow, now: Date) =>
  run.worker !== null && wasActiveWithin(run, workerTimeout, now);

/** Returns true if the run blocks others: a worker is on it, or its operator may continue it. */
export const isBlocking = (run: RunRow, now: Date) =>
  hasActiveWorker(run, now) ||
  (run.kind === "confirmed" &&
    run.status === "running" &&
    wasActiveWithin(run, operatorTimeout, now));

/** Locks the group, so that its runs change one at a time. 404 if it does not exist. */
export const lockRunsOf = (db: Db, groupId: number) => lockGroup(db, groupId, "no key update");

/**
 * Returns why this group cannot run in this shop now, as a sentence for the operator, or undefined
 * if it can. Groups that share a shop rotate one at a time. Locks the group and the shop until the
 * transaction ends.
 */
export async function whyBlocked(
  { db, ports }: Context,
  groupId: number,
  store: string,
  mine?: RunRow,
): Promise<string | undefined> {
  await lockRunsOf(db, groupId);
  await lockName(db, "shop", sql`'sale:' || ${lower(store)}`);
  const unended = await db
    .select({ run: saleRuns, group: groups })
    .from(saleRuns)
    .innerJoin(groups, eq(groups.id, saleRuns.group_id))
    .leftJoin(integrations, eq(integrations.id, saleRuns.integration_id))
    .where(
      and(
        isNull(saleRuns.ended_at),
        or(eq(saleRuns.group_id, groupId), isSameText(integrations.store_name, store)),
      ),
    );
  const now = ports.clock.now();
  const other = unended.find(({ run }) => run.id !== mine?.id && isBlocking(run, now));
  if (!other) return undefined;
  const where =
    other.group.id === groupId ? "" : ` of ${other.group.name}, which has the same shop,`;
  const since = `started${by(other.run)} at ${minuteOf(other.run.started_at)}`;
  const wait =
    other.run.kind === "confirmed"
      ? "waits for its next step. It ends when finished, stopped or idle for 15 minutes."
      : "is still running.";
  return `${runLabels[other.run.kind]}${where} ${since} ${wait}`;
}

const by = ({ started_by }: RunRow) => (started_by === null ? "" : ` by ${started_by}`);
