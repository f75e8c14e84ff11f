import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { isSameText } from "../../db/letters.ts";
import { oldUnsubscribeLinks, subscribers } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { rowId } from "../../kernel/ids.ts";
import type { Secrets } from "../../ports/secrets.ts";

export const unsubscribePath = "/newsletter/unsubscribe";

/** The address that a link unsubscribes, and the group whose newsletter it gets. */
type Subscription = { readonly group: number; readonly email: string };

/** The content of a link; `test` is of a test email. Earlier releases wrote a subscriber's id. */
export type UnsubscribeLink = Subscription | "test" | { readonly subscriberId: number };

const place = "unsubscribe link";

const linkSchema = z.union([
  z.literal("test"),
  z.strictObject({ group: z.int(), email: z.string() }),
]);

/**
 * Returns an absolute URL. The token is encrypted, so that nobody can forge the link of another
 * subscriber. It has no row id: a row of another subscriber may get the same id after a restore.
 */
export const unsubscribeUrl = (
  { secrets, publicOrigin }: Pick<Context["ports"], "secrets" | "publicOrigin">,
  link: Subscription | "test",
) => `${publicOrigin}${unsubscribePath}?token=${secrets.seal(JSON.stringify(link), place)}`;

/** Returns undefined if the token was not made by `unsubscribeUrl` with one of these keys. */
export function readUnsubscribeLink(secrets: Secrets, token: string): UnsubscribeLink | undefined {
  try {
    if (token.startsWith("v1.")) return readOldLink(secrets.openUnbound(token));
    return linkSchema.parse(JSON.parse(secrets.open(token, place)));
  } catch {
    return undefined;
  }
}

function readOldLink(text: string): UnsubscribeLink | undefined {
  const link = /^unsubscribe:(test|\d{1,10})$/.exec(text)?.[1];
  return link === undefined || link === "test" ? link : { subscriberId: Number(link) };
}

/**
 * Deactivates the subscriber, also one who was removed and added again. Has no effect if repeated,
 * or if the address is not on the list. Returns false for a link of an earlier release whose
 * subscriber is unknown.
 */
export async function unsubscribe(
  { db }: Context,
  link: Exclude<UnsubscribeLink, "test">,
): Promise<boolean> {
  const found = "subscriberId" in link ? await findOldLink(db, link.subscriberId) : link;
  if (!found) return false;
  await deactivate(db, found, "Unsubscribed.");
  return true;
}

/** Ends a subscription. The first reason stays: a bounce says more than a later click. */
export const deactivate = (db: Db, { group, email }: Subscription, inactive_reason: string) =>
  db
    .update(subscribers)
    .set({ is_active: false, inactive_reason })
    .where(
      and(
        eq(subscribers.group_id, group),
        eq(subscribers.is_active, true),
        isSameText(subscribers.email, email),
      ),
    );

async function findOldLink(db: Db, id: number): Promise<Subscription | undefined> {
  const [found] = await db
    .select({ group: oldUnsubscribeLinks.group_id, email: oldUnsubscribeLinks.email })
    .from(oldUnsubscribeLinks)
    .where(eq(oldUnsubscribeLinks.subscriber_id, rowId(id)));
  return found;
}
