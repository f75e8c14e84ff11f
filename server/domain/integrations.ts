import { asc, eq } from "drizzle-orm";
import type { z } from "zod";
import type { integrationApi } from "@/entities/integration/contract";
import { integrationLabels as labels } from "@/entities/integration/schema";
import type { integrationsApi } from "@/features/integrations/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import type { Context } from "../context.ts";
import { integrations } from "../db/schema.ts";
import type { RequestRun } from "../http/serve.ts";
import type { Ports } from "../ports/ports.ts";
import type { Secrets } from "../ports/secrets.ts";
import { type ShopConnection, ShopRefusal } from "../ports/shop.ts";
import { fieldRefusal, Refusal } from "../refusal.ts";
import { findGroup } from "./groups.ts";
import { existing, iso, rowId } from "./rows.ts";

export type IntegrationRow = typeof integrations.$inferSelect;
type NewIntegration = z.output<typeof integrationsApi.add.body>;
type NewRow = Pick<IntegrationRow, "group_id" | "platform" | "store_name" | "credentials">;
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
 * Adds what its platform agrees to, and has a shop's products read. 409 for one that the group has
 * already, 400 with the platform's words where it refuses the keys, 422 for an ad account that is
 * not one of the token's, 503 where the platform does not answer.
 */
export async function addIntegration(
  { ports, transaction, conclude }: RequestRun,
  groupId: Id,
  body: NewIntegration,
): Promise<OnWire> {
  await transaction((context) => findGroup(context, groupId));
  await askPlatform(ports, body);
  return conclude(async (context) => {
    const group = await findGroup(context, groupId);
    const { platform, store_name } = body;
    const credentials = sealedKeys(ports.secrets, body.credentials);
    return keep(context, { group_id: group.id, platform, store_name, credentials });
  });
}

/** Gives a group a shop of another group; 422 for anything else, 409 where it has that shop already. */
export async function copyIntegration(
  context: Context,
  { source_integration_id, target_group_id }: z.output<typeof integrationsApi.copy.body>,
): Promise<OnWire> {
  const source = await findIntegration(context.db, source_integration_id);
  const target = await findGroup(context, target_group_id);
  const { platform, store_name, credentials } = source;
  if (platform !== "shopify") {
    throw fieldRefusal("source_integration_id", "Only a Shopify integration can be copied.");
  }
  if (source.group_id === target.id) {
    throw fieldRefusal("target_group_id", "This integration belongs to this group already.");
  }
  return keep(context, { group_id: target.id, platform, store_name, credentials });
}

/** Deletes the integration with its products. What was set up to use it is left without one. */
export async function removeIntegration({ db }: Context, id: Id): Promise<undefined> {
  const removed = await db
    .delete(integrations)
    .where(eq(integrations.id, rowId(id)))
    .returning({ id: integrations.id });
  existing(removed, noun);
}

/** 409 where it is no shop. */
export async function queueSync(
  context: Context,
  id: Id,
): Promise<WireOf<typeof integrationsApi.syncProducts>> {
  const integration = await findIntegration(context.db, id);
  const { platform, store_name } = integration;
  if (platform !== "shopify") {
    throw new Refusal(409, `${labels[platform]} has no products to sync: only a shop has.`);
  }
  await syncSoon(context, integration.id);
  return { message: `The products of ${store_name} are being synced.` };
}

/** Has a shop's products read, once however often it is asked for before that begins. */
export const syncSoon = ({ enqueue }: Pick<Context, "enqueue">, integrationId: number) =>
  enqueue("sync-products", { integrationId }, { singletonKey: String(integrationId) });

/** 400 with Facebook's words where it refuses the token, 503 where it does not answer. */
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

/** 404 where there is none. */
const findIntegration = async (db: Context["db"], id: Id): Promise<IntegrationRow> =>
  existing(
    await db
      .select()
      .from(integrations)
      .where(eq(integrations.id, rowId(id))),
    noun,
  );

/** The keys opened, by field name; throws where they cannot be. */
export const openKeys = (
  secrets: Secrets,
  { credentials }: Pick<IntegrationRow, "credentials">,
): Readonly<Record<string, string>> =>
  // Sealed by this module as a record of texts, and a changed one does not open.
  JSON.parse(secrets.open(credentials)) as Record<string, string>;

/** The shop as its port wants it; throws where the keys cannot be opened. */
export const shopConnection = (secrets: Secrets, integration: IntegrationRow): ShopConnection => ({
  store: integration.store_name,
  credentials: openKeys(secrets, integration),
});

export const sealedKeys = (secrets: Secrets, keys: Readonly<Record<string, string>>) =>
  secrets.seal(JSON.stringify(keys));

async function askPlatform(ports: Ports, body: NewIntegration): Promise<void> {
  switch (body.platform) {
    case "shopify":
      return askShop(ports, { store: body.store_name, credentials: body.credentials });
    case "facebook_ads":
      return askFacebook(ports, body);
    case "amazon_ses":
      // Its port can only send: the test email of the newsletter is what tries these keys.
      return;
  }
}

async function askShop({ shop }: Ports, connection: ShopConnection) {
  await shop.test(connection, AbortSignal.timeout(30_000)).catch((error: unknown) => {
    throw error instanceof ShopRefusal
      ? new Refusal(400, error.message)
      : new Refusal(503, "Shopify did not answer. Try again.");
  });
}

async function askFacebook(
  ports: Ports,
  { store_name, credentials }: Extract<NewIntegration, { platform: "facebook_ads" }>,
) {
  const accounts = await adAccounts(ports, credentials.user_access_token);
  if (accounts.some(({ id }) => id === store_name)) return;
  throw fieldRefusal("store_name", "This token does not open this ad account: choose another.");
}

async function keep(context: Context, row: NewRow): Promise<OnWire> {
  const [added] = await context.db
    .insert(integrations)
    .values({ ...row, created_at: context.ports.clock.now() })
    .onConflictDoNothing()
    .returning();
  if (!added) {
    throw new Refusal(409, `This group already has ${row.store_name} on ${labels[row.platform]}.`);
  }
  if (added.platform === "shopify") await syncSoon(context, added.id);
  return integrationOnWire(added);
}

const noun = "integration";

const integrationOnWire = ({
  id,
  platform,
  store_name,
  group_id,
  synced_at,
  last_known_error,
}: IntegrationRow): OnWire => ({
  id,
  platform,
  store_name,
  account_group_id: group_id,
  synced_at: iso(synced_at),
  last_known_error,
});
