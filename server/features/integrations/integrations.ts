import { asc, eq } from "drizzle-orm";
import type { z } from "zod";
import type { integrationApi } from "@/entities/integration/contract";
import { integrationLabels as labels } from "@/entities/integration/contract";
import type { integrationsApi } from "@/features/integrations/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { groups, integrations } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { findGroup } from "../../kernel/find-group.ts";
import { nextId, rowId } from "../../kernel/ids.ts";
import { lockGroups } from "../../kernel/locks.ts";
import { fieldRefusal, Refusal } from "../../kernel/refusal.ts";
import type { RequestRun } from "../../kernel/runs.ts";
import { existing } from "../../kernel/sql.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Secrets } from "../../ports/secrets.ts";
import { noteSettings } from "../activity/index.ts";
import { type IntegrationRow, type Keys, readKeys, sealKeys } from "./integration-keys.ts";
import { integrationOnWire } from "./integration-on-wire.ts";
import { isMailBySmtp, type NewIntegration, testKeys, testMailService } from "./key-test.ts";
import { mailSenderOf } from "./mail-sender.ts";

type NewRow = Pick<IntegrationRow, "group_id" | "platform" | "store_name"> & {
  readonly keys: Keys;
  readonly note?: string | null;
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
  return rows.map((row) => integrationOnWire(context.ports, row));
}

export async function listAllIntegrations({
  db,
  ports,
}: Context): Promise<WireOf<typeof integrationApi.all>> {
  const rows = await db.select().from(integrations).orderBy(asc(integrations.id));
  return rows.map((row) => integrationOnWire(ports, row));
}

/**
 * Adds an integration after its platform has accepted the keys, and queues the sync of a shop. 409
 * if the group has it already, 400 with the platform's words if it refuses the keys, 422 if the
 * token does not open the ad account or there are no keys, 429 if the platform asks to wait, 503 if
 * it does not answer.
 */
export async function addIntegration(
  { ports, transaction, conclude }: RequestRun,
  groupId: Id,
  body: NewIntegration,
): Promise<OnWire> {
  const keys = keysOf(ports, body);
  await transaction((context) => findGroup(context, groupId));
  const { store_name, note } = await testKeys(ports, body, keys);
  return conclude(async (context) => {
    const group = await findGroup(context, groupId);
    const { platform } = body;
    return insert(context, { group_id: group.id, platform, store_name, keys, note });
  });
}

/**
 * Asks a mail service what its keys may do and whether it takes the sender, that of the newsletter if
 * one is sent by it, and stores what an operator should know of it. 409 if it is no mail service or
 * the keys cannot be decrypted, 400 with the service's words if it refuses, 503 if it does not answer.
 */
export async function testIntegration(
  { ports, transaction, conclude }: RequestRun,
  id: Id,
): Promise<WireOf<typeof integrationsApi.test>> {
  const { row, sender } = await transaction(async ({ db }) => {
    const row = await findIntegration(db, id);
    return { row, sender: await mailSenderOf(db, row) };
  });
  if (row.platform !== "amazon_ses") {
    throw new Refusal(409, `${labels[row.platform]} has no test here.`);
  }
  const keys = readKeys(ports.secrets, row);
  const store = (values: Partial<IntegrationRow>) =>
    transaction(({ db }) => db.update(integrations).set(values).where(eq(integrations.id, row.id)));
  const tested = await testMailService(ports, sender, keys).catch(async (error: unknown) => {
    // In its own transaction: the Refusal rolls back the concluding one.
    if (error instanceof Refusal && error.status === 400) {
      await store({ last_known_error: error.message });
    }
    throw error;
  });
  return conclude(async ({ db }) => {
    await db
      .update(integrations)
      .set({ last_known_error: null, note: tested.note })
      .where(eq(integrations.id, row.id));
    const limits = tested.limits === null ? "" : ` ${tested.limits}.`;
    const found = tested.takesSender
      ? `Mail can be sent from ${sender.address}.`
      : `The mail service answers. Send a test email to check that ${sender.address} may send.`;
    return { message: `${found}${limits}` };
  });
}

/** Copies a shop; 422 for what is none, 409 if the group has it or the keys cannot be decrypted. */
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
    throw fieldRefusal("target_group_id", "This integration already belongs to this group.");
  }
  const keys = readKeys(context.ports.secrets, source);
  return insert(context, { group_id: target.id, platform, store_name, keys });
}

/** Deletes the integration with its products. Settings that refer to it lose the reference. */
export async function removeIntegration(context: Context, id: Id): Promise<undefined> {
  const { db } = context;
  const { group_id } = await findIntegration(db, id);
  await lockGroups(db, eq(groups.id, group_id), "key share");
  const removed = await db
    .delete(integrations)
    .where(eq(integrations.id, rowId(id)))
    .returning();
  await noteIntegration(context, existing(removed, noun), "removed");
}

/** Throws a 409 Refusal if it is not a shop. */
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
export const enqueueSync = (
  { enqueue }: Pick<Context, "enqueue">,
  integrationId: number,
  startAfter?: Date,
) =>
  enqueue(
    "sync-products",
    { integrationId },
    { singletonKey: String(integrationId), ...(startAfter && { startAfter }) },
  );

/** Throws a 404 Refusal if it does not exist. */
const findIntegration = async (db: Context["db"], id: Id): Promise<IntegrationRow> =>
  existing(
    await db
      .select()
      .from(integrations)
      .where(eq(integrations.id, rowId(id))),
    noun,
  );

/** Returns the keys of a new integration; none for mail by SMTP, where they would have no use. */
function keysOf(ports: Ports, { platform, credentials }: NewIntegration): Keys {
  if (platform === "amazon_ses" && isMailBySmtp(ports)) return {};
  if (credentials) return credentials;
  const issue = { loc: ["body", "credentials"], msg: "Field required", type: "missing" };
  throw new Refusal(422, [issue]);
}

/** Returns the platform's name, for operators. */
const labelOf = (ports: Pick<Ports, "world">, platform: IntegrationRow["platform"]) =>
  labels[platform === "amazon_ses" && isMailBySmtp(ports) ? "smtp" : platform];

type IntegrationValues = Omit<typeof integrations.$inferInsert, "id" | "credentials"> & {
  readonly keys: Keys;
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
  const { ports } = context;
  const { secrets, clock } = ports;
  const added = await insertIntegration(context.db, secrets, { ...row, created_at: clock.now() });
  if (!added) {
    throw new Refusal(
      409,
      `This group already has ${row.store_name} on ${labelOf(ports, row.platform)}.`,
    );
  }
  if (added.platform === "shopify") await enqueueSync(context, added.id);
  await noteIntegration(context, added, "added");
  return integrationOnWire(ports, added);
}

/** Adds an entry such as `Shopify zima.example.com: added`. */
const noteIntegration = (context: Context, row: IntegrationRow, what: string) =>
  noteSettings(
    context,
    row.group_id,
    `${labelOf(context.ports, row.platform)} ${row.store_name}: ${what}`,
    "integrations",
  );

const noun = "integration";
