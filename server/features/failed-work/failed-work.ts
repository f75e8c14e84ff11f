import { and, desc, eq, gt, isNull, ne, type SQL } from "drizzle-orm";
import type { failedWorkApi } from "@/features/failed-work/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import type { Database } from "../../db/database.ts";
import { daysBefore, deleteOlderThan } from "../../db/delete-old.ts";
import { type FailedJob, type JobFailure, unrecordedFailures } from "../../db/job-table.ts";
import { categories, failedWork, groups, integrations } from "../../db/schema.ts";
import type { Context, Db, Jobs } from "../../kernel/context.ts";
import { rowId } from "../../kernel/ids.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { counted } from "../../kernel/sentences.ts";
import { existing } from "../../kernel/sql.ts";
import { day } from "../../kernel/times.ts";

/**
 * The jobs that are listed when they have failed for good, in words. The others are not: failed posts
 * have a list of their own, and the server enqueues a failed publish or measurement again by itself.
 */
const kinds = {
  generate: "Content generation",
  "plan-day": "Daily planner",
  newsletter: "Newsletter",
  "send-newsletter": "Newsletter",
  "rotate-sales": "Sale rotation",
  "rotate-sale": "Sale rotation",
  "sync-products": "Product sync",
} as const satisfies { readonly [Name in keyof Jobs]?: string };

type Listed = keyof typeof kinds;
type ListedJob = { [Name in Listed]: FailedJob<Name> }[Listed];

const names = Object.keys(kinds) as Listed[]; // It has these keys and no others.

export const isListedWhenFailed = (name: keyof Jobs): name is Listed => Object.hasOwn(kinds, name);

/** The number of days for which failed work is listed, unless it is run again. */
const daysListed = 14;

/** Limits the answer: while a service is down, hundreds of jobs may fail. */
const maxListed = 200;

/** Returns failed work that was not run again, the latest first. */
export async function listFailedWork({
  db,
  ports,
}: Context): Promise<WireOf<typeof failedWorkApi.list>> {
  const now = ports.clock.now();
  const rows = await db
    .select({ work: failedWork, group_name: groups.name })
    .from(failedWork)
    .leftJoin(groups, eq(groups.id, failedWork.group_id))
    .where(
      and(isNull(failedWork.settled_at), gt(failedWork.failed_at, daysBefore(now, daysListed))),
    )
    .orderBy(desc(failedWork.failed_at), desc(failedWork.id))
    .limit(maxListed);
  return rows.map(({ work, group_name }) => ({
    id: work.id,
    kind: isListedWhenFailed(work.job) ? kinds[work.job] : work.job,
    about: work.about,
    group_name,
    failed_at: work.failed_at.toISOString(),
    cause: work.cause,
    why_not_again: whyNotAgain(work, now) ?? null,
  }));
}

/**
 * Enqueues failed work again with the data of its job. 409 if it has been run again or settled already,
 * or cannot be run; 404 if there is none with this id.
 */
export async function runFailedWorkAgain(
  { db, ports, enqueue }: Context,
  id: Id,
): Promise<WireOf<typeof failedWorkApi.runAgain>> {
  const now = ports.clock.now();
  const ofId = eq(failedWork.id, rowId(id));
  // Of two requests at once, the second waits here and then finds it settled.
  const [work] = await db
    .update(failedWork)
    .set({ settled_at: now })
    .where(and(ofId, isNull(failedWork.settled_at)))
    .returning();
  if (!work) {
    existing(await db.select({ id: failedWork.id }).from(failedWork).where(ofId), "failed work");
    throw new Refusal(409, "This work has already been run again.");
  }
  const why = whyNotAgain(work, now);
  if (why) throw new Refusal(409, why);
  await enqueue(work.job, toContinue(work.data), { singletonKey: work.singleton_key });
  return { message: "The work is queued again." };
}

/** Returns why work cannot be run again; undefined if it can. */
function whyNotAgain(
  { job, data }: Pick<typeof failedWork.$inferSelect, "job" | "data">,
  now: Date,
): string | undefined {
  if (!("slot" in data)) return undefined;
  // The next week has work of its own.
  if (now.getTime() >= new Date(data.slot).getTime() + 7 * day) return "Its week is over.";
  return job === "rotate-sale" && "stopped" in data
    ? "The run is stopped; start another in the sale rotator."
    : undefined;
}

/**
 * Returns the data of a job, without the reason that a newsletter was stopped, and without the
 * count of waits: it goes on from there. A post begins with another text, because the template of
 * the kept one may be why it failed.
 */
