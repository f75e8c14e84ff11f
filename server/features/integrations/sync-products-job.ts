import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { integrations, type ShopSync, shopProducts } from "../../db/schema.ts";
import type { Context, Jobs } from "../../kernel/context.ts";
import { Fault } from "../../kernel/fault.ts";
import { locking } from "../../kernel/locks.ts";
import type { JobFigures, JobHandlers, JobRun } from "../../kernel/runs.ts";
import type { Ports } from "../../ports/ports.ts";
import {
  ShopBusy,
  type ShopConnection,
  type ShopPage,
  type ShopProduct,
  ShopRefusal,
} from "../../ports/shop.ts";
import { type IntegrationRow, shopConnection } from "./integration-keys.ts";
import { enqueueSync } from "./integrations.ts";

const minute = 60_000;
/** A job stays short, so that a large shop holds up no other, and loses little if its process dies. */
const pagesPerJob = 10;
/** The time for one page: it waits for points of the shop meanwhile. */
const pageTime = minute;
/**
 * The number of times in a row that a shop may ask to wait before an operator is told, and before
 * it is left alone for an hour each time.
 */
const waitsUntilNote = 3;
const maxWaits = 20;
const hour = 60 * minute;
/** A new sync starts from the first product if the one under way began this long ago. */
const longest = 6 * hour;
/** A sync that began this long ago is given up if the shop still does not answer, or asks to wait. */
const givenUpAfter = 24 * hour;

type Work = Jobs["sync-products"];
type Continued = Required<Work>;

/**
 * Reads all products of a shop and stores each page as it comes: a job reads some pages, and
 * enqueues the next one. So a sync has no time limit, and goes on from where it broke off. In the
 * end the products that were not read are deleted. If the shop refuses, the error is stored in the
 * integration and nothing is retried, because it would be refused again. If it asks to wait, the
 * sync goes on at the time that it names. If it does not answer, the job is retried, and the sync
 * goes on an hour later if that was in vain.
 */
export const syncProducts: JobHandlers["sync-products"] = async (
  { integrationId, startedAt },
  run,
) => {
  if (startedAt !== undefined) return continueSync({ integrationId, startedAt }, run);
  await run.transaction((context) => beginSync(context, integrationId));
  return {};
};

/**
 * Begins a sync. One that is under way is not started again: it goes on, and is followed by another one.
 */
async function beginSync(context: Context, integrationId: number): Promise<void> {
  const { db, ports } = context;
  const integration = await lockShop(context, integrationId);
  if (!integration) return;
  const now = ports.clock.now();
  const { sync: running } = integration;
  const isRunning = running && Date.parse(running.startedAt) > now.getTime() - longest;
  const sync: ShopSync = isRunning
    ? { ...running, again: true }
    : {
        ...{ startedAt: now.toISOString(), next: null, read: 0, total: null },
        ...{ sold: {}, waits: 0, again: false },
      };
  await db.update(integrations).set({ sync }).where(eq(integrations.id, integrationId));
  await enqueueNext(context, { integrationId, startedAt: sync.startedAt });
}

/** Returns undefined if the integration was deleted or is no shop. */
async function lockShop({ db }: Context, integrationId: number) {
  const [integration] = await locking(
    db,
    "integration",
    db
      .select()
      .from(integrations)
      .where(and(eq(integrations.id, integrationId), eq(integrations.platform, "shopify")))
      .for("no key update"),
  );
  return integration;
}

const keyOf = ({ integrationId, startedAt }: Continued) => `${integrationId}:${startedAt}`;

const enqueueNext = ({ enqueue }: Context, work: Continued, startAfter?: Date) =>
  enqueue("sync-products", work, {
    singletonKey: keyOf(work),
    ...(startAfter && { startAfter }),
  });

/**
 * Enqueues the next part with a key of its own: otherwise it would not be added while another job waits.
 */
