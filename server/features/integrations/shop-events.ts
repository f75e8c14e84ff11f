import { createHmac, timingSafeEqual } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { integrations } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import type { Secrets } from "../../ports/secrets.ts";
import { type IntegrationRow, openKeys } from "./integration-keys.ts";
import { enqueueSync } from "./integrations.ts";

const place = "shop events";
const linkSchema = z.strictObject({ id: z.int(), store: z.string() });

/** A shop tells of many changes within seconds, in ms: one sync is for all of them. */
const pause = 60_000;

export type ShopEvent = {
  readonly token: string;
  /** `products/update` */
  readonly topic: string;
  /** Base64, of the body with the integration's webhook secret. */
  readonly signature: string;
  readonly body: Uint8Array;
};

/**
 * Takes what a shop tells of itself: a changed product is synced within a minute or two, and an
 * uninstalled app is noted at the integration. Other topics have no effect. `unknown` if no
 * integration has this address, `forged` if the signature is not that of its webhook secret.
 */
export async function receiveShopEvent(
  context: Context,
  { token, topic, signature, body }: ShopEvent,
): Promise<"taken" | "unknown" | "forged"> {
  const { db, ports } = context;
  const integration = await findShop(context, token);
  if (!integration) return "unknown";
  const { webhook_secret = "" } = openKeys(ports.secrets, integration);
  if (!isSigned(body, signature, webhook_secret)) return "forged";
  const isGone = topic === "app/uninstalled";
  await db
    .update(integrations)
    .set({
      last_event_at: ports.clock.now(),
      ...(isGone && {
        last_known_error: "The app was uninstalled from the shop: install it again.",
      }),
    })
    .where(eq(integrations.id, integration.id));
  if (topic === "products/update") {
    const startAfter = new Date(ports.clock.now().getTime() + pause);
    await enqueueSync(context, integration.id, startAfter);
  }
  return "taken";
}

/** Returns the integration whose deliveries come to an address; undefined if there is none. */
async function findShop(
  { db, ports }: Context,
  token: string,
): Promise<IntegrationRow | undefined> {
  const isToken = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(token);
  const link = isToken ? undefined : readLink(ports.secrets, token);
  if (!isToken && !link) return undefined;
  const [found] = await db
    .select()
    .from(integrations)
    .where(
      and(
        link ? eq(integrations.id, link.id) : eq(integrations.events_token, token),
        eq(integrations.platform, "shopify"),
      ),
    );
  return link && found?.store_name !== link.store ? undefined : found;
}

/**
 * Returns the shop that an address of an earlier release names. It has the shop's name, because a
 * row of another shop may have the same id after a restore.
 */
function readLink(secrets: Secrets, token: string): z.output<typeof linkSchema> | undefined {
  try {
    return linkSchema.parse(JSON.parse(secrets.open(token, place)));
  } catch {
    return undefined;
  }
}

/** Checks a delivery's signature: https://shopify.dev/docs/apps/build/webhooks/verify-deliveries */
function isSigned(body: Uint8Array, signature: string, secret: string): boolean {
  if (secret === "") return false;
  const expected = createHmac("sha256", secret).update(body).digest();
  const given = Buffer.from(signature, "base64");
  // The comparison throws for buffers of different lengths.
  return given.length === expected.length && timingSafeEqual(given, expected);
}
