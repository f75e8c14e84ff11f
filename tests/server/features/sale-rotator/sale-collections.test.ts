import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import { sandboxProducts } from "../../../../server/db/schema.ts";
import { live, of, send, startSaleWorld, stock, stockOnSale, threeProducts } from "./sale-world.ts";

const world = await startSaleWorld();
const { trigger, restore } = saleRotatorApi;

describe("The sale collection", () => {
  const collections = async (store: string) => {
    const rows = await world.database.db
      .select({ id: sandboxProducts.product_id, collections: sandboxProducts.collections })
      .from(sandboxProducts)
      .where(eq(sandboxProducts.store, store))
      .orderBy(sandboxProducts.product_id);
    return rows.map((row) => row.collections);
  };

  test("has the name of the sale tag, and gets and loses products with it", async () => {
    const onSale = { ...stockOnSale("1"), collections: ["sale", "zima"] };
    const { group, store } = await world.addRotatingGroup([onSale, stock("2", ["rotator"])]);
    await world.call(trigger, live(group));
    expect(await collections(store)).toEqual([["zima"], ["sale"]]);
  });

  test("loses what a rotation put into it, and keeps what its owner had put into it before", async () => {
    const own = stock("1", ["rotator"], { collections: ["Sale"] });
    const { group, store } = await world.addRotatingGroup([own, stock("2", ["rotator"])]);
    await world.call(trigger, live(group));
    expect(await collections(store)).toEqual([["Sale"], ["sale"]]);
    await world.call(restore, live(group));
    expect(await collections(store)).toEqual([["Sale"], []]);
    expect((await world.stockOf(store)).get("1")).toMatchObject({ tags: ["rotator"], price: 1000 });
  });

  test("keeps what its owner has put into it since an earlier sale that he ended himself", async () => {
    const id = "471108";
    const { group, store } = await world.addRotatingGroup([stock(id, ["rotator"])]);
    await world.call(trigger, live(group));
    expect(await collections(store)).toEqual([["sale"]]);
    const asBefore = { price: 1000, compare_at_price: null, tags: ["rotator"] };
    await world.changeStock(id, { ...asBefore, collections: ["Sale"] });
    world.clock.advance(8 * 24 * 3_600_000);
    await world.call(trigger, live(group));
    expect((await world.stockOf(store)).get(id)).toMatchObject({ price: 800 });
    await world.call(restore, live(group));
    expect((await world.stockOf(store)).get(id)).toMatchObject(asBefore);
    expect(await collections(store)).toEqual([["Sale"]]);
  });

  test("loses it also if the run that put it in was cut off and repeated", async () => {
    const { group, store } = await world.addRotatingGroup([stock("1", ["rotator"])]);
    world.shop.troubles = ["lost after"];
    const key = crypto.randomUUID();
    expect((await send(world, trigger, live(group), key)).status).toBe(503);
    expect((await send(world, trigger, live(group), key)).status).toBe(200);
    world.shop.troubles = ["lost after"];
    const again = crypto.randomUUID();
    expect((await send(world, restore, live(group), again)).status).toBe(503);
    expect((await send(world, restore, live(group), again)).status).toBe(200);
    expect(await collections(store)).toEqual([[]]);
  });

  test("also gets a product whose tag and price were changed before the run was cut off", async () => {
    const { group, store } = await world.addRotatingGroup([stock("1", ["rotator"])]);
    world.shop.beforeChange = async () => {
      await world.database.db
        .update(sandboxProducts)
        .set({ price: 800, compare_at_price: 1000, tags: ["rotator", "sale"] })
        .where(eq(sandboxProducts.store, store));
    };
    world.shop.troubles = ["lost before"];
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const press = () =>
      world.request(`admin/sale-rotator/trigger/${group}?dry_run=false`, {
        method: "POST",
        headers: key,
      });
    expect((await press()).status).toBe(503);
    expect((await press()).status).toBe(200);
    expect(await collections(store)).toEqual([["sale"]]);
  });
});

describe("A restore of original prices", () => {
  const restore = (groupId: number, dry_run: boolean) => ({ ...of(groupId), query: { dry_run } });

  test("says what it would change, and then changes exactly that, also with a rotator that is off", async () => {
    const { group, store } = await world.addRotatingGroup([
      ...threeProducts,
      stock("4", ["rotator"], { price: 1990.5, compare_at_price: 1990.5 }),
    ]);
    await world.call(trigger, live(group));
    await world.configure(group, { is_active: false });
    const planned = await world.call(saleRotatorApi.restore, restore(group, true));
    expect(planned.summary).toMatchObject({
      total_updates: 0,
      products_to_remove_from_sale: [
        { product_id: "2", current_price: 800, restored_price: 1000, tags_to_remove: ["sale"] },
        { product_id: "3", current_price: 1000, restored_price: 1000, tags_to_remove: ["sale"] },
        { product_id: "4", current_price: 1592, restored_price: 1990.5, compare_at_price: 1990.5 },
      ],
      shop: store,
    });
    expect(await world.call(saleRotatorApi.restore, restore(group, false))).toEqual(planned);
    const after = await world.stockOf(store);
    expect([after.get("2"), after.get("4")]).toMatchObject([
      { price: 1000, compare_at_price: null, tags: ["rotator"] },
      { price: 1990.5, compare_at_price: 1990.5, tags: ["rotator"] },
    ]);
    const again = await world.call(saleRotatorApi.restore, restore(group, true));
    expect(again.summary).toMatchObject({ total_removals: 0, products_to_remove_from_sale: [] });
  });

  test("leaves a price that somebody else has changed since", async () => {
    const { group, store } = await world.addRotatingGroup([stock("71", ["rotator"])]);
    await world.call(trigger, live(group));
    await world.changeStock("71", { price: 750 });
    await world.call(saleRotatorApi.restore, restore(group, false));
    expect((await world.stockOf(store)).get("71")).toMatchObject({
      ...{ price: 750, compare_at_price: 1000, tags: ["rotator", "sale"] },
    });
    // Its original is known still: the same restore brings it back once the price is the sale's again.
    await world.changeStock("71", { price: 800 });
    await world.call(saleRotatorApi.restore, restore(group, false));
    expect((await world.stockOf(store)).get("71")).toMatchObject({
      ...{ price: 1000, compare_at_price: null, tags: ["rotator"] },
    });
  });

  test("takes the tag off a product whose own price its owner has kept", async () => {
    const { group, store } = await world.addRotatingGroup([stock("72", ["rotator"])]);
    await world.call(trigger, live(group));
    await world.changeStock("72", { price: 750, compare_at_price: null });
    await world.call(saleRotatorApi.restore, restore(group, false));
    expect((await world.stockOf(store)).get("72")).toMatchObject({ price: 750, tags: ["rotator"] });
  });

  test("that is interrupted goes on when it is asked for again", async () => {
    const { group, store } = await world.addRotatingGroup([
      stock("81", ["rotator"]),
      stock("82", ["rotator"]),
    ]);
    await world.call(trigger, live(group));
    world.shop.troubles = [undefined, "lost after"];
    const key = crypto.randomUUID();
    const first = await send(world, saleRotatorApi.restore, restore(group, false), key);
    expect(first.status).toBe(503);
    world.shop.taken = [];
    const second = await send(world, saleRotatorApi.restore, restore(group, false), key);
    expect(second.status).toBe(200);
    expect(world.shop.taken).toEqual([]);
    expect([...(await world.stockOf(store)).values()].map(({ price }) => price)).toEqual([
      ...[1000, 1000],
    ]);
  });
});
