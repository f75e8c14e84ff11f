import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { integrationApi } from "@/entities/integration/contract";
import { integrationsApi } from "@/features/integrations/contract";
import { integrations, shopProducts } from "../../../../server/db/schema.ts";
import { shopConnection } from "../../../../server/features/integrations/integration-keys.ts";
import { syncProducts } from "../../../../server/features/integrations/sync-products-job.ts";
import {
  ShopBusy,
  type ShopPage,
  type ShopProduct,
  ShopRefusal,
} from "../../../../server/ports/shop.ts";
import { startWorld } from "../start-world.ts";

const world = await startWorld();

const hour = 3_600_000;
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
/** The shop of the running test. */
let id: number;
beforeEach(async () => {
  await world.database.query("delete from pgboss.job");
  id = await newShop();
});
const sync = (id: number) => ({ params: { id } });
const ask = (id: number) => world.call(integrationsApi.syncProducts, sync(id));
async function syncAgain(id: number) {
  await ask(id);
  await world.runJobs();
}
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
  ...more,
});
/** Returns the only page of a shop's products. */
const pageOf = (...products: ShopProduct[]): ShopPage => ({
  ...{ products, total: products.length, next: null },
  sold: new Map(products.map(({ id }) => [id, 3])),
});

/** Does what the first two jobs of a sync do. */
async function begin(id: number) {
  await syncProducts({ integrationId: id }, world.run);
  const startedAt = (await integration(id)).sync?.startedAt ?? "";
  return syncProducts({ integrationId: id, startedAt }, world.run);
}

test("an added shop has its products synced automatically", async () => {
  expect([await rowsOf(id), (await onWire(id))?.synced_at]).toEqual([[], null]);
  const before = world.clock.now().getTime();
  await world.runJobs();
  const { ports } = world;
  const connection = shopConnection(ports.secrets, await integration(id));
  const { products: inShop, sold } = await ports.shop.page(connection, null, signal);
  expect(await rowsOf(id)).toMatchObject(
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
      units_sold: sold?.get(one.id),
    })),
  );
  const synced = await onWire(id);
  expect(Date.parse(synced?.synced_at ?? "")).toBeGreaterThanOrEqual(before);
  expect(synced?.last_known_error).toBeNull();
});

test("syncing again shows the price that the shop has now", async () => {
  await world.runJobs();
  const connection = shopConnection(world.ports.secrets, await integration(id));
  const [first] = await rowsOf(id);
  const productId = first?.product_id ?? "";
  const variants = [{ id: productId, price: 990, compareAtPrice: 1990 }];
  const change = { variants, addTags: ["sale"], removeTags: [] };
  await world.ports.shop.change(connection, productId, change, signal);
  const { synced_at } = await integration(id);
  world.clock.advance(1000);
  const answer = await ask(id);
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
  const variants = [variant("xl", 2490), variant("s", 1990, 2190), variant("m", 1990)];
  vi.spyOn(world.ports.shop, "page").mockResolvedValueOnce(pageOf(product("1", { variants })));
  await world.runJobs();
  expect(await rowsOf(id)).toMatchObject([{ price: 1990, compare_at_price: 2190, variants }]);
});

test("a shop that does not show its orders is synced all the same, with a note", async () => {
  vi.spyOn(world.ports.shop, "page").mockResolvedValueOnce({ ...pageOf(product("1")), sold: null });
  await world.runJobs();
  expect(await rowsOf(id)).toMatchObject([{ product_id: "1", units_sold: 0 }]);
  expect((await onWire(id))?.last_known_error).toBe(
    "The shop does not share its orders: its best sellers are unknown.",
  );
});

test("products that the shop no longer sells are removed, and new ones are added", async () => {
  const products = vi.spyOn(world.ports.shop, "page");
  products.mockResolvedValueOnce(pageOf(product("1"), product("2")));
  await world.runJobs();
  products.mockResolvedValueOnce(
    pageOf(product("2", { variants: [variant("2", 1490.5)] }), product("3", { tags: [] })),
  );
  await syncAgain(id);
  expect(await rowsOf(id)).toMatchObject([
    { product_id: "2", price: 1490.5 },
    { product_id: "3", tags: [] },
  ]);
  products.mockResolvedValueOnce(pageOf());
  await syncAgain(id);
  expect(await rowsOf(id)).toEqual([]);
});

test("two requests before the job begins sync a shop once", async () => {
  await world.runJobs();
  const products = vi.spyOn(world.ports.shop, "page");
  await ask(id);
  await syncAgain(id);
  expect(products).toHaveBeenCalledTimes(1);
});

test("a sync that is asked for while another one is under way follows it", async () => {
  await world.runJobs();
  let answerOld: (page: ShopPage) => void = () => undefined;
  const products = vi.spyOn(world.ports.shop, "page");
  products.mockReturnValueOnce(
    new Promise((resolve) => {
      answerOld = resolve;
    }),
  );
  const old = begin(id);
  await expect.poll(() => products.mock.calls.length).toBe(1);
  world.clock.advance(1000);
  await syncProducts({ integrationId: id }, world.run);
  answerOld(pageOf(product("old")));
  await old;
  expect((await rowsOf(id)).map(({ product_id }) => product_id)).toEqual(["old"]);
  products.mockResolvedValueOnce(pageOf(product("new")));
  await world.runJobs();
  expect((await rowsOf(id)).map(({ product_id }) => product_id)).toEqual(["new"]);
  expect((await integration(id)).sync).toBeNull();
});

