import { and, asc, eq, gt, isNull, lt, lte, min, type SQL, sql } from "drizzle-orm";
import { isSameText } from "../../db/letters.ts";
import { mails, newsletterRuns, newsletterSettings, subscribers } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";

/** A group's newsletter of a week; `slot` is the time it was due. */
export type NewsletterRun = { readonly groupId: number; readonly slot: Date };

/** A mail of a newsletter that is to be sent now. */
export type WaitingMail = {
  readonly id: number;
  readonly recipient: string;
  /** Undefined if the subscriber was removed. */
  readonly subscriber: { readonly name: string | null } | undefined;
  /** The number of calls of the mail service for it so far. */
  readonly tries: number;
};

/**
 * Returns a mail's origin: the same as in earlier releases, so that nobody who had the week's
 * newsletter gets it again.
 */
const originOf = (slot: Date, subscriberId: number) =>
  `newsletter:${slot.toISOString()}:${subscriberId}`;

const ofRun = ({ groupId, slot }: NewsletterRun) =>
  and(eq(mails.group_id, groupId), eq(mails.slot, slot));

/** Literal, so that the partial index `mails_waiting` applies. */
const isWaiting = sql`${mails.status} = 'waiting'`;

/** Small enough that other queries wait only milliseconds for one part. */
const partSize = 2000;

/**
 * Lists the next active subscribers as recipients, in a transaction of its own. Returns the id of
 * the last one, or undefined if there are no more. Repeated, it adds nobody twice.
 */
export async function listRecipients(
  { db, ports }: Context,
  run: NewsletterRun,
  after: number,
): Promise<number | undefined> {
  const { groupId, slot } = run;
  const [later] = await db
    .select({ slot: newsletterRuns.slot })
    .from(newsletterRuns)
    .where(and(eq(newsletterRuns.group_id, groupId), gt(newsletterRuns.slot, slot)))
    .limit(1);
  // Its recipients have had a newer one.
  if (later) return undefined;
  await db.insert(newsletterRuns).values({ group_id: groupId, slot }).onConflictDoNothing();
  const next = await db
    .select({ id: subscribers.id, email: subscribers.email })
    .from(subscribers)
    .where(
      and(
        eq(subscribers.group_id, groupId),
        eq(subscribers.is_active, true),
        gt(subscribers.id, after),
        // A subscriber who was removed and added again has had the mail under the earlier id.
        sql`not exists (select 1 from ${mails} as earlier where earlier.group_id = ${groupId}
              and earlier.slot = ${slot.toISOString()}
              and ${isSameText(sql`earlier.recipient`, subscribers.email)})`,
      ),
    )
    .orderBy(asc(subscribers.id))
    .limit(partSize);
  if (next.length > 0) {
    const created_at = ports.clock.now();
    await db
      .insert(mails)
      .values(
        next.map(({ id, email }) => ({
          group_id: groupId,
          subscriber_id: id,
          origin: originOf(slot, id),
          slot,
          recipient: email,
          status: "waiting" as const,
          created_at,
        })),
      )
      .onConflictDoNothing();
  }
  return next.length < partSize ? undefined : next.at(-1)?.id;
}

/** Leaves out what still waits of a group's earlier newsletters: a newer one begins. */
export async function endEarlierRuns(context: Context, { groupId, slot }: NewsletterRun) {
  await leaveOut(
    context,
    and(eq(mails.group_id, groupId), lt(mails.slot, slot)),
    "The next newsletter began before this one could be sent.",
  );
  await context.db
    .update(newsletterRuns)
    .set({ wait_until: null, why: null })
    .where(and(eq(newsletterRuns.group_id, groupId), lt(newsletterRuns.slot, slot)));
}

/** Leaves out what still waits of a newsletter that was switched off. */
export async function leaveOutRest(context: Context, run: NewsletterRun): Promise<void> {
  await leaveOut(context, ofRun(run), "The newsletter was switched off.");
  await noteRun(context, run, { wait_until: null, why: null });
}

async function leaveOut({ db }: Context, which: SQL | undefined, error: string) {
  await db
    .update(mails)
    .set({ status: "left_out", error, retry_at: null })
    .where(and(which, isWaiting));
}

/**
 * Returns the next mails that need not wait, in the order of their recipients. Those that were put
 * off come last: a few addresses that never answer do not hold up all others.
 */
export async function nextMails(
  context: Context,
  run: NewsletterRun,
  most: number,
): Promise<readonly WaitingMail[]> {
  const fresh = await readWaiting(context, run, isNull(mails.retry_at), most);
  if (fresh.length === most) return fresh;
  const isDue = lte(mails.retry_at, context.ports.clock.now());
  return [...fresh, ...(await readWaiting(context, run, isDue, most - fresh.length))];
}

async function readWaiting(
  { db }: Context,
  run: NewsletterRun,
  which: SQL,
  most: number,
): Promise<readonly WaitingMail[]> {
  const rows = await db
    .select({
      id: mails.id,
      recipient: mails.recipient,
      tries: mails.tries,
      subscriber_id: subscribers.id,
      name: subscribers.name,
    })
    .from(mails)
    .leftJoin(subscribers, eq(subscribers.id, mails.subscriber_id))
    .where(and(ofRun(run), isWaiting, which))
    .orderBy(asc(mails.id))
    .limit(most);
  return rows.map(({ subscriber_id, name, ...mail }) => ({
    ...mail,
    subscriber: subscriber_id === null ? undefined : { name },
  }));
}

/** Returns when the first of the mails may be tried that wait each for itself; null if none does. */
export async function nextRetry({ db }: Context, run: NewsletterRun): Promise<Date | null> {
  const [found] = await db
    .select({ at: min(mails.retry_at) })
    .from(mails)
    .where(and(ofRun(run), isWaiting));
  return found?.at ?? null;
}

/**
 * Sets a waiting mail to `sending`, before the mail service is called. `gone` if it is not wanted
 * any more, or another process has it; `off` if the newsletter was switched off.
 */
export async function claimWaiting(
  { db, ports }: Context,
  id: number,
): Promise<"claimed" | "gone" | "off"> {
  const [found] = await db
    .select({ isActive: subscribers.is_active, isOn: newsletterSettings.is_active })
    .from(mails)
    .leftJoin(subscribers, eq(subscribers.id, mails.subscriber_id))
    .leftJoin(newsletterSettings, eq(newsletterSettings.group_id, mails.group_id))
    .where(eq(mails.id, id));
  // The group was deleted.
  if (!found) return "gone";
  if (!found.isOn) return "off";
  const ofId = and(eq(mails.id, id), eq(mails.status, "waiting"));
  if (!found.isActive) {
    const error = "Unsubscribed before it was sent.";
    await db.update(mails).set({ status: "left_out", error, retry_at: null }).where(ofId);
    return "gone";
  }
  const claimed = await db
    .update(mails)
    .set({
      status: "sending",
      tries: sql`${mails.tries} + 1`,
      tried_at: ports.clock.now(),
      retry_at: null,
      error: null,
    })
    .where(ofId)
    .returning({ id: mails.id });
  return claimed.length > 0 ? "claimed" : "gone";
}

/** Stores until when the whole newsletter waits, and why. */
export async function noteRun(
  { db }: Context,
  { groupId, slot }: NewsletterRun,
  wait: Pick<typeof newsletterRuns.$inferInsert, "wait_until" | "why">,
): Promise<void> {
  await db
    .update(newsletterRuns)
    .set(wait)
    .where(and(eq(newsletterRuns.group_id, groupId), eq(newsletterRuns.slot, slot)));
}
