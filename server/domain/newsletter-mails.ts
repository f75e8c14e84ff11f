import { and, asc, desc, eq, gt, inArray, lt, type SQL } from "drizzle-orm";
import { type MailProduct, toMailProduct } from "@/features/newsletter/mail";
import type { Context, Db } from "../context.ts";
import type { Database } from "../db/client.ts";
import { deleteOlderThan } from "../db/delete-old.ts";
import { integrations, mails, products, shopProducts } from "../db/schema.ts";
import type { Mail, RefusedMail } from "../ports/mailer.ts";
import type { Ports } from "../ports/ports.ts";
import type { JobRun } from "../use-case.ts";

export type MailRow = typeof mails.$inferSelect;

/** A mail to send. Each origin is sent at most once, however often it is ordered. */
export type MailOrder = Pick<MailRow, "group_id" | "subscriber_id" | "origin" | "recipient">;

/** The result of sending a mail; `unknown` may or may not have been sent. */
export type MailOutcome =
  | { readonly status: "sent" }
  | { readonly status: "failed"; readonly error: string; readonly of: RefusedMail["of"] }
  | { readonly status: "unknown"; readonly error: string };

/**
 * Inserts the mail as `sending` and returns its id, or undefined if its origin was claimed before.
 */
export async function claimMail(
  { db, ports }: Context,
  order: MailOrder,
): Promise<number | undefined> {
  const [claimed] = await db
    .insert(mails)
    .values({ ...order, status: "sending", created_at: ports.clock.now() })
    .onConflictDoNothing()
    .returning({ id: mails.id });
  return claimed?.id;
}

/** Sends a claimed mail. Must not be called in a transaction. */
export async function callMailer(
  { mailer }: Ports,
  keys: Readonly<Record<string, string>>,
  mail: Mail,
): Promise<MailOutcome> {
  try {
    const answer = await mailer.send(keys, mail, AbortSignal.timeout(30_000));
    if (answer.ok) return { status: "sent" };
    return { status: "failed", error: answer.error, of: answer.of };
  } catch {
    // The thrown error may contain the keys, so its message is not stored.
    const error = "The mail service did not answer: the mail may have been sent.";
    return { status: "unknown", error };
  }
}

export async function recordMail(
  { db, ports }: Context,
  id: number,
  outcome: MailOutcome,
): Promise<void> {
  await db
    .update(mails)
    .set(
      outcome.status === "sent"
        ? { status: "sent", sent_at: ports.clock.now(), error: null }
        : { status: outcome.status, error: outcome.error },
    )
    // Another process may have marked it as unknown meanwhile; this result is certain.
    .where(and(eq(mails.id, id), inArray(mails.status, ["sending", "unknown"])));
}

/** Sends one mail, at most once. Undefined if its origin was claimed before. */
export async function sendOnce(
  { ports, transaction }: JobRun,
  claim: (context: Context) => Promise<number | undefined>,
  keys: Readonly<Record<string, string>>,
  mail: Mail,
): Promise<MailOutcome | undefined> {
  const id = await transaction(claim);
  if (id === undefined) return undefined;
  const outcome = await callMailer(ports, keys, mail);
  await transaction((context) => recordMail(context, id, outcome));
  return outcome;
}

/**
 * For the start of the only process on a database: mails that were being sent when it stopped become
 * `unknown` and are not sent again. Returns how many.
 */
export const recoverMails = ({ db }: Context): Promise<number> => giveUpOn(db);

/** Longer than a call of the mail service and its transaction can take. */
const lostAfter = 5 * 60_000;

/**
 * For a database with several processes: mails that have been `sending` for too long become
 * `unknown`, because the process that claimed them was killed. Returns how many.
 */
export const giveUpOnLostMails = ({ db, ports }: Context): Promise<number> =>
  giveUpOn(db, lt(mails.created_at, new Date(ports.clock.now().getTime() - lostAfter)));

async function giveUpOn(db: Db, which?: SQL): Promise<number> {
  const unknown = await db
    .update(mails)
    .set({
      status: "unknown",
      error: "The server stopped while it was sending this mail: it may have been sent.",
    })
    .where(and(eq(mails.status, "sending"), which))
    .returning({ id: mails.id });
  return unknown.length;
}

/**
 * A mail's row only prevents a second send. It is kept longer than its order can be repeated: a
 * command for 7 days, a weekly newsletter's job for some weeks.
 */
const daysKept = 90;

/** Deletes mails whose order cannot be repeated any more. Returns how many. */
export const deleteOldMails = (database: Database, now: Date): Promise<number> =>
  deleteOlderThan(database, mails, mails.created_at, now, daysKept);

/**
 * The products of a group's newsletter: those on sale in its shops, else the best sellers there, else
 * the newest of the catalog.
 */
export async function newsletterProducts(
  { db, ports }: Context,
  groupId: number,
): Promise<readonly MailProduct[]> {
  const ofShops = (condition: SQL | undefined, most: number) =>
    db
      .select({ product: shopProducts })
      .from(shopProducts)
      .innerJoin(integrations, eq(integrations.id, shopProducts.integration_id))
      .where(
        and(eq(integrations.group_id, groupId), eq(integrations.platform, "shopify"), condition),
      )
      .orderBy(desc(shopProducts.units_sold), asc(shopProducts.product_id))
      .limit(most);
  const onSale = await ofShops(gt(shopProducts.compare_at_price, shopProducts.price), 12);
  const found = onSale.length > 0 ? onSale : await ofShops(undefined, 6);
  if (found.length > 0) {
    return found.map(({ product: { title, price, compare_at_price, image_url, product_url } }) =>
      toMailProduct(ports.publicOrigin, {
        name: title,
        price: inDinars(price),
        old_price:
          compare_at_price !== null && compare_at_price > price ? inDinars(compare_at_price) : "",
        image_url: image_url ?? "",
        url: product_url ?? "",
      }),
    );
  }
  const catalog = await db
    .select()
    .from(products)
    .where(eq(products.is_active, true))
    .orderBy(desc(products.id))
    .limit(6);
  return catalog.map(({ name, product_image_url, call_to_action_url }) =>
    toMailProduct(ports.publicOrigin, {
      name,
      price: "",
      old_price: "",
      image_url: product_image_url,
      url: call_to_action_url ?? "",
    }),
  );
}

const whole = new Intl.NumberFormat("sr-RS", { maximumFractionDigits: 0 });
const withParas = new Intl.NumberFormat("sr-RS", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** `1.990`, or `1.990,50` if it is no whole number. */
const inDinars = (price: number) => (Number.isInteger(price) ? whole : withParas).format(price);
