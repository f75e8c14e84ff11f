import { and, asc, eq } from "drizzle-orm";
import type { Id } from "@/shared/api/id";
import { integrations } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { findGroup } from "../../kernel/find-group.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { JobRun } from "../../kernel/runs.ts";
import type { Ports } from "../../ports/ports.ts";
import {
  type ProductFilter,
  ShopBusy,
  type ShopConnection,
  type ShopProduct,
  ShopRefusal,
} from "../../ports/shop.ts";
import { type IntegrationRow, shopConnection } from "../integrations/index.ts";
import { isInCollection, standing, stepState } from "./planned-step.ts";
import { readSaleHistory } from "./sale-history.ts";
import { collectionsToLeave, keepOriginals, readOriginals } from "./sale-originals.ts";
import { isSame } from "./sale-prices.ts";
import type { SaleSettings } from "./sale-rotation.ts";
import { activeSaleSettings, readSaleSettings } from "./sale-settings.ts";
import type { RunRow } from "./sale-steps.ts";
import { leaveStep, plannedStep, type StepRow } from "./sale-steps.ts";

/** `restore` takes everything off sale, also with a rotator that is off. */
export type Purpose = "rotate" | "restore";

/** A group with its shop; to rotate, its rotator is enabled. */
type Ready = {
  readonly groupId: number;
  readonly settings: SaleSettings;
  readonly integration: IntegrationRow;
  readonly connection: ShopConnection;
};
/** The same, with the products of the shop that a run may change. */
export type Surveyed = Ready & { readonly products: readonly ShopProduct[] };

/** Throws a 404 Refusal if the group does not exist, 409 if its rotator is off or it has no shop. */
export async function readyToRotate(
  context: Context,
  groupId: Id,
  purpose: Purpose = "rotate",
): Promise<Ready> {
  const group = await findGroup(context, groupId);
  const readSettings = purpose === "rotate" ? activeSaleSettings : readSaleSettings;
  const settings = await readSettings(context.db, group.id);
  const [integration] = await context.db
    .select()
    .from(integrations)
    .where(and(eq(integrations.group_id, group.id), eq(integrations.platform, "shopify")))
    .orderBy(asc(integrations.id))
    .limit(1);
  if (!integration) throw new Refusal(409, "Connect a Shopify integration first.");
  const connection = openShop(context.ports, integration);
  return { groupId: group.id, settings, integration, connection };
}

/** Reads the shop's products; 409 if the group cannot rotate, 503 if the shop does not answer. */
export async function survey(
  { ports, transaction }: JobRun,
  groupId: Id,
  purpose: Purpose = "rotate",
): Promise<Surveyed> {
  const { ready, only } = await transaction(async (context) => {
    const ready = await readyToRotate(context, groupId, purpose);
    return { ready, only: await filterOf(context, ready, purpose) };
  });
  const products = await callShop("The shop did not answer. Try again.", () =>
    ports.shop.products(ready.connection, AbortSignal.timeout(45_000), only),
  );
  return { ...ready, products };
}

/** Returns the tags that a rotation chooses by, and products that it may have put on sale. */
async function filterOf(
  { db }: Context,
  { groupId, settings, connection }: Ready,
  purpose: Purpose,
): Promise<ProductFilter> {
  const originals = await readOriginals(db, connection.store);
  const known = new Set([...originals.values()].map(({ productId }) => productId));
  if (purpose === "restore") return { tags: [], ids: [...known] };
  for (const [id, { action }] of await readSaleHistory(db, groupId)) {
    if (action === "add") known.add(id);
  }
  return { tags: [...rotationTags, settings.sale_tag], ids: [...known] };
}

const rotationTags = ["rotator", "rotator-no-change", "print"];

/**
 * Returns the shop that the run was planned for; the group may have another one since. 409 if it was
 * removed, or its keys cannot be read.
 */
export async function connectionOf({ db, ports }: Context, run: RunRow): Promise<ShopConnection> {
  const [integration] = await db
    .select()
    .from(integrations)
    .where(eq(integrations.id, run.integration_id ?? 0));
  if (!integration) throw new Refusal(409, "The Shopify integration of this run was removed.");
  return openShop(ports, integration);
}

function openShop({ secrets }: Ports, integration: IntegrationRow): ShopConnection {
  try {
    return shopConnection(secrets, integration);
  } catch {
    throw new Refusal(409, "The stored keys of the shop cannot be read: add it again.");
  }
}

/**
 * Applies a step in the shop, unless it is applied already: an interrupted step may have been. Keeps
 * the original prices before that, from what the shop shows. 400 with the shop's words if it refuses,
 * 409 if somebody else has changed the price since the plan, 503 if the shop does not answer.
 */
export async function applyStep(
  { ports: { shop }, transaction }: JobRun,
  connection: ShopConnection,
  row: StepRow,
): Promise<void> {
  const step = plannedStep(row);
  const { productId, productName: name } = step;
  /** Leaves a step that changes nothing now. */
  const left = async (status: 400 | 409, detail: string) => {
    await transaction((context) => leaveStep(context, row));
    return new Refusal(status, detail);
  };
  const product = await callShop(`The shop did not answer for ${name}.`, () =>
    shop.product(connection, productId, AbortSignal.timeout(15_000)),
  );
  if (!product) throw await left(400, `The shop no longer has ${name}.`);
  const leaving = await transaction(({ db }) => collectionsToLeave(db, connection.store, step));
  const state = stepState(product, step, leaving);
  if (state === "done") return;
  if (state === "changed") {
    throw await left(
      409,
      `The price of ${name} was changed in the shop after this run was planned, and is kept.`,
    );
  }
  await transaction((context) => keepOriginals(context, connection.store, step, product));
  const variants = standing(product, step).filter(({ now, after }) => !isSame(now, after));
  const change = {
    variants: variants.map(({ id, after }) => ({ id, ...after })),
    addTags: step.tagsToAdd,
    removeTags: step.tagsToRemove,
    // The sale collection has the name of the sale tag.
    addToCollections: step.tagsToAdd,
    removeFromCollections: leaving.filter(
      (name) => product.collections === undefined || isInCollection(product, name),
    ),
  };
  await callShop(
    `The shop did not answer for ${name}: it may have been changed. It is not changed twice.`,
    () => shop.change(connection, productId, change, AbortSignal.timeout(60_000)),
    `The shop refused ${name}: `,
  );
}

/**
 * Throws a 400 Refusal with the shop's words after `prefix` if it refuses, 503 with its words if it is
 * busy, and 503 with `noAnswer` if it does not answer.
 */
async function callShop<T>(noAnswer: string, call: () => Promise<T>, prefix = ""): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ShopBusy) throw new Refusal(503, `${sentence(error.message)} Try again.`);
    // Any other error may contain the keys, so its message is not returned.
    if (!(error instanceof ShopRefusal)) throw new Refusal(503, noAnswer);
    throw new Refusal(400, prefix + sentence(error.message));
  }
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