const enqueueLater = ({ enqueue }: Context, work: Continued, startAfter: Date) =>
  enqueue("sync-products", work, { singletonKey: `${keyOf(work)}:later`, startAfter, moves: true });

async function continueSync(work: Continued, run: JobRun): Promise<JobFigures> {
  const { ports, transaction } = run;
  let read = 0;
  for (let pages = 0; pages < pagesPerJob; pages += 1) {
    const opened = await transaction((context) => openSync(context, work));
    if (!opened) return { read };
    const { sync, shop } = opened;
    const answer = await readPage(ports, shop, sync);
    if ("wait" in answer) {
      await transaction((context) => wait(context, work, sync, answer));
      return { read };
    }
    if ("error" in answer) {
      await transaction((context) => endOrPostpone(context, work, sync, answer));
      if (answer.isFinal) return { read };
      throw new Fault(answer.error);
    }
    const { page } = answer;
    read += page.products.length;
    const goesOn = await transaction((context) => storePage(context, work, sync, page));
    if (!goesOn) return { read };
  }
  await transaction((context) => enqueueNext(context, work));
  return { read };
}

type Opened = { readonly sync: ShopSync; readonly shop: ShopConnection };

/** Returns undefined if this sync has ended, or the keys cannot be decrypted, which is noted. */
async function openSync(context: Context, work: Continued): Promise<Opened | undefined> {
  const integration = await lockShop(context, work.integrationId);
  const sync = integration?.sync;
  if (!integration || sync?.startedAt !== work.startedAt) return undefined;
  try {
    return { sync, shop: shopConnection(context.ports.secrets, integration) };
  } catch {
    const error = "The stored keys cannot be read: add the integration again.";
    await endOrPostpone(context, work, sync, { error, isFinal: true });
    return undefined;
  }
}

type Failed = { readonly error: string; readonly isFinal: boolean };
type Waiting = { readonly error: string; readonly wait: Date };

async function readPage(
  { shop }: Ports,
  connection: ShopConnection,
  { next }: ShopSync,
): Promise<{ readonly page: ShopPage } | Waiting | Failed> {
  try {
    return { page: await shop.page(connection, next, AbortSignal.timeout(pageTime)) };
  } catch (error) {
    if (error instanceof ShopRefusal) return { error: error.message, isFinal: true };
    if (error instanceof ShopBusy) return { error: error.message, wait: error.retryAt };
    // The thrown error may contain the keys, so its message is not stored.
    return { error: "The shop did not answer.", isFinal: false };
  }
}

/**
 * Changes the integration if the sync is where it was when the page was asked for: another worker
 * may have the same job, after a time-out.
 */
async function update(
  context: Context,
  { integrationId }: Continued,
  sync: ShopSync,
  values: (now: ShopSync) => Partial<IntegrationRow>,
): Promise<boolean> {
  const now = (await lockShop(context, integrationId))?.sync;
  if (now?.startedAt !== sync.startedAt || now.next !== sync.next) return false;
  await context.db.update(integrations).set(values(now)).where(eq(integrations.id, integrationId));
  return true;
}

const inAnHour = ({ ports }: Context) => new Date(ports.clock.now().getTime() + hour);

const isGivenUp = ({ startedAt }: ShopSync, next: Date) =>
  next.getTime() > Date.parse(startedAt) + givenUpAfter;

async function wait(context: Context, work: Continued, sync: ShopSync, { error, wait }: Waiting) {
  const waits = sync.waits + 1;
  const next = waits < maxWaits || wait > inAnHour(context) ? wait : inAnHour(context);
  if (isGivenUp(sync, next)) return endOrPostpone(context, work, sync, { error, isFinal: true });
  const isUnchanged = await update(context, work, sync, (now) => ({
    sync: { ...now, waits },
    ...(waits >= waitsUntilNote && { last_known_error: error }),
  }));
  if (isUnchanged) await enqueueNext(context, work, next);
}

