import { describe, expect, test } from "vitest";
import { isPeerInstalled } from "../../../scripts/lib/peers.mjs";
import { createHttp } from "../../../server/adapters/live/http.ts";
import { hostOf } from "../../../server/adapters/live/shopify/call.ts";
import * as documents from "../../../server/adapters/live/shopify/documents.ts";
import {
  ShopBusy,
  type ShopConnection,
  type ShopPage,
  type ShopProduct,
  ShopRefusal,
} from "../../../server/ports/shop.ts";
import {
  addProduct,
  appKeys,
  graphqlCall,
  host,
  type State,
  tokenCall,
} from "../../peers/shopify/peer.ts";
import { checked } from "../../peers/shopify/schema.ts";
import { clock, errorOf, setUpShop, signal, zima } from "./shopify-support.ts";

describe("The name of a shop", () => {
  test.each(["abc", " ABC ", "abc.myshopify.com", "https://abc.myshopify.com/admin?x=1"])(
    "%j is that of abc.myshopify.com",
    (store) => {
      expect(hostOf({ store })).toBe("abc.myshopify.com");
    },
  );

  test.each([
    ...["abc.example.com", "abc.myshopify.com.evil.example", "evil.example/abc.myshopify.com"],
    ...["a@evil.example", "abc.myshopify.com:8080", "-abc.myshopify.com", "", "a.b.myshopify.com"],
  ])("%j is refused: its owner would be sent the keys", (store) => {
    expect(() => hostOf({ store })).toThrow("like abc.myshopify.com");
  });
});

describe.runIf(isPeerInstalled("shopify"))("By Shopify's own schema", { tags: ["peers"] }, () => {
  test.each(Object.values(documents).map(({ name, text }) => [name, text]))(
    "%s is valid",
    (_, text) => {
      expect(checked(text).errors).toEqual([]);
    },
  );
});

