import { asc, eq } from "drizzle-orm";
import type { z } from "zod";
import type { integrationApi } from "@/entities/integration/contract";
import { integrationLabels as labels } from "@/entities/integration/schema";
import type { integrationsApi } from "@/features/integrations/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import type { Context } from "../context.ts";
import { integrations } from "../db/schema.ts";
import type { Ports } from "../ports/ports.ts";
import type { Secrets } from "../ports/secrets.ts";
import { type ShopConnection, ShopRefusal } from "../ports/shop.ts";
import { fieldRefusal, Refusal } from "../refusal.ts";
import type { RequestRun } from "../use-case.ts";
import { noteSettings } from "./activity.ts";
import { findGroup } from "./groups.ts";
import { integrationOnWire } from "./integration-on-wire.ts";
import { existing, nextId, rowId } from "./rows.ts";
import { placeIn } from "./sealed-columns.ts";

export type IntegrationRow = typeof integrations.$inferSelect;
type NewIntegration = z.output<typeof integrationsApi.add.body>;
type NewRow = Pick<IntegrationRow, "group_id" | "platform" | "store_name"> & {
  readonly keys: Readonly<Record<string, string>>;
};
type OnWire = WireOf<typeof integrationsApi.add>;

export async function listIntegrations(
  context: Context,
  groupId: Id,
): Promise<WireOf<typeof integrationApi.list>> {
  const group = await findGroup(context, groupId);
  const rows = await context.db
    .select()
    .from(integrations)
    .where(eq(integrations.group_id, group.id))
    .orderBy(asc(integrations.id));
  return rows.map(integrationOnWire);
}

export async function listAllIntegrations({
  db,
}: Context): Promise<WireOf<typeof integrationApi.all>> {
  const rows = await db.select().from(integrations).orderBy(asc(integrations.id));
  return rows.map(integrationOnWire);
}

/**
 * Adds an integration after its platform has accepted the keys, and queues the sync of a shop. 409 if
 * the group has it already, 400 with the platform's words if it refuses the keys, 422 if the token
 * does not open the ad account, 503 if the platform does not answer.
 */
export async function addIntegration(
  { ports, transaction, conclude }: RequestRun,
  groupId: Id,
  body: NewIntegration,
): Promise<OnWire> {
  await transaction((context) => findGroup(context, groupId));
  await testKeys(ports, body);
  return conclude(async (context) => {
    const group = await findGroup(context, groupId);
    const { platform, store_name, credentials: keys } = body;
    return insert(context, { group_id: group.id, platform, store_name, keys });
  });
}

/**
 * Copies a shop to another group; 422 for other integrations, 409 if that group has it already or the
 * keys cannot be decrypted.
 */
export async function copyIntegration(
  context: Context,
  { source_integration_id, target_group_id }: z.output<typeof integrationsApi.copy.body>,
): Promise<OnWire> {
  const source = await findIntegration(context.db, source_integration_id);
  const target = await findGroup(context, target_group_id);
  const { platform, store_name } = source;
  if (platform !== "shopify") {
    throw fieldRefusal("source_integration_id", "Only a Shopify integration can be copied.");
  }
  if (source.group_id === target.id) {
    throw fieldRefusal("target_group_id", "This integration belongs to this group already.");
  }
  const keys = readKeys(context.ports.secrets, source);
  return insert(context, { group_id: target.id, platform, store_name, keys });
}

/** Deletes the integration with its products. Settings that refer to it lose the reference. */
export async function removeIntegration(context: Context, id: Id): Promise<undefined> {
  const removed = await context.db
    .delete(integrations)
    .where(eq(integrations.id, rowId(id)))
    .returning();
  await noteIntegration(context, existing(removed, noun), "removed");
}

/** 409 if it is not a shop. */
export async function queueSync(
  context: Context,
  id: Id,
): Promise<WireOf<typeof integrationsApi.syncProducts>> {
  const integration = await findIntegration(context.db, id);
  const { platform, store_name } = integration;
  if (platform !== "shopify") {
    throw new Refusal(409, `${labels[platform]} has no products to sync: only a shop has.`);
  }
  await enqueueSync(context, integration.id);
  return { message: `The products of ${store_name} are being synced.` };
}

/** Queues a sync of the shop's products, unless one is queued already. */
export const enqueueSync = ({ enqueue }: Pick<Context, "enqueue">, integrationId: number) =>
  enqueue("sync-products", { integrationId }, { singletonKey: String(integrationId) });

