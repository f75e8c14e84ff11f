import { describe, expect, test } from "vitest";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import { rowsOf } from "../../../../server/adapters/sandbox/shop.ts";
import {
  dry,
  live,
  send,
  startSaleWorld,
  stock,
  stockOnSale,
  threeProducts,
} from "./sale-world.ts";

const world = await startSaleWorld();
const { trigger, restore } = saleRotatorApi;

describe("The sale collection", () => {
  const collections = async (store: string) =>
    (await rowsOf(world.database.db, store)).map((row) => row.collections);

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
    const { group, store } = await world.addRotatingGroup([stock("471109", ["rotator"])]);
    world.shop.beforeChange = async () => {
      const tags = ["rotator", "sale"];
      await world.changeStock("471109", { price: 800, compare_at_price: 1000, tags });
    };
    world.shop.troubles = ["lost before"];
    const key = crypto.randomUUID();
    expect((await send(world, trigger, live(group), key)).status).toBe(503);
    expect((await send(world, trigger, live(group), key)).status).toBe(200);
    expect(await collections(store)).toEqual([["sale"]]);
  });
});

describe("A restore of original prices", () => {
  test("says what it would change, and then changes exactly that, also with a rotator that is off", async () => {
    const { group, store } = await world.addRotatingGroup([
      ...threeProducts,
      stock("4", ["rotator"], { price: 1990.5, compare_at_price: 1990.5 }),
    ]);
    await world.call(trigger, live(group));
    await world.configure(group, { is_active: false });
    const planned = await world.call(restore, dry(group));
    expect(planned.summary).toMatchObject({
      total_updates: 0,
      products_to_remove_from_sale: [
        { product_id: "2", current_price: 800, restored_price: 1000, tags_to_remove: ["sale"] },
        { product_id: "3", current_price: 1000, restored_price: 1000, tags_to_remove: ["sale"] },
        { product_id: "4", current_price: 1592, restored_price: 1990.5, compare_at_price: 1990.5 },
      ],
      shop: store,
    });
    expect(await world.call(restore, live(group))).toEqual(planned);
    const after = await world.stockOf(store);
    expect([after.get("2"), after.get("4")]).toMatchObject([
      { price: 1000, compare_at_price: null, tags: ["rotator"] },
      { price: 1990.5, compare_at_price: 1990.5, tags: ["rotator"] },
    ]);
    const again = await world.call(restore, dry(group));
    expect(again.summary).toMatchObject({ total_removals: 0, products_to_remove_from_sale: [] });
  });

  test("that is interrupted goes on when it is asked for again", async () => {
    const { group, store } = await world.addRotatingGroup([
      stock("81", ["rotator"]),
      stock("82", ["rotator"]),
    ]);
    await world.call(trigger, live(group));
    world.shop.troubles = [undefined, "lost after"];
    const key = crypto.randomUUID();
    const first = await send(world, restore, live(group), key);
    expect(first.status).toBe(503);
    world.shop.taken = [];
    const second = await send(world, restore, live(group), key);
    expect(second.status).toBe(200);
    expect(world.shop.taken).toEqual([]);
    const prices = [...(await world.stockOf(store)).values()].map(({ price }) => price);
    expect(prices).toEqual([1000, 1000]);
  });
});