describe.runIf(isPeerInstalled("shopify"))("A shop at Shopify", { tags: ["peers"] }, () => {
  const { peer, state, shop, waited, create, restart, change, failing } = setUpShop();
  const byApp: ShopConnection = { store: host, credentials: appKeys };
  const answered = (status: number, json?: unknown, headers?: Record<string, string>) =>
    peer().disturb(graphqlCall, { answer: { status, json, ...(headers && { headers }) } });
  /** Reads all pages as a sync does. */
  async function readAll() {
    const products: ShopProduct[] = [];
    const sold = new Map<string, number>();
    let showsOrders = true;
    let from: string | null = null;
    let warnings: readonly string[] | undefined;
    do {
      const page: ShopPage = await shop().page(zima, from, signal);
      products.push(...page.products);
      warnings ??= page.warnings;
      showsOrders &&= page.sold !== null;
      for (const [id, units] of page.sold ?? []) sold.set(id, (sold.get(id) ?? 0) + units);
      from = page.next;
    } while (from !== null);
    return { products, sold: showsOrders ? sold : null, warnings };
  }

  test("is tested by its name, its currency and the rights of the app", async () => {
    expect(await shop().test({ ...zima, store: "Zima" }, signal)).toEqual({
      store: "zima.myshopify.com",
      notes: [
        "Zima, prices in RSD",
        "access scopes: read_orders, read_products, read_publications, write_products, write_publications",
        "sales channels: Point of Sale, Online Store",
      ],
      warnings: [],
    });
  });

  test("says which rights the app lacks, and which matter for a new collection only", async () => {
    state().scopes = ["read_products", "read_orders"];
    expect(await errorOf(shop().test(zima, signal))).toMatchObject({
      ...{ name: "ShopRefusal", why: "credentials" },
      message:
        "The app lacks the access scope write_products (to change prices, tags and the sale collection): give it, and enter the token again.",
    });
    state().scopes = ["write_products", "read_orders"];
    const withoutPublications = [
      "Without read_publications and write_publications a new sale collection is not published.",
      "Without read_publications the Online Store is the only sales channel that is known.",
    ];
    expect((await shop().test(zima, signal)).warnings).toEqual(withoutPublications);
    expect((await readAll()).warnings).toEqual(withoutPublications);
    state().scopes = ["write_products", "read_orders", "write_publications"];
    state().publications.length = 1;
    const noStore = ["The shop has no Online Store: a new sale collection is published nowhere."];
    expect((await shop().test(zima, signal)).warnings).toEqual(noStore);
    expect((await readAll()).warnings).toEqual(noStore);
  });

  test("that answers as another version is noted", async () => {
    state().version = "2027-01";
    await shop().test(zima, signal);
    expect((await shop().test(zima, signal)).notes).toContain(
      "Shopify answers as version 2027-01, not 2026-10",
    );
  });

  test("with prices in another currency is refused, also when it changes later", async () => {
    addProduct(state(), "1", ["rotator"]);
    state().currency = "EUR";
    const words =
      "The prices of zima.myshopify.com are in EUR: this console only works with shops in RSD.";
    for (const call of [
      () => shop().test(zima, signal),
      () => shop().page(zima, null, signal),
      () => shop().products(zima, signal, { tags: ["rotator"], ids: [] }),
      () => shop().product(zima, "1", signal),
    ]) {
      expect(await errorOf(call())).toMatchObject({ message: words, why: "credentials" });
    }
  });

  test("has products with all their variants, on as many pages as it takes", async () => {
    for (let n = 1; n <= 60; n++) addProduct(state(), String(n), ["zima"]);
    addProduct(
      state(),
      "61",
      ["rotator"],
      Array.from({ length: 130 }, (_, n) => [`${1000 + n}.50`, `${2000 + n}.00`] as const),
    );
    addProduct(state(), "62", []).isActive = false;
    addProduct(state(), "63", []).isOnline = false;
    const { products } = await readAll();
    expect(products.map(({ id }) => id)).toEqual([
      ...Array.from({ length: 61 }, (_, n) => String(n + 1)),
      "63",
    ]);
    expect(products[60]?.variants).toHaveLength(130);
    expect(products[60]?.variants[129]).toEqual({
      ...{ id: "61130", title: "V129", price: 1129.5, compareAtPrice: 2129 },
    });
    expect(products[0]).toEqual({
      ...{ id: "1", title: "Majica 1", isHidden: false, tags: ["zima"] },
      description: "Opis majice 1.",
      variants: [{ id: "11", title: "S", price: 1990, compareAtPrice: null }],
      imageUrl: "https://cdn.shopify.com/1.jpg",
      url: "https://zima.rs/products/1",
      salesChannels: ["Online Store"],
    });
    expect(products[61]).toMatchObject({ url: null, salesChannels: [] });
  });

  test("has each product on its own sales channels, or as far as the app may know", async () => {
    for (const id of ["1", "2", "3"]) addProduct(state(), id, []);
    addProduct(state(), "4", []).isOnline = false;
    for (const id of ["2", "3", "4"]) state().products.get(id)?.channels.push("pos");
    const channels = async () =>
      (await readAll()).products.map(({ salesChannels = [] }) => salesChannels.toSorted().join());
    const both = "Online Store,Point of Sale";
    expect(await channels()).toEqual(["Online Store", both, both, "Point of Sale"]);
    state().publications = state().publications.map((one) => ({ ...one, name: `Moj ${one.name}` }));
    expect(await channels()).toEqual([
      ...["Online Store", "Moj Point of Sale,Online Store", "Moj Point of Sale,Online Store"],
      "Moj Point of Sale",
    ]);
    state().scopes = ["write_products", "read_orders"];
    expect(await channels()).toEqual(["Online Store", "Online Store", "Online Store", ""]);
  });

  test("is read on by another process from where the last one was", async () => {
    for (let n = 1; n <= 60; n++) addProduct(state(), String(n), []);
    const first = await shop().page(zima, null, signal);
    expect([first.total, first.products.length]).toEqual([60, 25]);
    restart();
    const second = await shop().page(zima, first.next, signal);
    expect([second.total, second.products[0]?.id]).toEqual([null, "26"]);
  });

  test("is read in smaller pages if it finds ours too costly, and refused if even one is", async () => {
    for (let n = 1; n <= 30; n++) addProduct(state(), String(n), ["rotator"]);
    state().mostAtOnce = 100;
    expect((await readAll()).products).toHaveLength(30);
    const ids = ["1", "2", "3"];
    expect(await shop().products(zima, signal, { tags: [], ids })).toHaveLength(3);
    state().mostAtOnce = 1;
    expect(await errorOf(shop().product(zima, "1", signal))).toMatchObject({
      name: "ShopRefusal",
      message: expect.stringContaining("ProductsById costs too much"),
    });
    // A sync does not call that an outage, and a change is certainly not made.
    expect(await errorOf(shop().page(zima, null, signal))).toMatchObject({
      name: "ShopRefusal",
      message: expect.stringContaining("Shop costs too much"),
    });
    expect(await errorOf(change("1", { addTags: ["sale"] }))).toMatchObject({
      name: "ShopRefusal",
      message: expect.stringContaining("AddTags costs too much"),
    });
    expect(state().writes).toEqual([]);
  });

  test("finds products by tags, however they are written, and others by their ids", async () => {
    addProduct(state(), "1", ["Rotator"]);
    addProduct(state(), "2", ["mama's \\ zima"]);
    addProduct(state(), "3", []);
    addProduct(state(), "4", []);
    const only = { tags: ["rotator", "mama's \\ zima"], ids: ["3", "1", "999"] };
    const found = await shop().products(zima, signal, only);
    expect(found.map(({ id }) => id)).toEqual(["1", "2", "3"]);
    expect(await shop().product(zima, "999", signal)).toBeUndefined();
  });

  test("tells what sells best by its paid orders, without tests and cancelled ones", async () => {
    for (const id of ["1", "2"]) addProduct(state(), id, []);
    const order = (id: string, more: Partial<State["orders"][number]>) =>
      state().orders.push({ ...{ id, cancelledAt: null, test: false, lines: [] }, ...more });
    order("1", { lines: Array.from({ length: 130 }, () => ({ quantity: 1, product: "1" })) });
    order("2", { lines: [{ quantity: 5, product: "2" }], test: true });
    order("3", { lines: [{ quantity: 5, product: "2" }], cancelledAt: "2026-11-01T00:00:00Z" });
    for (let n = 4; n < 80; n++) order(String(n), { lines: [{ quantity: 2, product: "1" }] });
    order("80", {
      lines: [
        { quantity: 3, product: "2" },
        { quantity: 1, product: null },
      ],
    });
    expect([...((await readAll()).sold ?? [])]).toEqual([
      ["1", 130 + 2 * 76],
      ["2", 3],
    ]);
  });

  test("that does not show its orders has its products all the same", async () => {
    addProduct(state(), "1", []);
    state().scopes = ["write_products"];
    expect(await readAll()).toMatchObject({ products: [{ id: "1" }], sold: null });
  });

  test("gets the tag before the price, and loses it after the price is back", async () => {
    addProduct(state(), "1", ["rotator"], ["1990.00", "2490.00"]);
    const reduced = [
      { id: "11", price: 1592, compareAtPrice: 1990 },
      { id: "12", price: 1992, compareAtPrice: 2490 },
    ];
    await change("1", { variants: reduced, addTags: ["sale"], addToCollections: ["sale"] });
    const original = [
      { id: "11", price: 1990, compareAtPrice: null },
      { id: "12", price: 2490.5, compareAtPrice: null },
    ];
    await change("1", {
      ...{ variants: original, removeTags: ["sale"], removeFromCollections: ["sale"] },
    });
    expect(state().writes).toEqual([
      ...["1 + sale", "11 = 1592.00 (1990.00)", "12 = 1992.00 (2490.00)"],
      ...["11 = 1990.00", "12 = 2490.50", "1 - sale"],
    ]);
  });

  test("is read in smaller pages after one that was not ready in time", async () => {
    for (let n = 101; n <= 125; n++) {
      addProduct(state(), `${n}`, [], Array<string>(150).fill("1990.00"));
    }
    const http = createHttp({ proxy: null });
    /** The time is over with the call after these. */
    let callsLeft = 0;
    let time = new AbortController();
    const slow = create({
      http: (request) => {
        if (callsLeft === 0) time.abort();
        callsLeft -= 1;
        return http(request);
      },
    });
    const pageInTime = (from: string | null) => {
      callsLeft = 10;
      time = new AbortController();
      return slow.page(zima, from, time.signal);
    };
    let tries = 1;
    while (tries < 9 && (await errorOf(pageInTime(null)))) tries += 1;
    expect(tries).toBeLessThanOrEqual(4);
    const read: string[] = [];
    let from: string | null = null;
    do {
      const page: ShopPage = await pageInTime(from);
      read.push(...page.products.map(({ id, variants }) => `${id}: ${variants.length}`));
      from = page.next;
    } while (from !== null);
    expect(read).toEqual(Array.from({ length: 25 }, (_, n) => `${101 + n}: 150`));
  });

  describe("is called with the token of an app of the Dev Dashboard", () => {
    test("that is fetched once, and again when most of its day is over", async () => {
      for (let n = 0; n < 3; n++) await shop().test(byApp, signal);
      expect(state().issued).toHaveLength(1);
      clock.pass(70_000);
      await Promise.all([shop().test(byApp, signal), shop().test(byApp, signal)]);
      expect(state().issued).toHaveLength(2);
    });

    test("that is fetched again if the shop refuses it, and only once", async () => {
      await shop().test(byApp, signal);
      state().issued.length = 0;
      await shop().test(byApp, signal);
      expect(state().issued).toHaveLength(1);
      answered(401, { errors: "[API] Invalid API key or access token" });
      answered(401, { errors: "[API] Invalid API key or access token" });
      expect(await errorOf(shop().test(byApp, signal))).toMatchObject({ why: "credentials" });
    });

    test.each([
      ["invalid_client", 400],
      ["shop_not_permitted", 400],
    ])("unless Shopify answers %s", async (error, status) => {
      peer().disturb(tokenCall, {
        answer: { status, json: { error, error_description: `no: ${appKeys.password}` } },
      });
      expect(await errorOf(shop().test(byApp, signal))).toMatchObject({
        ...{ name: "ShopRefusal", why: "credentials" },
        message: `Shopify refuses the API key and the secret: ${error}: no: …`,
      });
    });
  });

  test.each<[message: string, prepare: () => unknown]>([
    [
      "Shopify refuses the keys: Invalid API key",
      () => answered(401, { errors: "Invalid API key" }),
    ],
    ["Shopify refuses the keys: Forbidden", () => answered(403, { errors: "Forbidden" })],
    ["The shop is frozen: Unavailable Shop", () => answered(402, { errors: "Unavailable Shop" })],
    ["There is no such shop: Not Found", () => answered(404, { errors: "Not Found" })],
    ["The shop is locked: Locked", () => answered(423, { errors: "Locked" })],
    ["No access to it.", () => failing("SetPrices", "ACCESS_DENIED", "No access to it.")],
    ["It is not active.", () => failing("SetPrices", "SHOP_INACTIVE", "It is not active.")],
  ])("refuses for good, until the integration is added again: %s", async (message, prepare) => {
    prepare();
    const variants = [{ id: "11", price: 1, compareAtPrice: null }];
    expect(await errorOf(change("1", { variants }))).toMatchObject({
      ...{ name: "ShopRefusal", why: "credentials", message },
    });
  });

  test("refuses a change of a product or a variant that is gone, and nothing of it is made", async () => {
    addProduct(state(), "1", [], ["1000.00", "2000.00"]);
    const prices = { price: 1, compareAtPrice: null };
    const both = [
      { id: "11", ...prices },
      { id: "99", ...prices },
    ];
    for (const [call, message] of [
      [change("9", { variants: [{ id: "91", ...prices }] }), "Product does not exist"],
      [change("9", { addTags: ["sale"] }), "Product does not exist"],
      [change("9", { removeTags: ["sale"] }), "Product does not exist"],
      [change("1", { variants: both }), "Product variant does not exist"],
    ] as const) {
      expect(await errorOf(call)).toMatchObject({ name: "ShopRefusal", message, why: undefined });
    }
    expect(state().writes).toEqual([]);
  });

  describe("asks to wait", () => {
    test("with a 429, for as long as it says", async () => {
      answered(429, { errors: "Too many" }, { "retry-after": "7.0" });
      const error = await errorOf(shop().test(zima, signal));
      expect(error).toBeInstanceOf(ShopBusy);
      expect(error).toMatchObject({ retryAt: new Date(clock.now().getTime() + 7000) });
    });

    test("with THROTTLED, until the points are there again", async () => {
      addProduct(state(), "1", []);
      Object.assign(state().points, { most: 1000, left: 3, rate: 2 });
      const error = await errorOf(change("1", { addTags: ["sale"] }));
      // 10 points, of which 3 are there: 3.5 s at 2 points a second.
      expect(error).toMatchObject({
        ...{ name: "ShopBusy", retryAt: new Date(clock.now().getTime() + 3500) },
      });
      expect(state().writes).toEqual([]);
    });

    test("and is waited for before a call, once its costs are known", async () => {
      for (let n = 1; n <= 120; n++) addProduct(state(), String(n), []);
      Object.assign(state().points, { most: 1000, left: 1000, rate: 100 });
      for (let n = 0; n < 4; n++) expect((await readAll()).products).toHaveLength(120);
      expect(waited().length).toBeGreaterThan(0);
      expect(waited().every((milliseconds) => milliseconds > 0 && milliseconds < 10_000)).toBe(
        true,
      );
    });

    test("so long that nothing is sent before the time for the call is over", async () => {
      addProduct(state(), "1", []);
      const impatient = create();
      // The test of its keys is a single call then.
      state().scopes = ["write_products", "read_orders"];
      Object.assign(state().points, { most: 1000, left: 2, rate: 0.001 });
      await impatient.test(zima, signal);
      const calls = peer().calls.length;
      const error = await errorOf(impatient.test(zima, AbortSignal.timeout(50)));
      expect(error).toBeInstanceOf(ShopBusy);
      expect(peer().calls).toHaveLength(calls);
    });
  });

  test("that cannot be reached was certainly not changed", async () => {
    const nowhere = create({ originOf: () => "http://127.0.0.1:9" });
    const error = await errorOf(nowhere.test(zima, signal));
    expect(error).toMatchObject({
      ...{ name: "ShopBusy", retryAt: new Date(clock.now().getTime() + 60_000) },
      message: expect.stringContaining("Shopify could not be reached"),
    });
  });

  test("is refused with the document's name if it does not understand it", async () => {
    const words = "Shopify does not take the request Shop: ";
    answered(400, { errors: "Bad Request" });
    expect(await errorOf(shop().test(zima, signal))).toMatchObject({
      ...{ name: "ShopRefusal", message: `${words}Bad Request` },
    });
    const unknown = "Field 'zima' doesn't exist on type 'Shop'";
    failing("Shop", "undefinedField", unknown);
    expect(await errorOf(shop().test(zima, signal))).toMatchObject({
      ...{ name: "ShopRefusal", message: `${words}${unknown}` },
    });
  });

  describe("may have been changed if", () => {
    const unknown = async (time = signal) => {
      addProduct(state(), "1", []);
      const error = await errorOf(change("1", { addTags: ["sale"] }, time));
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(ShopRefusal);
      expect(error).not.toBeInstanceOf(ShopBusy);
      return error;
    };

    test.each<[what: string, prepare: () => unknown]>([
      ["it answers 500", () => answered(500, { errors: "Internal" })],
      ["it answers 503", () => answered(503, { errors: "Internal" })],
      [
        "it answers INTERNAL_SERVER_ERROR",
        () => failing("AddTags", "INTERNAL_SERVER_ERROR", "Something went wrong."),
      ],
      [
        "its answer cannot be read",
        () => answered(200, { data: { tagsAdd: { userErrors: "none" } } }),
      ],
    ])("%s", async (_, prepare) => {
      prepare();
      await unknown();
    });

    test("the connection is cut, or the time is over, after the call", async () => {
      peer().disturb(graphqlCall, { cut: "after" });
      await unknown();
      const time = new AbortController();
      peer().disturb(graphqlCall, { hang: "after", hung: () => time.abort() });
      expect(await unknown(time.signal)).toMatchObject({ name: "NoAnswerError" });
      expect(state().writes).toEqual(["1 + sale", "1 + sale"]);
    });
  });
});
