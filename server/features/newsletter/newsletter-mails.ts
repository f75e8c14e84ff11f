import { and, asc, desc, eq, gt, inArray, lt, type SQL, sql } from "drizzle-orm";
import { type MailProduct, mostProducts, toMailProduct } from "@/features/newsletter/mail";
import type { Database } from "../../db/database.ts";
import { deleteOlderThan } from "../../db/delete-old.ts";
import { integrations, mails, products, shopProducts } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import type { Mail, MailKeys } from "../../ports/mail/mailer.ts";
import type { Ports } from "../../ports/ports.ts";

export type MailRow = typeof mails.$inferSelect;

/** A mail to send. Each origin is sent at most once, however often it is ordered. */
export type MailOrder = Pick<MailRow, "group_id" | "subscriber_id" | "origin" | "recipient">;

/**
 * The result of a call of the mail service. `unknown` may or may not have been sent; `credentials`
 * and `later` certainly were not.
 */
export type MailOutcome =
  | { readonly status: "sent" }
  | {
      /** This mail will never be taken. */
      readonly status: "failed";
      readonly error: string;
      /** True if the words may as well mean every mail. */
      readonly mayBeOfAll?: boolean;
    }
  | {
      /** No mail of the account is taken until a person has acted. */
      readonly status: "credentials";
      readonly error: string;
      /** True if the words may as well mean this mail alone. */
      readonly mayBeOfMail: boolean;
    }
  | {
      readonly status: "later";
      readonly error: string;
      readonly retryAt: Date;
      /** True if other mails need not wait. */
      readonly isOfMail: boolean;
    }
  | { readonly status: "unknown"; readonly error: string };

/** Inserts the mail as `sending`. Returns its id; undefined if its origin was claimed before. */
export async function claimMail(
  { db, ports }: Context,
  order: MailOrder,
): Promise<number | undefined> {
  const now = ports.clock.now();
  const [claimed] = await db
    .insert(mails)
    .values({ ...order, status: "sending", tries: 1, created_at: now, tried_at: now })
    .onConflictDoNothing()
    .returning({ id: mails.id });
  return claimed?.id;
}

/** Sends a claimed mail. Must not be called in a transaction. */
export async function callMailer(
  { mailer }: Ports,
  keys: MailKeys,
  mail: Mail,
): Promise<MailOutcome> {
  try {
    const answer = await mailer.send(keys, mail, AbortSignal.timeout(30_000));
    if (answer.ok) return { status: "sent" };
    const { error } = answer;
    if (answer.why === "credentials") {
      return { status: "credentials", error, mayBeOfMail: answer.scope === "post" };
    }
    if (answer.why === undefined) return { status: "failed", error };
    const { retryAt, scope } = answer;
    return { status: "later", error, retryAt, isOfMail: scope === "post" };
  } catch {
    // The thrown error may contain the keys, so its message is not stored.
    return { status: "unknown", error: noAnswer };
  }
}

const noAnswer = "The mail service did not answer: the mail may have been sent.";

/** Stores the result of a call; a mail that certainly was not sent waits again. */
export async function recordMail(
  { db, ports }: Context,
  id: number,
  outcome: MailOutcome,
): Promise<void> {
  await db
    .update(mails)
    .set(afterCall(outcome, ports.clock.now()))
    // Another process may have marked it as unknown meanwhile; this result is certain.
    .where(and(eq(mails.id, id), inArray(mails.status, ["sending", "unknown"])));
}

/** An outage of the service is no try of the mail, which may be given up after some. */
const notTried = { tries: sql<number>`greatest(${mails.tries} - 1, 0)` };

function afterCall(
  outcome: MailOutcome,
  now: Date,
): Partial<Omit<MailRow, "tries">> & { readonly tries?: SQL<number> } {
  switch (outcome.status) {
    case "sent":
      return { status: "sent", sent_at: now, error: null };
    case "failed":
    case "unknown":
      return { status: outcome.status, error: outcome.error };
    case "credentials":
      // With a time, it comes after the others: the newsletter would always stop at the same recipient.
      return outcome.mayBeOfMail
        ? { status: "waiting", error: outcome.error, retry_at: now, ...notTried }
        : { status: "waiting", error: null, ...notTried };
    case "later":
      // A wait of all mails is stored once, with the newsletter.
      return outcome.isOfMail
        ? { status: "waiting", error: outcome.error, retry_at: outcome.retryAt }
        : { status: "waiting", error: null, ...notTried };
  }
}

/**
 * Marks as `unknown` the mails that were being sent when the only process on a database stopped; they
 * are not sent again. Returns their number.
 */
export const recoverMails = ({ db }: Context): Promise<number> => markUnknown(db);

/** Longer than a call of the mail service and its transaction can take. */
const abandonedAfter = 5 * 60_000;

/**
 * Marks as `unknown` the mails that have been `sending` for too long, because the process that
 * claimed them was killed; for a database with several processes. Returns their number.
 */
export const recoverAbandonedMails = ({ db, ports }: Context): Promise<number> =>
  markUnknown(
    db,
    // Mails of an earlier release have no time of their try.
    lt(
      sql`coalesce(${mails.tried_at}, ${mails.created_at})`,
      new Date(ports.clock.now().getTime() - abandonedAfter).toISOString(),
    ),
  );

async function markUnknown(db: Db, which?: SQL): Promise<number> {
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
 * Returns the products of a group's newsletter: those on sale in its shops, else the best sellers
 * there, else the newest of the catalog.
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
  const onSale = await ofShops(
    gt(shopProducts.compare_at_price, shopProducts.price),
    mostProducts.onSale,
  );
  const found = onSale.length > 0 ? onSale : await ofShops(undefined, mostProducts.others);
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
    .limit(mostProducts.others);
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

/** Returns the number of products that a group's newsletter may have. */
export async function maxProductsOf({ db }: Context, groupId: number): Promise<number> {
  const [shop] = await db
    .select({ id: integrations.id })
    .from(integrations)
    .where(and(eq(integrations.group_id, groupId), eq(integrations.platform, "shopify")))
    .limit(1);
  return shop ? mostProducts.onSale : mostProducts.others;
}

const whole = new Intl.NumberFormat("sr-RS", { maximumFractionDigits: 0 });
const withParas = new Intl.NumberFormat("sr-RS", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** Returns a price as `1.990`, or `1.990,50` if it is no whole number. */
const inDinars = (price: number) => (Number.isInteger(price) ? whole : withParas).format(price);
