import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { integrationApi } from "@/entities/integration/contract";
import { integrationsApi } from "@/features/integrations/contract";
import { integrations, shopProducts } from "../../../server/db/schema.ts";
import { shopConnection } from "../../../server/domain/integrations.ts";
import { syncProducts } from "../../../server/jobs/sync-products.ts";
import { type ShopProduct, ShopRefusal } from "../../../server/ports/shop.ts";
import { createWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => world.close());

const { signal } = new AbortController();

/** Adds a shop to a new group; its products are not synced yet. */
async function newShop(): Promise<number> {
  const id = crypto.randomUUID();
  const added = await world.call(integrationsApi.add, {
    params: { id: await world.addGroup(`Grupa ${id}`) },
    body: {
      platform: "shopify",
      store_name: `${id}.myshopify.com`,
      credentials: { api_key: "hush-1", password: "hush-2", webhook_secret: "hush-3" },
    },
  });
  return Number(added.id);
}
const sync = (id: number) => ({ params: { id } });
const rowsOf = (id: number) =>
  world.database.db
    .select()
    .from(shopProducts)
    .where(eq(shopProducts.integration_id, id))
    .orderBy(asc(shopProducts.product_id));
async function integration(id: number) {
  const [row] = await world.database.db.select().from(integrations).where(eq(integrations.id, id));
  if (!row) throw new Error("There is no such integration.");
  return row;
}
const onWire = async (id: number) =>
  (await world.call(integrationApi.all, {})).find((one) => one.id === id);

const variant = (id: string, price: number, compareAtPrice: number | null = null) => ({
  ...{ id, title: id, price, compareAtPrice },
});
const product = (id: string, more: Partial<ShopProduct> = {}): ShopProduct => ({
  id,
  title: `Majica ${id}`,
  variants: [variant(id, 1990)],
  tags: ["rotator"],
  imageUrl: null,
  url: null,
  unitsSold: 3,
  ...more,
});

test("an added shop has its products synced automatically", async () => {
  const id = await newShop();
  expect([await rowsOf(id), (await onWire(id))?.synced_at]).toEqual([[], null]);
  const before = world.clock.now().getTime();
  await world.runJobs();
  const { ports } = world;
  const connection = shopConnection(ports.secrets, await integration(id));
  const inShop = await ports.shop.products(connection, signal);
  expect(await rowsOf(id)).toEqual(
    inShop.map((one) => ({
      integration_id: id,
      product_id: one.id,
      title: one.title,
      price: one.variants[0]?.price,
      compare_at_price: one.variants[0]?.compareAtPrice,
      variants: one.variants,
      image_url: one.imageUrl,
      product_url: one.url,
      tags: one.tags,
      sales_channels: one.salesChannels,
      units_sold: one.unitsSold,
    })),
  );
  const synced = await onWire(id);
  expect(Date.parse(synced?.synced_at ?? "")).toBeGreaterThanOrEqual(before);
  expect(synced?.last_known_error).toBeNull();
});

test("syncing again shows the price that the shop has now", async () => {
  const id = await newShop();
  await world.runJobs();
  const connection = shopConnection(world.ports.secrets, await integration(id));
  const [first] = await rowsOf(id);
  const productId = first?.product_id ?? "";
  const variants = [{ id: productId, price: 990, compareAtPrice: 1990 }];
  const change = { variants, addTags: ["sale"], removeTags: [] };
  await world.ports.shop.change(connection, productId, change, signal);
  const { synced_at } = await integration(id);
  world.clock.advance(1000);
  const answer = await world.call(integrationsApi.syncProducts, sync(id));
  expect(answer).toEqual({ message: `The products of ${connection.store} are being synced.` });
  expect((await rowsOf(id))[0]).toEqual(first);
  await world.runJobs();
  const [after, ...others] = await rowsOf(id);
  expect(after).toMatchObject({
    product_id: productId,
    price: 990,
    compare_at_price: 1990,
    tags: expect.arrayContaining(["sale"]),
  });
  expect(others).toHaveLength(59);
  expect((await integration(id)).synced_at?.getTime()).toBeGreaterThan(synced_at?.getTime() ?? 0);
});

test("a product with several variants is shown at its lowest price, and keeps them all", async () => {
  const id = await newShop();
  const variants = [variant("xl", 2490), variant("s", 1990, 2190), variant("m", 1990)];
  vi.spyOn(world.ports.shop, "products").mockResolvedValueOnce([product("1", { variants })]);
  await world.runJobs();
  expect(await rowsOf(id)).toMatchObject([{ price: 1990, compare_at_price: 2190, variants }]);
});

test("a shop that does not show its orders is synced all the same, with a note", async () => {
  const id = await newShop();
  vi.spyOn(world.ports.shop, "products").mockResolvedValueOnce([product("1", { unitsSold: null })]);
  await world.runJobs();
  expect(await rowsOf(id)).toMatchObject([{ product_id: "1", units_sold: 0 }]);
  expect((await onWire(id))?.last_known_error).toBe(
    "The shop does not show its orders: which products sell best is not known.",
  );
});