/** Ends the sync, or has it go on later: the shop may be away for longer than the job is retried. */
async function endOrPostpone(
  context: Context,
  work: Continued,
  sync: ShopSync,
  { error, isFinal }: Failed,
): Promise<void> {
  const later = inAnHour(context);
  const isEnded = isFinal || isGivenUp(sync, later);
  let isWantedAgain = false;
  const isMine = await update(context, work, sync, ({ again }) => {
    isWantedAgain = again;
    return { last_known_error: error, ...(isEnded && { sync: null }) };
  });
  if (!isMine) return;
  if (!isEnded) await enqueueLater(context, work, later);
  else if (isWantedAgain) await enqueueSync(context, work.integrationId);
}

/** @returns true if there is more to read */
async function storePage(
  context: Context,
  work: Continued,
  sync: ShopSync,
  { products, sold, total, warnings, next }: ShopPage,
): Promise<boolean> {
  const { db } = context;
  let all: ShopSync = sync;
  const isMine = await update(context, work, sync, (now) => {
    all = {
      ...now,
      ...{ next, waits: 0, read: now.read + products.length, total: total ?? now.total },
      sold: added(now.sold, sold),
    };
    const note = warnings && { note: warnings.join(" ") || null };
    if (next !== null) return { sync: all, last_known_error: null, ...note };
    const error = all.sold === null ? ordersHidden : null;
    const synced_at = new Date(all.startedAt);
    return { sync: null, synced_at, last_known_error: error, ...note };
  });
  if (!isMine) return false;
  await storeProducts(context, work, products);
  if (next !== null) return true;
  const { integrationId, startedAt } = work;
  const ofShop = eq(shopProducts.integration_id, integrationId);
  await db
    .delete(shopProducts)
    .where(and(ofShop, sql`${shopProducts.synced_at} is distinct from ${new Date(startedAt)}`));
  await db
    .update(shopProducts)
    .set({
      units_sold: sql`coalesce((${JSON.stringify(all.sold ?? {})}::jsonb ->> ${shopProducts.product_id})::int, 0)`,
    })
    .where(ofShop);
  if (all.again) await enqueueSync(context, integrationId);
  return false;
}

const ordersHidden = "The shop does not share its orders: its best sellers are unknown.";

function added(
  before: ShopSync["sold"],
  sold: ReadonlyMap<string, number> | null,
): ShopSync["sold"] {
  if (before === null || sold === null) return null;
  const all: Record<string, number> = { ...before };
  for (const [id, units] of sold) all[id] = (all[id] ?? 0) + units;
  return all;
}

/** Products keep their number of sold units until all orders are counted. */
const {
  integration_id: _,
  product_id: __,
  units_sold: ___,
  ...read
} = getTableColumns(shopProducts);
const overwritten = Object.fromEntries(
  Object.values(read).map(({ name }) => [name, sql.raw(`excluded.${name}`)]),
);

async function storeProducts(
  { db }: Context,
  { integrationId, startedAt }: Continued,
  products: readonly ShopProduct[],
) {
  for (let first = 0; first < products.length; first += batchSize) {
    const rows = products.slice(first, first + batchSize).map((product) => ({
      integration_id: integrationId,
      product_id: product.id,
      title: product.title,
      description: product.description ?? null,
      ...cheapestOf(product),
      variants: product.variants,
      image_url: product.imageUrl,
      product_url: product.url,
      tags: [...product.tags],
      sales_channels: product.salesChannels ? [...product.salesChannels] : null,
      units_sold: 0,
      synced_at: new Date(startedAt),
    }));
    await db
      .insert(shopProducts)
      .values(rows)
      .onConflictDoUpdate({
        target: [shopProducts.integration_id, shopProducts.product_id],
        set: overwritten,
      });
  }
}

function cheapestOf({ variants }: ShopProduct) {
  const [first] = variants.toSorted((one, other) => one.price - other.price);
  return { price: first?.price ?? 0, compare_at_price: first?.compareAtPrice ?? null };
}

/** A statement has at most 65,535 parameters, and a product needs thirteen. */
const batchSize = 1000;
