import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isPeerInstalled } from "../../../scripts/lib/peers.mjs";
import { createHttp } from "../../../server/adapters/live/http.ts";
import { createShopifyShop } from "../../../server/adapters/live/shopify/shop.ts";
import type { Shop, ShopChange, ShopConnection } from "../../../server/ports/shop.ts";
import { addProduct, adminKeys, host, startShopify } from "../../peers/shopify/peer.ts";
import { createTime } from "../../peers/support/publishing.ts";

const { signal } = new AbortController();
const clock = createTime();

describe.runIf(isPeerInstalled("shopify"))("A shop at Shopify", { tags: ["peers"] }, () => {
  let running: Awaited<ReturnType<typeof startShopify>>;
  let shop: Shop;
  let waited: number[];
  /** As another process would be: with no token, and no knowledge of points. */
  const restart = () =>
    createShopifyShop({
      ...{ http: createHttp({ proxy: null }), clock, originOf: () => running.peer.origin },
      wait: async (milliseconds) => {
        waited.push(milliseconds);
        clock.pass(milliseconds / 1000);
      },
    });
  beforeEach(async () => {
    running = await startShopify(clock);
    waited = [];
    shop = restart();
  });
  afterEach(() => running.peer.close());

  const zima: ShopConnection = { store: host, credentials: adminKeys };
  const change = (id: string, more: Partial<ShopChange>, connection = zima) =>
    shop.change(connection, id, { variants: [], addTags: [], removeTags: [], ...more }, signal);
  const failing = (name: string, code: string, message: string) =>
    running.state.failing.set(name, [{ code, message }]);
  const errorOf = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => undefined,
      (error: unknown) => error,
    );

  test("gets one sale collection that follows the tag, published in its Online Store", async () => {
    addProduct(running.state, "1", []);
    await change("1", { addTags: ["Sale"], addToCollections: ["Sale"] });
    await change("1", { addTags: ["Sale"], addToCollections: ["sale"] });
    shop = restart();
    await change("1", { addTags: ["Sale"], addToCollections: ["sale"] });
    expect(running.state.collections).toEqual([
      {
        id: "gid://shopify/Collection/1",
        title: "Sale",
        tag: "Sale",
        publications: [expect.stringMatching(/\/1$/)],
      },
    ]);
  });

  test.each(["CreateCollection", "Shop", "Publications", "Publish", "RemoveMark"])(
    "gets it published by the next run if the answer to %s was lost",
    async (name) => {
      addProduct(running.state, "1", []);
      const sale = { addTags: ["sale"], addToCollections: ["sale"] };
      running.state.lost.add(name);
      expect(await errorOf(change("1", sale))).toMatchObject({
        message: `Shopify answered ${name} with status 502.`,
      });
      shop = restart();
      await change("1", sale);
      expect(running.state.collections).toMatchObject([
        { title: "sale", publications: [expect.stringMatching(/\/1$/)], metafields: undefined },
      ]);
      // Its owner may hide it later.
      running.state.collections[0]?.publications.pop();
      shop = restart();
      await change("1", sale);
      expect(running.state.collections).toMatchObject([{ title: "sale", publications: [] }]);
    },
  );

  test("gets it published in the Online Store whatever that is called there", async () => {
    addProduct(running.state, "1", []);
    running.state.publications = [
      { id: "gid://shopify/Publication/7", name: "Online Store 2", app: "another" },
      { id: "gid://shopify/Publication/8", name: "Veb prodavnica", app: "online_store" },
    ];
    await change("1", { addTags: ["sale"], addToCollections: ["sale"] });
    expect(running.state.collections).toMatchObject([
      { publications: ["gid://shopify/Publication/8"] },
    ]);
  });

  test("whose sale collection has no rule has the products put in and taken out one by one", async () => {
    const { state } = running;
    addProduct(state, "1", ["rotator"]);
    const members = new Set(["9"]);
    state.collections.push(
      { id: "gid://shopify/Collection/1", title: "Sale", tag: null, publications: [], members },
      { id: "gid://shopify/Collection/2", title: "Ostalo", tag: "rotator", publications: [] },
    );
    expect(await shop.product(zima, "1", signal)).toMatchObject({ collections: [] });
    const reduced = [{ id: "11", price: 1592, compareAtPrice: 1990 }];
    await change("1", { variants: reduced, addTags: ["sale"], addToCollections: ["sale"] });
    expect(await shop.product(zima, "1", signal)).toMatchObject({ collections: ["Sale"] });
    shop = restart();
    const original = [{ id: "11", price: 1990, compareAtPrice: null }];
    await change("1", {
      ...{ variants: original, removeTags: ["sale"], removeFromCollections: ["sale"] },
    });
    expect(state.writes).toEqual([
      ...["1 + sale", "1 joins Sale", "11 = 1592.00 (1990.00)"],
      ...["11 = 1990.00", "1 leaves Sale", "1 - sale"],
    ]);
    expect([...members]).toEqual(["9"]);
  });

  test("whose sale collection was deleted and created again has the products put into the new one, and taken out", async () => {
    const { state } = running;
    addProduct(state, "1", []);
    addProduct(state, "2", []);
    const made = (n: number) => {
      const members = new Set<string>();
      const id = `gid://shopify/Collection/${n}`;
      state.collections = [{ id, title: "Sale", tag: null, publications: [], members }];
      return members;
    };
    made(1);
    await change("1", { addTags: ["sale"], addToCollections: ["sale"] });
    const second = made(2);
    await change("2", { addTags: ["sale"], addToCollections: ["sale"] });
    expect([...second]).toEqual(["2"]);
    const third = made(3);
    third.add("2");
    await change("2", { removeTags: ["sale"], removeFromCollections: ["sale"] });
    expect([...third]).toEqual([]);
    // Without any, a new one follows the tag.
    made(4);
    await change("1", { removeTags: ["sale"], removeFromCollections: ["sale"] });
    state.collections = [];
    await change("1", { addTags: ["sale"], addToCollections: ["sale"] });
    expect(state.collections).toMatchObject([{ title: "sale", tag: "sale" }]);
  });

  test("keeps the collection that it has, by its rule or by its name", async () => {
    addProduct(running.state, "1", []);
    for (let n = 0; n < 60; n++) {
      running.state.collections.push({ id: `${n}`, title: `K ${n}`, tag: null, publications: [] });
    }
    running.state.collections.push({ id: "x", title: "Nedelja", tag: "sale", publications: [] });
    const members = new Set<string>();
    running.state.collections.push({
      ...{ id: "y", title: "Akcija", tag: null, publications: [], members },
    });
    await change("1", { addTags: ["sale"], addToCollections: ["sale"] });
    await change("1", { addTags: ["akcija"], addToCollections: ["akcija"] });
    expect(running.state.collections).toHaveLength(62);
  });

  test("whose app may not publish gets a collection that its owner publishes", async () => {
    addProduct(running.state, "1", []);
    running.state.scopes = ["write_products", "read_orders"];
    await change("1", { addTags: ["sale"], addToCollections: ["sale"] });
    expect(running.state.collections).toMatchObject([{ title: "sale", publications: [] }]);
  });

  test("in which the collection cannot be made says so, before anything is changed", async () => {
    addProduct(running.state, "1", []);
    failing("CreateCollection", "ACCESS_DENIED", "Access denied for collectionCreate field.");
    const error = await errorOf(change("1", { addTags: ["sale"], addToCollections: ["sale"] }));
    expect(error).toMatchObject({
      name: "ShopRefusal",
      message: expect.stringContaining('the collection "sale" could not be made and published'),
    });
    expect(running.state.writes).toEqual([]);
  });
});
