import { and, asc, eq, isNull, or } from "drizzle-orm";
import { isSameText } from "../../db/letters.ts";
import { groups, integrations, subscribers } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { lockGroups, locking } from "../../kernel/locks.ts";
import type { MailReport } from "../../ports/mail/mail-events.ts";
import { deactivate } from "./unsubscribing.ts";

type Receiver = Pick<typeof integrations.$inferSelect, "id" | "group_id" | "events_topic">;

/** Returns the integration whose reports come to an address; undefined if there is none. */
export async function findReceiver({ db }: Context, token: string): Promise<Receiver | undefined> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(token)) return undefined;
  const [found] = await db
    .select()
    .from(integrations)
    .where(and(eq(integrations.events_token, token), eq(integrations.platform, "amazon_ses")));
  return found;
}

/**
 * Returns whether a report is taken: of the first topic that was subscribed. Everybody with an
 * account at Amazon can send signed reports of a topic of their own.
 */
export const isTaken = (
  { events_topic }: Pick<Receiver, "events_topic">,
  topic: string,
  isSubscription: boolean,
): boolean => (events_topic === null ? isSubscription : events_topic === topic);

/**
 * Takes the reported addresses off the newsletter of the integration's group, with the reason, but
 * for bounces that are not for good. Repeated, it changes nothing. False if another topic was
 * subscribed meanwhile.
 */
export async function receiveReport(
  { db, ports }: Context,
  { id, group_id }: Receiver,
  { topic, events }: MailReport,
): Promise<boolean> {
  await lockGroups(db, eq(groups.id, group_id), "key share");
  const taken = await db
    .update(integrations)
    .set({ events_topic: topic, last_event_at: ports.clock.now() })
    .where(
      and(
        eq(integrations.id, id),
        or(isNull(integrations.events_topic), eq(integrations.events_topic, topic)),
      ),
    )
    .returning({ id: integrations.id });
  if (taken.length === 0) return false;
  const final = events.filter(({ kind }) => kind !== "temporary_bounce");
  if (final.length === 0) return true;
  // All rows before the first change: a change locks the list's revision, for which whoever holds
  // another of the rows would wait, and this transaction for that row.
  await locking(
    db,
    "subscriber",
    db
      .select({ id: subscribers.id })
      .from(subscribers)
      .where(
        and(
          eq(subscribers.group_id, group_id),
          or(...final.map(({ email }) => isSameText(subscribers.email, email))),
        ),
      )
      .orderBy(asc(subscribers.id))
      .for("update"),
  );
  for (const { email, reason } of final) {
    await deactivate(db, { group: group_id, email }, reason);
  }
  return true;
}
