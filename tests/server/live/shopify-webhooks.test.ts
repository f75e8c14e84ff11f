import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { integrationApi } from "@/entities/integration/contract";
import { integrations } from "../../../server/db/schema.ts";
import { shopEventsUrl } from "../../../server/features/integrations/integration-on-wire.ts";
import { insertIntegration } from "../../../server/features/integrations/integrations.ts";
import { liveWorld } from "../../../server/ports/world.ts";
import { createWorld, type World } from "../world.ts";

const secret = "shpss_webhooks";
const body = JSON.stringify({ id: 7914325504117, title: "Majica „Đerdap“" });
const signed = (text: string, key = secret) =>
  createHmac("sha256", key).update(text).digest("base64");

let world: World;
beforeAll(async () => {
  world = await createWorld({
    ports: {
      world: liveWorld(["shopify"], false),
      publicOrigin: "https://console.example.com",
    },
  });
});
afterAll(() => world.close());

async function addShop(at: World = world) {
  const { db } = at.database;
  const group = await at.addGroup(`Grupa ${crypto.randomUUID()}`);
  const added = await insertIntegration(db, at.ports.secrets, {
    ...{ group_id: group, platform: "shopify" },
    ...{ store_name: "zima.myshopify.com", last_known_error: null },
    keys: { api_key: "good", password: "good", webhook_secret: secret },
  });
  if (!added) throw new Error("The shop was not added.");
  const path = shopEventsUrl({ publicOrigin: "" }, added);
  const row = async () =>
    (await db.select().from(integrations).where(eq(integrations.id, added.id)))[0];
  const onWire = async () => (await at.call(integrationApi.list, { params: { id: group } }))[0];
  return { id: added.id, path, row, onWire };
}

const deliver = (path: string, topic: string, signature = signed(body), at: World = world) =>
  at.fetch(path, {
    ...{ method: "POST", body },
    headers: { "X-Shopify-Topic": topic, "X-Shopify-Hmac-Sha256": signature },
  });

test("the address is on the integration, stays the same, and says when a delivery came", async () => {
  const { path, onWire } = await addShop();
  const shown = await onWire();
  expect(shown).toMatchObject({ events_url: `https://console.example.com${path}` });
  expect(shown?.last_event_at).toBeNull();
  expect((await onWire())?.events_url).toBe(shown?.events_url);
  expect((await deliver(path, "orders/create", signed(body, "another"))).status).toBe(401);
  expect((await onWire())?.last_event_at).toBeNull();
  expect((await deliver(path, "orders/create")).status).toBe(200);
  expect((await onWire())?.last_event_at).toEqual(expect.any(String));
});

test("the address that an earlier release printed is taken too, until the shop is another", async () => {
  const { id, row } = await addShop();
  const token = (store: string) =>
    world.ports.secrets.seal(JSON.stringify({ id, store }), "shop events");
  const at = (store: string) => `/webhooks/shopify/${token(store)}`;
  expect((await deliver(at("leto.myshopify.com"), "app/uninstalled")).status).toBe(404);
  expect((await row())?.last_known_error).toBeNull();
  expect((await deliver(at("zima.myshopify.com"), "app/uninstalled")).status).toBe(200);
  expect((await row())?.last_known_error).not.toBeNull();
});

test("the address of a mail service is none of a shop", async () => {
  const { id, path } = await addShop();
  const { db } = world.database;
  await db.update(integrations).set({ platform: "amazon_ses" }).where(eq(integrations.id, id));
  expect((await deliver(path, "app/uninstalled")).status).toBe(404);
});

test("a changed product is synced a minute later, once for all that changed by then", async () => {
  const { path } = await addShop();
  const products = vi
    .spyOn(world.ports.shop, "page")
    .mockResolvedValue({ products: [], sold: new Map(), total: 0, next: null });
  for (let n = 0; n < 3; n++) expect((await deliver(path, "products/update")).status).toBe(200);
  await world.runJobs();
  expect(products).not.toHaveBeenCalled();
  world.clock.advance(61_000);
  await world.runJobs();
  expect(products).toHaveBeenCalledTimes(1);
});

test("an app that was uninstalled is noted at its integration", async () => {
  const { path, row } = await addShop();
  expect((await deliver(path, "app/uninstalled")).status).toBe(200);
  expect((await row())?.last_known_error).toBe(
    "The app was uninstalled from the shop: install it again.",
  );
});

test.each([
  ["of another secret", signed(body, "another")],
  ["of another body", signed(`${body} `)],
  ["that is cut off", signed(body).slice(0, 20)],
  ["that is missing", ""],
])("a delivery with a signature %s is refused, and has no effect", async (_, signature) => {
  const { path, row } = await addShop();
  expect((await deliver(path, "app/uninstalled", signature)).status).toBe(401);
  expect((await row())?.last_known_error).toBeNull();
});

test("another topic has no effect, and addresses of no shop are not found", async () => {
  const { path, row } = await addShop();
  expect((await deliver(path, "orders/create")).status).toBe(200);
  expect((await row())?.last_known_error).toBeNull();
  const { id } = (await row()) ?? { id: 0 };
  await world.database.db.delete(integrations).where(eq(integrations.id, id));
  for (const address of [path, `${path}x`, "/webhooks/shopify/1"]) {
    const answer = await deliver(address, "app/uninstalled");
    expect([answer.status, await answer.text()]).toEqual([404, ""]);
  }
});

test("a server on which shops are not real takes no deliveries", async () => {
  const sandbox = await createWorld();
  const { path, onWire } = await addShop(sandbox);
  expect((await onWire())?.events_url).toBeNull();
  expect((await deliver(path, "app/uninstalled", signed(body), sandbox)).status).toBe(404);
  await sandbox.close();
});