describe("A shop with many products", () => {
  const pageSize = 25;
  /** Answers page by page: products, then one page of orders. `trouble` may throw instead. */
  function sellMany(count: number, trouble: (from: string | null) => void = () => {}) {
    const read: (string | null)[] = [];
    vi.spyOn(world.ports.shop, "page").mockImplementation(async (_shop, from) => {
      trouble(from);
      read.push(from);
      const first = Number(from ?? 0);
      const products = Array.from({ length: Math.min(pageSize, count - first) }, (_, n) =>
        product(String(first + n)),
      );
      const next = first < count ? String(first + pageSize) : null;
      const sold = new Map(first < count ? [] : [["7", 12]]);
      return { products, total: first === 0 ? count : null, sold, next };
    });
    return read;
  }

  test("is read page by page, in as many jobs as it takes, each page once", async () => {
    const read = sellMany(5000);
    expect(await world.runJobs()).toBeGreaterThan(5);
    expect(read).toEqual([null, ...Array.from({ length: 200 }, (_, n) => String((n + 1) * 25))]);
    const rows = await rowsOf(id);
    expect(rows).toHaveLength(5000);
    expect(rows.filter(({ units_sold }) => units_sold > 0)).toMatchObject([
      { product_id: "7", units_sold: 12 },
    ]);
    expect(await onWire(id)).toMatchObject({ last_known_error: null, sync_progress: null });
  });

  test("is read by one job alone, whatever other jobs begin beside it", async () => {
    // Without the sync that was asked for when the shop was added.
    await world.database.query("delete from pgboss.job");
    const read = sellMany(1000);
    await syncProducts({ integrationId: id }, world.run);
    const startedAt = (await integration(id)).sync?.startedAt ?? "";
    const work = { integrationId: id, startedAt };
    // A job that was asked for again, one after a time-out, and one that was put off.
    await Promise.all([1, 2, 3].map(() => syncProducts(work, world.run)));
    await world.runJobs();
    expect(new Set(read).size).toBe(41);
    // Each of the others finds at its first page that it is not alone.
    expect(read.length).toBeLessThanOrEqual(41 + 2);
    expect(await rowsOf(id)).toHaveLength(1000);
    expect(await onWire(id)).toMatchObject({ last_known_error: null, sync_progress: null });
  });

  test("is read on from the page that it asked to wait for, at the time that it named", async () => {
    let isBusy = true;
    const read = sellMany(100, (from) => {
      if (from !== "50" || !isBusy) return;
      isBusy = false;
      throw new ShopBusy("Wait.", new Date(world.clock.now().getTime() + 90_000));
    });
    await world.runJobs();
    expect(read).toEqual([null, "25"]);
    expect(await onWire(id)).toMatchObject({
      ...{ synced_at: null, last_known_error: null },
      sync_progress: { read: 50, total: 100 },
    });
    world.clock.advance(80_000);
    await world.runJobs();
    expect(read).toHaveLength(2);
    world.clock.advance(20_000);
    await world.runJobs();
    expect(read).toEqual([null, "25", "50", "75", "100"]);
    expect(await rowsOf(id)).toHaveLength(100);
  });

  test("is read on from its last page if the shop did not answer", async () => {
    let isSilent = true;
    const read = sellMany(100, (from) => {
      if (from !== "75" || !isSilent) return;
      isSilent = false;
      throw new Error("socket hang up with hush-1");
    });
    // The thrown error may contain the keys.
    await expect(begin(id)).rejects.toThrow(/^The shop did not answer\.$/);
    expect((await onWire(id))?.last_known_error).toBe("The shop did not answer.");
    expect(await rowsOf(id)).toHaveLength(75);
    await world.runJobs();
    expect(read.slice(0, 5)).toEqual([null, "25", "50", "75", "100"]);
    expect(await rowsOf(id)).toHaveLength(100);
    expect((await onWire(id))?.last_known_error).toBeNull();
  });

  /** Runs a job that fails, and its retries: the clock is ahead of the queue's, so they are due at once. */
  async function runInVain() {
    world.clock.advance(600_000);
    await expect(world.runJobs()).rejects.toThrow("The shop did not answer.");
    expect(await world.runJobs()).toBe(0);
  }

  test("is read on an hour later if the shop did not answer for some minutes", async () => {
    let isSilent = true;
    const read = sellMany(50, (from) => {
      if (from === "25" && isSilent) throw new Error("ECONNRESET");
    });
    await runInVain();
    expect(await onWire(id)).toMatchObject({ last_known_error: "The shop did not answer." });
    isSilent = false;
    world.clock.advance(hour);
    await world.runJobs();
    expect(read).toEqual([null, "25", "50"]);
    expect(await rowsOf(id)).toHaveLength(50);
    expect(await onWire(id)).toMatchObject({ last_known_error: null, sync_progress: null });
    world.clock.advance(2 * hour);
    expect(await world.runJobs()).toBe(0);
  });

  test("is given up if it does not answer for a day, with what it did not answer noted", async () => {
    let asked = 0;
    const read = sellMany(50, (from) => {
      if (from === null) return;
      asked += 1;
      throw new Error("ECONNRESET");
    });
    await runInVain();
    world.clock.advance(25 * hour);
    await expect(world.runJobs()).rejects.toThrow("The shop did not answer.");
    world.clock.advance(25 * hour);
    await world.runJobs();
    expect([read, asked]).toEqual([[null], 5]);
    expect(await onWire(id)).toMatchObject({
      ...{ last_known_error: "The shop did not answer.", sync_progress: null, synced_at: null },
    });
  });

  test("that asks to wait again and again is waited for each time, in the end for an hour", async () => {
    let asked = 0;
    sellMany(25, () => {
      asked += 1;
      throw new ShopBusy("Shopify asks to wait.", new Date(world.clock.now().getTime() + 90_000));
    });
    await world.runJobs();
    for (let waits = 1; waits < 20; waits += 1) {
      expect(await world.runJobs()).toBe(0);
      world.clock.advance(100_000);
      await world.runJobs();
    }
    expect(asked).toBe(20);
    world.clock.advance(100_000);
    expect(await world.runJobs()).toBe(0);
    world.clock.advance(hour);
    await world.runJobs();
    expect(asked).toBe(21);
    sellMany(25);
    world.clock.advance(hour);
    await world.runJobs();
    expect(await onWire(id)).toMatchObject({ last_known_error: null, sync_progress: null });
  });
});