test("products that the shop no longer sells are removed, and new ones are added", async () => {
  const id = await newShop();
  const products = vi.spyOn(world.ports.shop, "products");
  products.mockResolvedValueOnce([product("1"), product("2")]);
  await world.runJobs();
  products.mockResolvedValueOnce([
    product("2", { variants: [variant("2", 1490.5)] }),
    product("3", { tags: [] }),
  ]);
  await world.call(integrationsApi.syncProducts, sync(id));
  await world.runJobs();
  expect(await rowsOf(id)).toMatchObject([
    { product_id: "2", price: 1490.5 },
    { product_id: "3", tags: [] },
  ]);
  products.mockResolvedValueOnce([]);
  await world.call(integrationsApi.syncProducts, sync(id));
  await world.runJobs();
  expect(await rowsOf(id)).toEqual([]);
});

test("two requests before the job begins sync a shop once", async () => {
  const id = await newShop();
  await world.runJobs();
  const products = vi.spyOn(world.ports.shop, "products");
  await world.call(integrationsApi.syncProducts, sync(id));
  await world.call(integrationsApi.syncProducts, sync(id));
  await world.runJobs();
  expect(products).toHaveBeenCalledTimes(1);
});

test("a job that runs twice leaves the same products", async () => {
  const id = await newShop();
  await world.runJobs();
  const before = await rowsOf(id);
  await Promise.all([1, 2].map(() => syncProducts({ integrationId: id }, world.run)));
  expect(await rowsOf(id)).toEqual(before);
});

test("of two syncs at once the one that began later counts", async () => {
  const id = await newShop();
  await world.runJobs();
  let answerOld: (products: ShopProduct[]) => void = () => undefined;
  const products = vi.spyOn(world.ports.shop, "products");
  products.mockReturnValueOnce(
    new Promise((resolve) => {
      answerOld = resolve;
    }),
  );
  products.mockResolvedValueOnce([product("new")]);
  const old = syncProducts({ integrationId: id }, world.run);
  await expect.poll(() => products.mock.calls.length).toBe(1);
  world.clock.advance(1000);
  await syncProducts({ integrationId: id }, world.run);
  answerOld([product("old")]);
  await old;
  expect((await rowsOf(id)).map(({ product_id }) => product_id)).toEqual(["new"]);
});

test("a refusal is stored with the shop's message, the products stay, and the shop is not called again", async () => {
  const id = await newShop();
  await world.runJobs();
  const { synced_at } = await integration(id);
  const products = vi.spyOn(world.ports.shop, "products");
  products.mockRejectedValueOnce(new ShopRefusal("[API] Unavailable Shop"));
  await world.call(integrationsApi.syncProducts, sync(id));
  await world.runJobs();
  world.clock.advance(3_600_000);
  await world.runJobs();
  expect(products).toHaveBeenCalledTimes(1);
  expect(await onWire(id)).toMatchObject({
    last_known_error: "[API] Unavailable Shop",
    synced_at: synced_at?.toISOString(),
  });
  expect(await rowsOf(id)).toHaveLength(60);

  await world.call(integrationsApi.syncProducts, sync(id));
  await world.runJobs();
  expect(await onWire(id)).toMatchObject({ last_known_error: null });
});

test("a shop that does not answer is called again, and the thrown error is not stored", async () => {
  const id = await newShop();
  const products = vi.spyOn(world.ports.shop, "products");
  const failure = new Error("socket hang up with hush-1");
  products.mockRejectedValueOnce(failure).mockRejectedValueOnce(failure);
  const words = "The shop did not answer.";
  await expect(syncProducts({ integrationId: id }, world.run)).rejects.toThrow(words);
  expect(await onWire(id)).toMatchObject({
    last_known_error: "The shop did not answer.",
    synced_at: null,
  });
  await expect(world.runJobs()).rejects.toThrow(words);
  world.clock.advance(3_600_000);
  await world.runJobs();
  expect(products).toHaveBeenCalledTimes(3);
  expect(await onWire(id)).toMatchObject({ last_known_error: null });
  expect(await rowsOf(id)).toHaveLength(60);
});

test("the error for keys that cannot be opened asks to add the integration again", async () => {
  const id = await newShop();
  await world.database.db
    .update(integrations)
    .set({ credentials: "v1.damaged" })
    .where(eq(integrations.id, id));
  const products = vi.spyOn(world.ports.shop, "products");
  await world.runJobs();
  expect(products).not.toHaveBeenCalled();
  expect(await onWire(id)).toMatchObject({
    last_known_error: "The stored keys cannot be read: add the integration again.",
  });
});

test("an integration that was deleted meanwhile is left alone", async () => {
  const id = await newShop();
  const products = vi.spyOn(world.ports.shop, "products").mockImplementationOnce(async () => {
    await world.call(integrationsApi.remove, sync(id));
    return [product("1")];
  });
  await world.runJobs();
  expect(products).toHaveBeenCalledTimes(1);
  expect(await rowsOf(id)).toEqual([]);
  await syncProducts({ integrationId: id }, world.run);
  expect(products).toHaveBeenCalledTimes(1);
});

test("only a shop has products to sync", async () => {
  const { id } = await world.call(integrationsApi.add, {
    params: { id: await world.addGroup(`Grupa ${crypto.randomUUID()}`) },
    body: {
      platform: "amazon_ses",
      store_name: "novosti@zimska.example.com",
      credentials: { aws_access_key_id: "hush-1", aws_secret_access_key: "hush-2" },
    },
  });
  expect(await world.refusal(integrationsApi.syncProducts, sync(Number(id)))).toEqual({
    status: 409,
    detail: "Amazon SES has no products to sync: only a shop has.",
  });
  expect(await world.refusal(integrationsApi.syncProducts, sync(9999))).toEqual({
    status: 404,
    detail: "No such integration.",
  });
  expect(await world.runJobs()).toBe(0);
});