/** 400 with Facebook's words if it refuses the token, 503 if it does not answer. */
export async function adAccounts(
  { ads }: Ports,
  token: string,
): Promise<WireOf<typeof integrationsApi.adAccounts>> {
  const answer = await ads.accounts(token, AbortSignal.timeout(30_000)).catch(() => {
    throw new Refusal(503, "Facebook did not answer. Try again.");
  });
  if (!answer.ok) throw new Refusal(400, answer.error);
  return answer.accounts.map(({ id, name }) => ({ id, name }));
}

/** Throws a 404 Refusal if it does not exist. */
const findIntegration = async (db: Context["db"], id: Id): Promise<IntegrationRow> =>
  existing(
    await db
      .select()
      .from(integrations)
      .where(eq(integrations.id, rowId(id))),
    noun,
  );

/** The decrypted keys, by field name; throws if they cannot be decrypted. */
export const openKeys = (
  secrets: Secrets,
  { id, credentials }: Pick<IntegrationRow, "id" | "credentials">,
): Readonly<Record<string, string>> =>
  // Encrypted by this module from a record of strings; a changed ciphertext does not decrypt.
  JSON.parse(secrets.open(credentials, placeIn("integrations.credentials", id))) as Record<
    string,
    string
  >;

/** The decrypted keys; 409 if they cannot be decrypted. */
export function readKeys(secrets: Secrets, integration: IntegrationRow) {
  try {
    return openKeys(secrets, integration);
  } catch {
    throw new Refusal(
      409,
      "The keys of this integration cannot be read: remove it and add it again.",
    );
  }
}

/** The connection for the shop port; throws if the keys cannot be decrypted. */
export const shopConnection = (secrets: Secrets, integration: IntegrationRow): ShopConnection => ({
  store: integration.store_name,
  credentials: openKeys(secrets, integration),
});

/** The encrypted keys for the integration of this id. */
export const sealKeys = (secrets: Secrets, id: number, keys: Readonly<Record<string, string>>) =>
  secrets.seal(JSON.stringify(keys), placeIn("integrations.credentials", id));

async function testKeys(ports: Ports, body: NewIntegration): Promise<void> {
  switch (body.platform) {
    case "shopify":
      return testShop(ports, { store: body.store_name, credentials: body.credentials });
    case "facebook_ads":
      return testAdAccount(ports, body);
    case "amazon_ses":
      // The mailer port can only send, so these keys are first tested by the newsletter's test email.
      return;
  }
}

async function testShop({ shop }: Ports, connection: ShopConnection) {
  await shop.test(connection, AbortSignal.timeout(30_000)).catch((error: unknown) => {
    throw error instanceof ShopRefusal
      ? new Refusal(400, error.message)
      : new Refusal(503, "Shopify did not answer. Try again.");
  });
}

async function testAdAccount(
  ports: Ports,
  { store_name, credentials }: Extract<NewIntegration, { platform: "facebook_ads" }>,
) {
  const accounts = await adAccounts(ports, credentials.user_access_token);
  if (accounts.some(({ id }) => id === store_name)) return;
  throw fieldRefusal("store_name", "This token does not open this ad account: choose another.");
}

type IntegrationValues = Omit<typeof integrations.$inferInsert, "id" | "credentials"> & {
  readonly keys: Readonly<Record<string, string>>;
};

/** Inserts an integration with its keys encrypted; undefined if the group has it already. */
export async function insertIntegration(
  db: Context["db"],
  secrets: Secrets,
  { keys, ...values }: IntegrationValues,
): Promise<IntegrationRow | undefined> {
  const id = await nextId(db, integrations);
  const [added] = await db
    .insert(integrations)
    .overridingSystemValue()
    .values({ ...values, id, credentials: sealKeys(secrets, id, keys) })
    .onConflictDoNothing()
    .returning();
  return added;
}

async function insert(context: Context, row: NewRow): Promise<OnWire> {
  const { secrets, clock } = context.ports;
  const added = await insertIntegration(context.db, secrets, { ...row, created_at: clock.now() });
  if (!added) {
    throw new Refusal(409, `This group already has ${row.store_name} on ${labels[row.platform]}.`);
  }
  if (added.platform === "shopify") await enqueueSync(context, added.id);
  await noteIntegration(context, added, "added");
  return integrationOnWire(added);
}

/** `Shopify zima.example.com: added` */
const noteIntegration = (context: Context, row: IntegrationRow, what: string) =>
  noteSettings(
    context,
    row.group_id,
    `${labels[row.platform]} ${row.store_name}: ${what}`,
    "integrations",
  );

const noun = "integration";
