import { and, asc, eq, getTableColumns, gt } from "drizzle-orm";
import type { z } from "zod";
import type { newsletterApi } from "@/features/newsletter/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { isSameText } from "../../db/letters.ts";
import { groups, subscriberLists, subscribers } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { findGroup } from "../../kernel/find-group.ts";
import { rowId } from "../../kernel/ids.ts";
import { Parts } from "../../kernel/parts.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { existing } from "../../kernel/sql.ts";

type OnWire = WireOf<typeof newsletterApi.addSubscriber>;

const { group_id: _group, created_at: _created, ...onWire } = getTableColumns(subscribers);

/** Returns all subscribers, oldest first, in parts: a list of any length does not fill the memory. */
export async function listSubscribers(context: Context, groupId: Id): Promise<Parts<OnWire>> {
  // One query: it is most of the time of an answer that was kept.
  const { id, revision } = existing(
    await context.db
      .select({ id: groups.id, revision: subscriberLists.revision })
      .from(groups)
      .leftJoin(subscriberLists, eq(subscriberLists.group_id, groups.id))
      .where(eq(groups.id, rowId(groupId))),
    "group",
  );
  // A group that never had a subscriber has no revision. A release that adds a field changes the reply.
  return new Parts(() => partsOf(context, id), `${revision} ${Object.keys(onWire)}`);
}

/** Small enough that other queries wait only milliseconds for one part. */
const partSize = 500;

async function* partsOf({ db }: Context, groupId: number): AsyncGenerator<readonly OnWire[]> {
  for (let after = 0; ; ) {
    const part = await db
      .select(onWire)
      .from(subscribers)
      .where(and(eq(subscribers.group_id, groupId), gt(subscribers.id, after)))
      .orderBy(asc(subscribers.id))
      .limit(partSize);
    yield part;
    const last = part.at(-1);
    if (last === undefined || part.length < partSize) return;
    after = last.id;
    // Let other requests run between two parts.
    await new Promise(setImmediate);
  }
}

/** Throws a 409 Refusal if the address is on the list already, ignoring case. */
export async function addSubscriber(
  context: Context,
  groupId: Id,
  body: z.output<typeof newsletterApi.addSubscriber.body>,
): Promise<OnWire> {
  const group = await findGroup(context, groupId);
  const { db, ports } = context;
  const [added] = await db
    .insert(subscribers)
    .values({ ...body, group_id: group.id, created_at: ports.clock.now() })
    .onConflictDoNothing()
    .returning(onWire);
  if (added) return added;
  const [known] = await db
    .select({ is_active: subscribers.is_active, reason: subscribers.inactive_reason })
    .from(subscribers)
    .where(and(eq(subscribers.group_id, group.id), isSameText(subscribers.email, body.email)));
  throw new Refusal(409, known ? whyKnown(known) : "This address is already subscribed.");
}

function whyKnown({ is_active, reason }: { is_active: boolean; reason: string | null }): string {
  if (is_active) return "This address is already subscribed.";
  const why =
    reason === null || reason === "Unsubscribed."
      ? "This address has unsubscribed."
      : `This address gets no newsletter. ${reason.replace(/\.?$/, ".")}`;
  return `${why} Remove it from the list first to subscribe it again.`;
}

/** Throws a 404 Refusal if it does not exist. */
export async function removeSubscriber({ db }: Context, id: Id): Promise<undefined> {
  const removed = await db
    .delete(subscribers)
    .where(eq(subscribers.id, rowId(id)))
    .returning({ id: subscribers.id });
  existing(removed, "subscriber");
}