test("a sync that is asked for while another one is under way is done although that one was refused", async () => {
  await world.runJobs();
  const products = vi.spyOn(world.ports.shop, "page");
  products.mockImplementationOnce(async () => {
    await syncProducts({ integrationId: id }, world.run);
    throw new ShopRefusal("Products are locked");
  });
  await syncAgain(id);
  expect(products).toHaveBeenCalledTimes(2);
  expect(await onWire(id)).toMatchObject({ last_known_error: null, sync_progress: null });
});

test("what an app may not do is noted, and what a shop says of its products is stored", async () => {
  const words =
    "Without read_publications the Online Store is the only sales channel that is known.";
  vi.spyOn(world.ports.shop, "page").mockResolvedValueOnce({
    ...pageOf(product("1", { description: "Pamučna majica." })),
    warnings: [words],
  });
  await world.runJobs();
  expect(await rowsOf(id)).toMatchObject([{ description: "Pamučna majica." }]);
  expect(await onWire(id)).toMatchObject({ note: words });
});

test("a refusal is stored with the shop's message, the products stay, and the shop is not called again", async () => {
  await world.runJobs();
  const { synced_at } = await integration(id);
  const products = vi.spyOn(world.ports.shop, "page");
  products.mockRejectedValueOnce(new ShopRefusal("[API] Unavailable Shop"));
  await syncAgain(id);
  world.clock.advance(3_600_000);
  await world.runJobs();
  expect(products).toHaveBeenCalledTimes(1);
  expect(await onWire(id)).toMatchObject({
    last_known_error: "[API] Unavailable Shop",
    synced_at: synced_at?.toISOString(),
  });
  expect(await rowsOf(id)).toHaveLength(60);

  await syncAgain(id);
  expect(await onWire(id)).toMatchObject({ last_known_error: null });
});

test("the error for keys that cannot be opened asks to add the integration again", async () => {
  await world.database.db
    .update(integrations)
    .set({ credentials: "v1.damaged" })
    .where(eq(integrations.id, id));
  const products = vi.spyOn(world.ports.shop, "page");
  await world.runJobs();
  expect(products).not.toHaveBeenCalled();
  expect(await onWire(id)).toMatchObject({
    last_known_error: "The stored keys cannot be read: add the integration again.",
  });
});

test("an integration that was deleted meanwhile is left alone", async () => {
  const products = vi.spyOn(world.ports.shop, "page").mockImplementationOnce(async () => {
    await world.call(integrationsApi.remove, sync(id));
    return pageOf(product("1"));
  });
  await world.runJobs();
  expect(products).toHaveBeenCalledTimes(1);
  expect(await rowsOf(id)).toEqual([]);
  await syncProducts({ integrationId: id }, world.run);
  expect(products).toHaveBeenCalledTimes(1);
});

test("only a shop has products to sync", async () => {
  await world.runJobs();
  const { id } = await world.call(integrationsApi.add, {
    params: { id: await world.addGroup(`Grupa ${crypto.randomUUID()}`) },
    body: {
      platform: "amazon_ses",
      store_name: "novosti@zimska.example.com",
      credentials: { aws_access_key_id: "hush-1", aws_secret_access_key: "hush-2" },
    },
  });
  expect(await world.said(integrationsApi.syncProducts, sync(Number(id)))).toBe(
    "409 Amazon SES has no products to sync: only a shop has.",
  );
  expect(await world.runJobs()).toBe(0);
});
