import { describe, expect, test } from "vitest";
import { isPeerInstalled } from "../../../scripts/lib/peers.mjs";
import { addProduct } from "../../peers/shopify/peer.ts";
import { errorOf, setUpShop, signal, zima } from "./shopify-support.ts";

describe.runIf(isPeerInstalled("shopify"))("A shop at Shopify", { tags: ["peers"] }, () => {
  const { state, shop, restart, change, failing } = setUpShop();
  const onSale = { addTags: ["sale"], addToCollections: ["sale"] };
  const offSale = { removeTags: ["sale"], removeFromCollections: ["sale"] };

  test("gets one sale collection that follows the tag, published in its Online Store", async () => {
    addProduct(state(), "1", []);
    await change("1", { addTags: ["Sale"], addToCollections: ["Sale"] });
    await change("1", { addTags: ["Sale"], addToCollections: ["sale"] });
    restart();
    await change("1", { addTags: ["Sale"], addToCollections: ["sale"] });
    expect(state().collections).toEqual([
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
      addProduct(state(), "1", []);
      state().lost.add(name);
      expect(await errorOf(change("1", onSale))).toMatchObject({
        message: `Shopify answered ${name} with status 502.`,
      });
      restart();
      await change("1", onSale);
      expect(state().collections).toMatchObject([
        { title: "sale", publications: [expect.stringMatching(/\/1$/)], metafields: undefined },
      ]);
      // Its owner may hide it later.
      state().collections[0]?.publications.pop();
      restart();
      await change("1", onSale);
      expect(state().collections).toMatchObject([{ title: "sale", publications: [] }]);
    },
  );

  test("gets it published in the Online Store whatever that is called there", async () => {
    addProduct(state(), "1", []);
    state().publications = [
      { id: "gid://shopify/Publication/7", name: "Online Store 2", app: "another" },
      { id: "gid://shopify/Publication/8", name: "Veb prodavnica", app: "online_store" },
    ];
    await change("1", onSale);
    expect(state().collections).toMatchObject([{ publications: ["gid://shopify/Publication/8"] }]);
  });

  test("whose sale collection has no rule has the products put in and taken out one by one", async () => {
    addProduct(state(), "1", ["rotator"]);
    const members = new Set(["9"]);
    state().collections.push(
      { id: "gid://shopify/Collection/1", title: "Sale", tag: null, publications: [], members },
      { id: "gid://shopify/Collection/2", title: "Ostalo", tag: "rotator", publications: [] },
    );
    expect(await shop().product(zima, "1", signal)).toMatchObject({ collections: [] });
    const reduced = [{ id: "11", price: 1592, compareAtPrice: 1990 }];
    await change("1", { variants: reduced, ...onSale });
    expect(await shop().product(zima, "1", signal)).toMatchObject({ collections: ["Sale"] });
    restart();
    const original = [{ id: "11", price: 1990, compareAtPrice: null }];
    await change("1", { variants: original, ...offSale });
    expect(state().writes).toEqual([
      ...["1 + sale", "1 joins Sale", "11 = 1592.00 (1990.00)"],
      ...["11 = 1990.00", "1 leaves Sale", "1 - sale"],
    ]);
    expect([...members]).toEqual(["9"]);
  });

  test("whose sale collection was deleted and created again has the products put into the new one, and taken out", async () => {
    addProduct(state(), "1", []);
    addProduct(state(), "2", []);
    const made = (n: number) => {
      const members = new Set<string>();
      const id = `gid://shopify/Collection/${n}`;
      state().collections = [{ id, title: "Sale", tag: null, publications: [], members }];
      return members;
    };
    made(1);
    await change("1", onSale);
    const second = made(2);
    await change("2", onSale);
    expect([...second]).toEqual(["2"]);
    const third = made(3);
    third.add("2");
    await change("2", offSale);
    expect([...third]).toEqual([]);
    // Without any, a new one follows the tag.
    made(4);
    await change("1", offSale);
    state().collections = [];
    await change("1", onSale);
    expect(state().collections).toMatchObject([{ title: "sale", tag: "sale" }]);
  });

  test("keeps the collection that it has, by its rule or by its name", async () => {
    addProduct(state(), "1", []);
    for (let n = 0; n < 60; n++) {
      state().collections.push({ id: `${n}`, title: `K ${n}`, tag: null, publications: [] });
    }
    state().collections.push({ id: "x", title: "Nedelja", tag: "sale", publications: [] });
    const members = new Set<string>();
    state().collections.push({
      ...{ id: "y", title: "Akcija", tag: null, publications: [], members },
    });
    await change("1", onSale);
    await change("1", { addTags: ["akcija"], addToCollections: ["akcija"] });
    expect(state().collections).toHaveLength(62);
  });

  test("whose app may not publish gets a collection that its owner publishes", async () => {
    addProduct(state(), "1", []);
    state().scopes = ["write_products", "read_orders"];
    await change("1", onSale);
    expect(state().collections).toMatchObject([{ title: "sale", publications: [] }]);
  });

  test("in which the collection cannot be made says so, before anything is changed", async () => {
    addProduct(state(), "1", []);
    failing("CreateCollection", "ACCESS_DENIED", "Access denied for collectionCreate field.");
    const error = await errorOf(change("1", onSale));
    expect(error).toMatchObject({
      name: "ShopRefusal",
      message: expect.stringContaining('the collection "sale" could not be made and published'),
    });
    expect(state().writes).toEqual([]);
  });
});