function toContinue(data: Jobs[keyof Jobs]): Jobs[keyof Jobs] {
  if ("waits" in data) {
    const { waits, kept, ...work } = data;
    return work;
  }
  if (!("silences" in data)) return data;
  const { groupId, slot, after } = data;
  return { groupId, slot, after, silences: 0 };
}

/**
 * Lists the jobs that have failed for good since the last call; may run at the same time in several
 * processes. An earlier failure of the same work is replaced. Returns how many are listed.
 */
export async function recordFailedWork({ db, ports }: Context): Promise<number> {
  const failed_at = ports.clock.now();
  let recorded = 0;
  // The queue forgets its jobs while a server runs. After weeks without one it still has jobs whose rows
  // here are deleted by now, and each would be listed as a new failure.
  for (const job of await unrecordedFailures(db, names, daysListed)) {
    const subject = await subjectOf(db, job);
    if (!subject) continue;
    const { isReported, ...described } = subject;
    const [added] = await db
      .insert(failedWork)
      .values({
        ...described,
        job_id: job.id,
        job: job.name,
        data: job.data,
        singleton_key: job.singleton_key,
        cause: causeOf(job.output),
        failed_at,
        // Stored all the same: otherwise it would be listed once its report is gone.
        settled_at: isReported ? failed_at : null,
      })
      .onConflictDoNothing()
      .returning({ id: failedWork.id });
    // Another process has recorded it meanwhile.
    if (!added) continue;
    if (!isReported) recorded += 1;
    await settle(db, job, failed_at, ne(failedWork.id, added.id));
  }
  return recorded;
}

/** Takes failed work off the list because it was done: by the next day's planner, for example. */
export const settleFailedWork = <Name extends keyof Jobs>(
  { db, ports }: Context,
  name: Name,
  data: Jobs[Name],
): Promise<void> => settle(db, { name, data }, ports.clock.now());

async function settle(
  db: Db,
  { name, data }: { readonly name: keyof Jobs; readonly data: Jobs[keyof Jobs] },
  settled_at: Date,
  which?: SQL,
): Promise<void> {
  await db
    .update(failedWork)
    .set({ settled_at })
    .where(
      and(
        eq(failedWork.job, name),
        eq(failedWork.data, data),
        isNull(failedWork.settled_at),
        which,
      ),
    );
}

/** Deletes failures that are not listed any more. Returns how many. */
export const deleteOldFailedWork = (database: Database, now: Date): Promise<number> =>
  deleteOlderThan(database, failedWork, failedWork.failed_at, now, daysListed);

function causeOf(output: JobFailure | null): string {
  if (output?.cause) return output.cause;
  if (!output?.message) return "It took too long, or the server that ran it was stopped.";
  return `An unexpected error (${output.message}). The server's log has the details.`;
}

type Subject = {
  readonly about: string;
  readonly group_id: number | null;
  /** True if its own view shows the failure. */
  readonly isReported?: boolean;
};

/** Returns the subject of a failed job; undefined if it was deleted. */
async function subjectOf(db: Db, { name, data }: ListedJob): Promise<Subject | undefined> {
  switch (name) {
    case "plan-day":
      return { about: "Daily posts, all groups", group_id: null };
    case "newsletter":
      return { about: "Weekly newsletters, all groups", group_id: null };
    case "rotate-sales":
      return { about: "Weekly sales, all groups", group_id: null };
    case "send-newsletter":
    case "rotate-sale": {
      const [group] = await db
        .select({ group_id: groups.id })
        .from(groups)
        .where(eq(groups.id, data.groupId));
      return group && { ...group, about: `Week of ${dates.format(new Date(data.slot))}` };
    }
    case "generate": {
      const [category] = await db
        .select({ name: categories.name, group_id: categories.group_id })
        .from(categories)
        .where(eq(categories.id, data.categoryId));
      return (
        category && {
          about: `${counted(data.count, `${data.type} post`)} for ${category.name}`,
          group_id: category.group_id,
        }
      );
    }
    case "sync-products": {
      const [shop] = await db
        .select()
        .from(integrations)
        .where(eq(integrations.id, data.integrationId));
      return (
        shop && {
          about: `Products of ${shop.store_name}`,
          group_id: shop.group_id,
          // The shop's card shows why its sync failed.
          isReported: shop.last_known_error !== null,
        }
      );
    }
  }
}

const dates = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
