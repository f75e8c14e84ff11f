import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import {
  groups,
  integrations,
  sandboxProducts,
  shopProducts,
} from "../../../../server/db/schema.ts";
import { sealKeys } from "../../../../server/features/integrations/integration-keys.ts";
import { releaseRuns } from "../../../../server/features/sale-rotator/sale-runs.ts";
import {
  activeSettings,
  createSaleWorld,
  listsOf,
  type SaleWorld,
  type StepAnswer,
  send,
  stock,
  stockOnSale,
} from "./sale-world.ts";

let world: SaleWorld;
beforeAll(async () => {
  world = await createSaleWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.shop.troubles = [];
  world.shop.taken = [];
  world.shop.silent = false;
  world.shop.beforeChange = async () => {};
  world.shop.onDeath = () => {};
});

const { settings, saveSettings, trigger, triggerStep, restore, stop } = saleRotatorApi;
const of = (groupId: number) => ({ params: { groupId } });
const live = (groupId: number) => ({ ...of(groupId), query: { dry_run: false } });
const dry = (groupId: number) => ({ ...of(groupId), query: { dry_run: true } });
const step = (groupId: number, body: StepAnswer | null) => ({
  ...of(groupId),
  body: body && listsOf(body),
});
const start = (groupId: number) => world.call(triggerStep, step(groupId, null));
const proceed = (groupId: number, answer: StepAnswer) =>
  world.call(triggerStep, step(groupId, answer));

const minute = 60_000;
const onlyRun = async (group: number) => {
  const [run, ...others] = await world.runsOf(group);
  if (!run || others.length > 0) throw new Error("There is not one run.");
  return run;
};

/** Two to put on sale and one to take off. */
const threeProducts = [
  stockOnSale("1"),
  stock("2", ["rotator"]),
  stock("3", ["rotator-no-change"]),
];
const rotated = new Map([
  ["1", { price: 1000, compare_at_price: null, tags: ["rotator"], changes: 1 }],
  ["2", { price: 800, compare_at_price: 1000, tags: ["rotator", "sale"], changes: 1 }],
  ["3", { price: 1000, compare_at_price: null, tags: ["rotator-no-change", "sale"], changes: 1 }],
]);

/** Makes a call without awaiting it, and waits until the shop gets a change that never returns. */
async function sendAndDie(call: () => Promise<unknown>) {
  const died = new Promise<void>((resolve) => {
    world.shop.onDeath = resolve;
  });
  void call().catch(() => undefined);
  await died;
}

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

describe("The settings", () => {
  test("of a group that never saved are the defaults, switched off", async () => {
    const group = await world.addGroup("Bez podešavanja");
    expect(await world.call(settings, of(group))).toMatchObject({
      is_active: false,
      cooldown_days: 14,
      sale_tag: "sale",
    });
    expect(await world.refusal(settings, of(999_999))).toEqual({
      status: 404,
      detail: "No such group.",
    });
  });

  test("are replaced as a whole, also by the settings read before", async () => {
    const group = await world.addGroup("Sa podešavanjima");
    const read = await world.call(settings, of(group));
    expect(await world.call(saveSettings, { ...of(group), body: read })).toEqual(read);
    const body = { ...activeSettings, print_count: 0, sale_tag: "  letnja akcija " };
    const saved = { ...body, sale_tag: "letnja akcija" };
    expect(await world.call(saveSettings, { ...of(group), body })).toEqual(saved);
    expect(await world.call(settings, of(group))).toEqual(saved);
  });

  const bounds = [
    ["rotator_count", 0, 20],
    ["rotator_no_change_count", 0, 20],
    ["print_count", 0, 10],
    ["cooldown_days", 7, 90],
    ["rotator_discount_percent", 5, 70],
    ["print_discount_percent", 5, 70],
  ] as const;
  test.each(bounds)("keep %s within its bounds", async (field, min, max) => {
    const group = await world.addGroup(`Granice ${field}`);
    const put = (value: unknown) =>
      world.request(`admin/sale-rotator/settings/${group}`, {
        method: "PUT",
        json: { ...activeSettings, [field]: value },
      });
    for (const value of [min, max]) expect((await put(value)).status).toBe(200);
    for (const value of [min - 1, max + 1, min + 0.5, min - 0.5, String(min), null]) {
      const answer = await put(value);
      expect([answer.status, await answer.json()]).toEqual([
        422,
        {
          detail: [
            expect.objectContaining({
              loc: ["body", field],
              msg: `Enter a whole number from ${min} to ${max}.`,
            }),
          ],
        },
      ]);
    }
  });

  test.each([
    ["   ", "Sale tag is required."],
    ["a,b", "A tag cannot contain a comma."],
    ["x".repeat(256), "At most 255 characters."],
    ...["rotator", "Rotator-No-Change", "print", "print:a"].map((tag) => [
      tag,
      "Choose another tag: this one marks rotated products.",
    ]),
  ])("refuse %j as the sale tag", async (sale_tag, msg) => {
    const group = await world.addGroup(`Oznaka ${crypto.randomUUID()}`);
    const body = { ...activeSettings, sale_tag };
    expect(await world.refusal(saveSettings, { ...of(group), body })).toEqual({
      status: 422,
      detail: [expect.objectContaining({ loc: ["body", "sale_tag"], msg })],
    });
  });

  test("are complete, without unknown fields", async () => {
    const group = await world.addGroup("Strogo");
    const { sale_tag: _, ...partly } = activeSettings;
    for (const json of [partly, { ...activeSettings, next_run_at: null }]) {
      const path = `admin/sale-rotator/settings/${group}`;
      expect((await world.request(path, { method: "PUT", json })).status).toBe(422);
    }
  });
});

describe("A dry run", () => {
  test("says what would change, and changes nothing however often it runs", async () => {
    const { group, store } = await world.addRotatingGroup(threeProducts);
    const before = await world.stockOf(store);
    const answers = [await world.call(trigger, dry(group)), await world.call(trigger, dry(group))];
    expect(answers[0]).toEqual({
      summary: {
        total_updates: 2,
        total_removals: 1,
        products_to_add_to_sale: [
          {
            product_name: "Majica 2",
            product_id: "2",
            original_price: 1000,
            new_price: 800,
            compare_at_price: 1000,
            tags_to_add: ["sale"],
          },
          {
            product_name: "Majica 3",
            product_id: "3",
            original_price: 1000,
            new_price: 1000,
            compare_at_price: null,
            tags_to_add: ["sale"],
          },
        ],
        products_to_remove_from_sale: [
          {
            product_name: "Majica 1",
            product_id: "1",
            current_price: 800,
            restored_price: 1000,
            compare_at_price: null,
            tags_to_remove: ["sale"],
          },
        ],
        shop: store,
      },
    });
    expect(answers[1]).toEqual(answers[0]);
    expect(await world.stockOf(store)).toEqual(before);
    expect(await world.runsOf(group)).toEqual([]);
  });

  test("needs no lock: it works while a run is under way", async () => {
    const { group } = await world.addRotatingGroup(threeProducts);
    await start(group);
    const summary = { total_updates: 2, total_removals: 1 };
    expect(await world.call(trigger, dry(group))).toMatchObject({ summary });
  });
});

describe.each([
  ["A dry run", (group: number) => world.refusal(trigger, dry(group))],
  ["A live run", (group: number) => world.refusal(trigger, live(group))],
  ["A confirmed run", (group: number) => world.refusal(triggerStep, step(group, null))],
])("%s is refused", (_, ask) => {
  test("if the rotator is off, or there is no shop or no group", async () => {
    const { group } = await world.addRotatingGroup(threeProducts, { is_active: false });
    expect(await ask(group)).toEqual({
      status: 409,
      detail: "The sale rotator is not enabled for this group.",
    });
    const shopless = await world.addGroup(`Grupa ${crypto.randomUUID()}`);
    await world.configure(shopless);
    expect(await ask(shopless)).toEqual({
      status: 409,
      detail: "Connect a Shopify integration first.",
    });
    expect(await ask(999_999)).toEqual({ status: 404, detail: "No such group." });
  });

  test("if the shop refuses the keys or does not answer, without the error's message", async () => {
    const { group } = await world.addRotatingGroup(threeProducts);
    world.shop.silent = true;
    expect(await ask(group)).toEqual({
      status: 503,
      detail: "The shop did not answer. Try again.",
    });
    world.shop.silent = false;
    const set = (credentials: string) =>
      world.database.db
        .update(integrations)
        .set({ credentials })
        .where(eq(integrations.group_id, group));
    const [shop] = await world.database.db
      .select()
      .from(integrations)
      .where(eq(integrations.group_id, group));
    await set(sealKeys(world.ports.secrets, shop?.id ?? 0, { api_key: "wrong", password: "x" }));
    expect(await ask(group)).toEqual({
      status: 400,
      detail: "[API] Invalid API key or access token (unrecognized login or wrong password).",
    });
    await set("sealed with another key");
    expect(await ask(group)).toEqual({
      status: 409,
      detail: "The stored keys of the shop cannot be read: add it again.",
    });
    expect(await world.runsOf(group)).toEqual([]);
  });
});

test("`dry_run` is required", async () => {
  const { group, store } = await world.addRotatingGroup(threeProducts);
  const before = await world.stockOf(store);
  for (const search of ["", "?dry_run=", "?dry_run=maybe"]) {
    const answer = await world.request(`admin/sale-rotator/trigger/${group}${search}`, {
      method: "POST",
    });
    expect(answer.status).toBe(422);
  }
  expect(await world.stockOf(store)).toEqual(before);
});

describe("A live run", () => {
  test("does what the dry run said, removals first", async () => {
    const { group, store } = await world.addRotatingGroup(threeProducts);
    const planned = await world.call(trigger, dry(group));
    expect(await world.call(trigger, live(group))).toEqual(planned);
    expect(await world.stockOf(store)).toEqual(rotated);
    expect(world.shop.taken.map(({ id }) => id)).toEqual(["1", "2", "3"]);
    expect(await onlyRun(group)).toMatchObject({
      kind: "live",
      status: "finished",
      started_by: "Administrator",
      worker: null,
    });
  });

  test("sent twice under one key is one run", async () => {
    const { group, store } = await world.addRotatingGroup(threeProducts);
    const key = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => send(world, trigger, live(group), key)));
    answers.push(await send(world, trigger, live(group), key));
    expect(new Set(answers.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(3);
    expect(await world.stockOf(store)).toEqual(rotated);
  });

  test("is not continued by another command under its key", async () => {
    const { group, store } = await world.addRotatingGroup(threeProducts);
    const other = await world.addRotatingGroup(threeProducts);
    world.shop.troubles = ["lost before"];
    const key = crypto.randomUUID();
    expect(await send(world, trigger, live(group), key)).toMatchObject({ status: 503 });
    const refused = {
      status: 422,
      answer: { detail: "This Idempotency-Key was used for another request." },
    };
    expect(await send(world, trigger, live(other.group), key)).toMatchObject(refused);
    expect(await send(world, triggerStep, step(group, null), key)).toMatchObject(refused);
    expect(world.shop.taken).toEqual([]);
    expect(await send(world, trigger, live(group), key)).toMatchObject({ status: 200 });
    expect(await world.stockOf(store)).toEqual(rotated);
  });

  test("of a shop with nothing to do stores no run", async () => {
    const { group, store } = await world.addRotatingGroup([stock("1", ["zima"])]);
    expect(await world.call(trigger, live(group))).toEqual({
      summary: {
        total_updates: 0,
        total_removals: 0,
        products_to_add_to_sale: [],
        products_to_remove_from_sale: [],
        shop: store,
      },
    });
    expect(await world.runsOf(group)).toEqual([]);
  });

  test("starts the cooldown of the products that it takes off sale and puts on sale", async () => {
    const { group } = await world.addRotatingGroup(
      [stockOnSale("1"), stock("2", ["rotator"]), stock("3", ["rotator"])],
      { rotator_count: 1 },
    );
    await world.call(trigger, live(group));
    expect(await world.call(trigger, dry(group))).toMatchObject({
      summary: {
        products_to_add_to_sale: [{ product_id: "3" }],
        products_to_remove_from_sale: [{ product_id: "2" }],
      },
    });
  });

  test("counts the cooldown of a product from its last step", async () => {
    const { group, store } = await world.addRotatingGroup([stock("1", ["rotator"])]);
    const day = 24 * 60 * minute;
    const priceAfter = async (days: number) => {
      world.clock.advance(days * day);
      await world.call(trigger, live(group));
      return (await world.stockOf(store)).get("1")?.price;
    };
    expect([await priceAfter(0), await priceAfter(8), await priceAfter(6)]).toEqual([
      800, 1000, 1000,
    ]);
    expect(await priceAfter(1)).toBe(800);
  });

  test("has no transaction open during a call to the shop", async () => {
    const { group, store } = await world.addRotatingGroup(threeProducts);
    world.shop.beforeChange = async () => {
      // The outer handle refuses this inside a transaction.
      await world.database.db.select().from(groups);
    };
    await world.call(trigger, live(group));
    expect(await world.stockOf(store)).toEqual(rotated);
  });

  test("blocks all others, and says who started it and when", async () => {
    const { group, store } = await world.addRotatingGroup(threeProducts);
    const seen: unknown[] = [];
    world.shop.beforeChange = async () => {
      world.shop.beforeChange = async () => {};
      seen.push(
        await world.refusal(trigger, live(group)),
        await world.refusal(triggerStep, step(group, null)),
        await world.call(stop, of(group)),
      );
    };
    await world.call(trigger, live(group));
    const busy = {
      status: 409,
      detail: expect.stringMatching(
        /^A live run started by Administrator at \d{4}-\d\d-\d\d \d\d:\d\d UTC is still running\.$/,
      ),
    };
    expect(seen).toEqual([busy, busy, { message: "No confirmed run is in progress." }]);
    expect(await world.stockOf(store)).toEqual(rotated);
  });

  test("stops if the shop refuses a product, and keeps the changes made", async () => {
    const { group, store } = await world.addRotatingGroup(threeProducts);
    world.shop.troubles = [undefined, "refused"];
    const key = crypto.randomUUID();
    const refused = await send(world, trigger, live(group), key);
    expect(refused).toMatchObject({
      status: 400,
      answer: {
        detail:
          "The shop refused Majica 2: Price is locked. The run is stopped: 1 of 3 products changed.",
      },
    });
    expect(await onlyRun(group)).toMatchObject({ status: "stopped" });
    expect([...(await world.stockOf(store)).values()].map(({ changes }) => changes)).toEqual([
      1, 0, 0,
    ]);
    // Sent again it stays stopped and does not restart; a new run makes a new plan.
    expect(await send(world, trigger, live(group), key)).toMatchObject({
      status: 409,
      answer: { detail: "This run was stopped: 1 of 3 products changed." },
    });
    expect((await world.call(trigger, live(group))) as unknown).toMatchObject({
      summary: { total_updates: 2, total_removals: 0 },
    });
    expect(await world.stockOf(store)).toEqual(rotated);
  });

  test("stops when the rotator is switched off meanwhile, before its next product", async () => {
    const { group, store } = await world.addRotatingGroup(threeProducts);
    world.shop.beforeChange = () => world.configure(group, { is_active: false }).then(() => {});
    expect(await world.refusal(trigger, live(group))).toEqual({
      status: 409,
      detail:
        "The sale rotator is not enabled for this group. The run is stopped: 1 of 3 products changed.",
    });
    expect(await onlyRun(group)).toMatchObject({ status: "stopped" });
    expect([...(await world.stockOf(store)).values()].map(({ changes }) => changes)).toEqual([
      1, 0, 0,
    ]);
  });

  test("that was switched off has not touched its next product, whatever tag that has later", async () => {
    const { group, store } = await world.addRotatingGroup(threeProducts);
    world.shop.beforeChange = () => world.configure(group, { is_active: false }).then(() => {});
    expect(await world.refusal(trigger, live(group))).toMatchObject({ status: 409 });
    world.shop.beforeChange = async () => {};
    // Somebody else's sale, under the tag that the rotator had.
    const own = { price: 700, compare_at_price: 1000, tags: ["rotator", "sale"] };
    await world.changeStock("2", own);
    await world.configure(group, { sale_tag: "akcija", rotator_count: 0 });
    await world.call(trigger, live(group));
    expect((await world.stockOf(store)).get("2")).toMatchObject(own);
  });

  test("leaves a product alone that somebody else put on sale meanwhile, whatever its tag is later", async () => {
    const { group, store } = await world.addRotatingGroup(threeProducts);
    const own = { price: 700, compare_at_price: 1000, tags: ["rotator", "sale"] };
    world.shop.beforeChange = async () => {
      world.shop.beforeChange = async () => {};
      await world.changeStock("2", own);
    };
    expect(await world.refusal(trigger, live(group))).toMatchObject({ status: 409 });
    await world.configure(group, { sale_tag: "akcija", rotator_count: 0 });
    await world.call(trigger, live(group));
    expect((await world.stockOf(store)).get("2")).toMatchObject(own);
  });

  test.each(["putting on sale", "taking off sale"] as const)(
    "that breaks off while %s leaves nothing on sale for good, also under another sale tag",
    async (what) => {
      const { group, store } = await world.addRotatingGroup([stock("2", ["rotator"])]);
      if (what === "taking off sale") await world.call(trigger, live(group));
      world.shop.troubles = ["lost after"];
      expect(await world.refusal(trigger, live(group))).toMatchObject({ status: 503 });
      if (what === "taking off sale") {
        // The price is back and the tag is not: they are two calls.
        const tags = ["rotator", "sale"];
        await world.changeStock("2", { price: 1000, compare_at_price: null, tags });
      }
      await world.configure(group, { sale_tag: "akcija" });
      const { summary } = await world.call(trigger, live(group));
      expect(summary?.products_to_remove_from_sale).toMatchObject([{ product_id: "2" }]);
      expect((await world.stockOf(store)).get("2")).toMatchObject({
        ...{ price: 1000, compare_at_price: null, tags: ["rotator"] },
      });
    },
  );

  test("stops if a product is gone or its price was changed after the plan", async () => {
    const gone = await world.addRotatingGroup([stock("11", ["rotator"]), stock("12", ["rotator"])]);
    const { db } = world.database;
    world.shop.beforeChange = async () => {
      await db.delete(sandboxProducts).where(eq(sandboxProducts.product_id, "12"));
    };
    expect(await world.refusal(trigger, live(gone.group))).toEqual({
      status: 400,
      detail: "The shop no longer has Majica 12. The run is stopped: 1 of 2 products changed.",
    });

    const products = [stock("21", ["rotator"]), stock("22", ["rotator"])];
    const changed = await world.addRotatingGroup(products);
    world.shop.beforeChange = async () => {
      await world.changeStock("22", { price: 5000 });
    };
    expect(await world.refusal(trigger, live(changed.group))).toEqual({
      status: 409,
      detail:
        "The price of Majica 22 was changed in the shop after this run was planned, and is kept. The run is stopped: 1 of 2 products changed.",
    });
    expect((await world.stockOf(changed.store)).get("22")).toMatchObject({
      price: 5000,
      tags: ["rotator"],
    });
  });

  test.each(["lost before", "lost after"] as const)(
    "whose shop is %s the change continues under the same key, and changes nothing twice",
    async (trouble) => {
      const { group, store } = await world.addRotatingGroup(threeProducts);
      world.shop.troubles = [undefined, trouble];
      const key = crypto.randomUUID();
      expect(await send(world, trigger, live(group), key)).toMatchObject({
        status: 503,
        answer: {
          detail:
            "The shop did not answer for Majica 2: it may have been changed. It is not changed twice. 1 of 3 products changed so far. Try again to continue from there.",
        },
      });
      expect(await send(world, trigger, live(group), key)).toMatchObject({
        status: 200,
        answer: { summary: { total_updates: 2, total_removals: 1 } },
      });
      expect(await world.stockOf(store)).toEqual(rotated);
      expect(world.shop.taken.map(({ id }) => id)).toEqual(["1", "2", "3"]);
      expect(await onlyRun(group)).toMatchObject({ status: "finished" });
    },
  );

  describe.each(["dies before", "dies after"] as const)("whose process %s a change", (trouble) => {
    let group: number;
    let store: string;
    let next: ReturnType<SaleWorld["restart"]>;
    const key = `dies ${trouble}`.replaceAll(" ", "-");
    beforeEach(async () => {
      ({ group, store } = await world.addRotatingGroup(threeProducts));
      world.shop.troubles = [undefined, trouble];
      const mine = `${key}-${group}`;
      await sendAndDie(() => send(world, trigger, live(group), mine));
      next = world.restart();
    });
    const again = (more = "") => send(next, trigger, live(group), `${key}-${group}${more}`);

    test("continues under the same key at the next start", async () => {
      await world.transaction(releaseRuns);
      expect(await again()).toMatchObject({ status: 200 });
      expect(await world.stockOf(store)).toEqual(rotated);
      expect(world.shop.taken.map(({ id }) => id)).toEqual(["1", "2", "3"]);
    });

    test("is left alone by other processes until it has been silent for two minutes", async () => {
      expect(await again()).toMatchObject({
        status: 409,
        answer: { detail: "This run is in progress." },
      });
      expect(await again("-new")).toMatchObject({
        status: 409,
        answer: { detail: expect.stringMatching(/^A live run .* is still running\.$/) },
      });
      world.clock.advance(2 * minute + 1);
      expect(await again()).toMatchObject({ status: 200 });
      expect(await world.stockOf(store)).toEqual(rotated);
    });

    test("is stopped by a new run, which makes a new plan", async () => {
      await world.transaction(releaseRuns);
      expect(await again("-new")).toMatchObject({ status: 200 });
      expect(await again()).toMatchObject({
        status: 409,
        answer: { detail: "This run was stopped: 1 of 3 products changed." },
      });
      const runs = await world.runsOf(group);
      expect(runs.map(({ status }) => status)).toEqual(["stopped", "finished"]);
    });
  });

  test("that was taken for dead changes nothing more when it wakes up", async () => {
    const { group } = await world.addRotatingGroup(threeProducts);
    let answer: unknown;
    world.shop.beforeChange = async () => {
      world.shop.beforeChange = async () => {};
      world.clock.advance(2 * minute + 1);
      answer = await world.call(trigger, live(group));
    };
    expect(await world.refusal(trigger, live(group))).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/^This run was stopped: [01] of 3 products changed\.$/),
    });
    expect(answer).toMatchObject({ summary: { total_updates: 2, total_removals: 1 } });
  });
});

describe("The console's copy of a shop has the changes of a run", () => {
  const known = async (group: number) => {
    await world.runJobs();
    const rows = await world.database.db
      .select({ id: shopProducts.product_id, price: shopProducts.price, tags: shopProducts.tags })
      .from(shopProducts)
      .innerJoin(integrations, eq(integrations.id, shopProducts.integration_id))
      .where(eq(integrations.group_id, group))
      .orderBy(shopProducts.product_id);
    return rows.map(({ id, price, tags }) => [id, price, tags.includes("sale")]);
  };
  const asRotated = [
    ["1", 1000, false],
    ["2", 800, true],
    ["3", 1000, true],
  ];

  test("after a live one, also in another group with the same shop", async () => {
    const { group, store } = await world.addRotatingGroup(threeProducts);
    const other = await world.addGroup(`Grupa ${crypto.randomUUID()}`);
    await world.addShop(other, [], store);
    await world.call(trigger, live(group));
    expect(await known(group)).toEqual(asRotated);
    expect(await known(other)).toEqual(asRotated);
  });

  test("after an interrupted one, as far as it got", async () => {
    const { group } = await world.addRotatingGroup(threeProducts);
    world.shop.troubles = [undefined, "lost before"];
    await world.refusal(trigger, live(group));
    expect(await known(group)).toEqual([
      ["1", 1000, false],
      ["2", 1000, false],
      ["3", 1000, false],
    ]);
  });

  test("after a confirmed one, when it is complete or stopped", async () => {
    const { group } = await world.addRotatingGroup(threeProducts);
    let answer = await proceed(group, await start(group));
    expect(await known(group)).toEqual([]);
    answer = await proceed(group, answer);
    await proceed(group, answer);
    expect(await known(group)).toEqual(asRotated);

    const stopped = await world.addRotatingGroup(threeProducts);
    await proceed(stopped.group, await start(stopped.group));
    await world.call(stop, of(stopped.group));
    expect(await known(stopped.group)).toHaveLength(3);
  });

  test("and the shop is not read if nothing was changed", async () => {
    const { group } = await world.addRotatingGroup(threeProducts);
    await start(group);
    await world.call(stop, of(group));
    expect(await known(group)).toEqual([]);
  });
});

describe("A confirmed run", () => {
  test("changes nothing at its start, and one product per step", async () => {
    const { group, store } = await world.addRotatingGroup(threeProducts);
    const before = await world.stockOf(store);
    let answer = await start(group);
    expect(answer).toMatchObject({
      is_complete: false,
      completed_action: null,
      summary: "Planned: 2 updates, 1 removal.",
    });
    expect(listsOf(answer)).toMatchObject({
      updates: [{ product_id: "2", new_price: 800 }, { product_id: "3" }],
      removals: [{ product_id: "1", restored_price: 1000 }],
    });
    expect(await world.stockOf(store)).toEqual(before);

    answer = await proceed(group, answer);
    expect(answer).toMatchObject({
      is_complete: false,
      completed_action: {
        product_name: "Majica 1",
        tags_to_remove: ["sale"],
        price: 1000,
        compare_at_price: null,
      },
      remaining_removals: [],
      next_product_id: "2",
      summary: "Majica 1 is off sale: 800 → 1,000 RSD. Left: 2 updates, 0 removals.",
    });
    expect(await world.stockOf(store)).toEqual(new Map([...before, ["1", rotated.get("1")]]));

    answer = await proceed(group, answer);
    expect(answer.completed_action).toMatchObject({ tags_to_add: ["sale"], price: 800 });
    answer = await proceed(group, answer);
    expect(answer).toMatchObject({
      is_complete: true,
      remaining_updates: [],
      remaining_removals: [],
      next_product_id: null,
      summary: "Majica 3 is on sale: at 1,000 RSD. The rotation is complete.",
    });
    expect(await world.stockOf(store)).toEqual(rotated);
    expect(await onlyRun(group)).toMatchObject({ kind: "confirmed", status: "finished" });
  });

  test("is complete at once if there is nothing to do, and blocks no other run", async () => {
    const { group } = await world.addRotatingGroup([stock("1", ["zima"])]);
    expect(await start(group)).toMatchObject({
      is_complete: true,
      completed_action: null,
      summary: "No actions were needed.",
    });
    expect(await world.runsOf(group)).toEqual([]);
  });

  test("answers a repeated step with the same answer, the last one too, and does nothing twice", async () => {
    const { group, store } = await world.addRotatingGroup(threeProducts);
    let answer = await start(group);
    while (!answer.is_complete) {
      const asked = answer;
      answer = await proceed(group, asked);
      const changes = world.shop.taken.length;
      expect(await proceed(group, asked)).toEqual(answer);
      expect(world.shop.taken).toHaveLength(changes);
    }
    expect(await world.stockOf(store)).toEqual(rotated);
  });

  test("does one step for twenty presses at once, under one key and under many", async () => {
    const { group, store } = await world.addRotatingGroup(threeProducts);
    const first = await start(group);
    const same = await Promise.all(
      Array.from({ length: 20 }, () => send(world, triggerStep, step(group, first), `s-${group}`)),
    );
    expect(new Set(same.map(({ status }) => status))).toEqual(new Set([200]));
    const [answered] = same;
    if (!answered) return;
    // It is carried out when all the others have had their answer.
    let others = 0;
    world.shop.beforeChange = () => vi.waitFor(() => expect(others).toBe(19), { timeout: 60_000 });
    const many = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await send(world, triggerStep, step(group, answered.answer));
        others += 1;
        return answer;
      }),
    );
    const statuses = many.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect([...(await world.stockOf(store)).values()].map(({ changes }) => changes)).toEqual([
      1, 1, 0,
    ]);
  });

  test("accepts only the lists that it has left", async () => {
    const { group, store } = await world.addRotatingGroup(threeProducts);
    const first = await start(group);
    const { updates, removals } = listsOf(first);
    const [cheap] = updates;
    const foreign = [
      { updates: [{ ...cheap, product_id: "2", new_price: 1 }, ...updates.slice(1)], removals },
      { updates: [{ ...cheap, product_id: "99" }, ...updates.slice(1)], removals },
      { updates: updates.toReversed(), removals },
      { updates: updates.slice(1), removals },
      { updates, removals: [] },
      { updates: [], removals: [] },
      { updates: updates.map((one) => ({ ...one, run_id: 1_000_000 })), removals },
      { updates: updates.map((one) => ({ ...one, more: true })), removals },
    ];
    for (const body of foreign) {
      expect(await world.refusal(triggerStep, { ...of(group), body })).toEqual({
        status: 409,
        detail:
          "These lists do not match the remaining steps of the run. Another window may have continued it.",
      });
    }
    expect(world.shop.taken).toEqual([]);
    expect(await world.stockOf(store)).not.toEqual(rotated);
    expect((await proceed(group, first)).completed_action).toMatchObject({ product_id: "1" });
  });

  test("refuses malformed lists, and numbers that cannot be represented exactly", async () => {
    const { group } = await world.addRotatingGroup(threeProducts);
    await start(group);
    const post = (body: string) =>
      world.fetch(`/api/v1/admin/sale-rotator/trigger-step/${group}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${world.token}`, "Content-Type": "application/json" },
        body,
      });
    for (const body of [
      "",
      "[]",
      "{}",
      '{"updates":[],"removals":null}',
      '{"updates":[7],"removals":[]}',
      '{"updates":[{"product_name":"x"}],"removals":[]}',
      '{"updates":[{"product_id":9007199254740993}],"removals":[]}',
      '{"updates":[{"product_id":"1","variant":{"id":9007199254740993}}],"removals":[]}',
      '{"updates":[],"removals":[],"force":true}',
    ]) {
      expect((await post(body)).status, body).toBe(422);
    }
  });

  test("has as many steps as products are on sale", async () => {
    const many = Array.from({ length: 1201 }, (_, n) => stock(String(n + 1), ["Sale"]));
    const { group } = await world.addRotatingGroup(many);
    const answer = await start(group);
    expect(answer.remaining_removals).toHaveLength(1201);
    expect((await proceed(group, answer)).remaining_removals).toHaveLength(1200);
  });

  test("of thousands of products accepts lists that are larger than other requests may be", async () => {
    const many = Array.from({ length: 6000 }, (_, n) =>
      stock(String(8_500_000_000_000 + n), ["rotator", "Sale"], {
        title: `Majica sa dugim rukavima „Ćirilica“, zimska kolekcija, broj ${n}`,
      }),
    );
    const { group } = await world.addRotatingGroup(many);
    const answer = await start(group);
    expect(JSON.stringify(listsOf(answer)).length).toBeGreaterThan(1024 * 1024);
    expect((await proceed(group, answer)).remaining_removals).toHaveLength(5999);
    const [one] = listsOf(answer).removals;
    const removals = Array.from({ length: 50_000 }, () => one ?? { product_id: 1 });
    expect(
      await world.refusal(triggerStep, { ...of(group), body: { updates: [], removals } }),
    ).toEqual({ status: 413, detail: "The request is larger than 8 MB." });
  });

  test("keeps ids as they are, however large", async () => {
    const id = "90071992547409931234567";
    const { group } = await world.addRotatingGroup([stock(id, ["rotator"])]);
    const answer = await proceed(group, await start(group));
    expect(answer.completed_action).toMatchObject({ product_id: id });
  });

  test("does not accept the lists of another run, even with the same plan", async () => {
    const { group } = await world.addRotatingGroup(threeProducts);
    const old = await start(group);
    await world.call(stop, of(group));
    const fresh = await start(group);
    expect(listsOf(old)).not.toEqual(listsOf(fresh));
    expect((await world.refusal(triggerStep, step(group, old))).status).toBe(409);
    expect(await proceed(group, fresh)).toMatchObject({ is_complete: false });
  });

  test("blocks others while it waits for its operator, for 15 minutes", async () => {
    const { group } = await world.addRotatingGroup(threeProducts);
    const other = await world.app.sessions.issue({ id: "other", name: "Jelena" });
    const mine = await start(group);
    const theirs = () =>
      world.request(`admin/sale-rotator/trigger-step/${group}`, {
        method: "POST",
        json: null,
        headers: { Authorization: `Bearer ${other}` },
      });
    world.clock.advance(14 * minute);
    const second = await theirs();
    expect([second.status, await second.json()]).toEqual([
      409,
      {
        detail: expect.stringMatching(
          /^A confirmed run started by Administrator at .* UTC waits for its next step\. It ends when finished, stopped or idle for 15 minutes\.$/,
        ),
      },
    ]);
    const mineNext = await proceed(group, mine);
    world.clock.advance(14 * minute);
    expect((await theirs()).status).toBe(409);
    world.clock.advance(minute + 1000);
    expect((await theirs()).status).toBe(200);
    expect(await world.refusal(triggerStep, step(group, mineNext))).toMatchObject({ status: 409 });
    const runs = await world.runsOf(group);
    expect(runs.map(({ status, started_by }) => [status, started_by])).toEqual([
      ["stopped", "Administrator"],
      ["running", "Jelena"],
    ]);
  });

  test("cannot be continued after 15 minutes without a step", async () => {
    const { group } = await world.addRotatingGroup(threeProducts);
    const answer = await proceed(group, await start(group));
    world.clock.advance(15 * minute + 1000);
    expect(await world.refusal(triggerStep, step(group, answer))).toEqual({
      status: 409,
      detail: "This run was stopped: 1 of 3 products changed.",
    });
    expect(await onlyRun(group)).toMatchObject({ status: "stopped", ended_at: expect.any(Date) });
  });

  test("is stopped by its operator, and keeps the changes made", async () => {
    const { group, store } = await world.addRotatingGroup(threeProducts);
    const answer = await proceed(group, await start(group));
    const run = await onlyRun(group);
    const after = await world.stockOf(store);
    // The id of another run stops nothing.
    expect(await world.call(stop, { ...of(group), query: { run_id: run.id + 1 } })).toEqual({
      message: "No confirmed run is in progress.",
    });
    expect(await world.call(stop, { ...of(group), query: { run_id: run.id } })).toEqual({
      message: "The run is stopped: 1 of 3 products changed.",
    });
    expect(await world.call(stop, of(group))).toEqual({
      message: "No confirmed run is in progress.",
    });
    expect(await world.refusal(triggerStep, step(group, answer))).toEqual({
      status: 409,
      detail: "This run was stopped: 1 of 3 products changed.",
    });
    expect(await world.stockOf(store)).toEqual(after);
    expect(await start(group)).toMatchObject({ is_complete: false });
    expect(await world.refusal(stop, of(999_999))).toEqual({
      status: 404,
      detail: "No such group.",
    });
  });

  test("that is stopped during a step ends with that step", async () => {
    const { group, store } = await world.addRotatingGroup(threeProducts);
    const first = await start(group);
    const seen: unknown[] = [];
    world.shop.beforeChange = async () => {
      seen.push(
        await world.call(stop, of(group)),
        await world.refusal(triggerStep, step(group, null)),
        await world.refusal(triggerStep, step(group, first)),
      );
    };
    const answer = await proceed(group, first);
    expect(answer.completed_action).toMatchObject({ product_id: "1" });
    expect(seen).toEqual([
      {
        message: "The run stops after the current step: 0 of 3 products changed.",
      },
      { status: 409, detail: expect.stringMatching(/^A confirmed run/) },
      { status: 409, detail: "This run was stopped: 0 of 3 products changed." },
    ]);
    expect((await world.refusal(triggerStep, step(group, answer))).status).toBe(409);
    expect(await onlyRun(group)).toMatchObject({ status: "stopped" });
    expect([...(await world.stockOf(store)).values()].map(({ changes }) => changes)).toEqual([
      1, 0, 0,
    ]);
  });

  test("waits if the shop refuses a step, which can be retried", async () => {
    const { group, store } = await world.addRotatingGroup(threeProducts);
    let answer = await start(group);
    world.shop.troubles = ["refused", undefined, "refused"];
    expect(await world.refusal(triggerStep, step(group, answer))).toEqual({
      status: 400,
      detail: "The shop refused Majica 1: Price is locked. Try again, or stop the run.",
    });
    answer = await proceed(group, answer);
    expect((await world.refusal(triggerStep, step(group, answer))).status).toBe(400);
    while (!answer.is_complete) answer = await proceed(group, answer);
    expect(await world.stockOf(store)).toEqual(rotated);
  });

  test.each(["lost before", "lost after"] as const)(
    "whose shop is %s a change does not change it twice",
    async (trouble) => {
      const { group, store } = await world.addRotatingGroup(threeProducts);
      let answer = await start(group);
      world.shop.troubles = [trouble];
      expect(await world.refusal(triggerStep, step(group, answer))).toEqual({
        status: 503,
        detail:
          "The shop did not answer for Majica 1: it may have been changed. It is not changed twice. Try again, or stop the run.",
      });
      while (!answer.is_complete) answer = await proceed(group, answer);
      expect(world.shop.taken.map(({ id }) => id)).toEqual(["1", "2", "3"]);
      expect(await world.stockOf(store)).toEqual(rotated);
    },
  );

  test.each(["dies before", "dies after"] as const)(
    "whose process %s a change continues at the next start, or after two minutes",
    async (trouble) => {
      for (const released of [true, false]) {
        world.shop.taken = [];
        const { group, store } = await world.addRotatingGroup(threeProducts);
        let answer: StepAnswer = await start(group);
        world.shop.troubles = [trouble];
        await sendAndDie(() => send(world, triggerStep, step(group, answer), `d-${group}`));
        const next = world.restart();
        const busy = await send(next, triggerStep, step(group, answer), `d-${group}`);
        expect(busy).toMatchObject({
          status: 409,
          answer: {
            detail: "This step is running. Try again shortly.",
          },
        });
        if (released) await world.transaction(releaseRuns);
        else world.clock.advance(2 * minute + 1);
        const again = await send(next, triggerStep, step(group, answer), `d-${group}`);
        expect(again.status).toBe(200);
        answer = again.answer;
        while (!answer.is_complete) answer = await proceed(group, answer);
        expect(world.shop.taken.map(({ id }) => id)).toEqual(["1", "2", "3"]);
        expect(await world.stockOf(store)).toEqual(rotated);
      }
    },
  );

  test("that was being stopped when its process died is stopped at the next start", async () => {
    const { group } = await world.addRotatingGroup(threeProducts);
    const first = await start(group);
    world.shop.troubles = ["dies before"];
    await sendAndDie(() => send(world, triggerStep, step(group, first)));
    await world.call(stop, of(group));
    await world.transaction(releaseRuns);
    expect(await onlyRun(group)).toMatchObject({ status: "stopped" });
    expect(await start(group)).toMatchObject({ is_complete: false });
  });

  test("does not continue while the rotator is switched off, but can be stopped", async () => {
    const { group } = await world.addRotatingGroup(threeProducts);
    const first = await start(group);
    await world.configure(group, { is_active: false });
    expect(await world.refusal(triggerStep, step(group, first))).toEqual({
      status: 409,
      detail: "The sale rotator is not enabled for this group.",
    });
    await world.configure(group, { rotator_discount_percent: 70 });
    // A run keeps its own plan, whatever the settings are now.
    const second = await proceed(group, first);
    expect((await proceed(group, second)).completed_action).toMatchObject({ price: 800 });
    await world.configure(group, { is_active: false });
    expect(await world.call(stop, of(group))).toEqual({
      message: "The run is stopped: 2 of 3 products changed.",
    });
  });

  test("cannot continue without its shop, nor with a product that somebody else has changed", async () => {
    const { group, store } = await world.addRotatingGroup([stock("31", ["rotator"])]);
    const first = await start(group);
    await world.changeStock("31", { price: 1200 });
    expect(await world.refusal(triggerStep, step(group, first))).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/^The price of Majica 31 was changed in the shop/),
    });
    expect((await world.stockOf(store)).get("31")).toMatchObject({ price: 1200, changes: 0 });
    await world.changeStock("31", { price: 1000 });
    await world.addShop(group, [stock("31", ["rotator"])]);
    await world.database.db.delete(integrations).where(eq(integrations.store_name, store));
    expect(await world.refusal(triggerStep, step(group, first))).toEqual({
      status: 409,
      detail: "The Shopify integration of this run was removed.",
    });
  });

  test("needs a start before its first step", async () => {
    const { group } = await world.addRotatingGroup(threeProducts);
    const body = { updates: [], removals: [] };
    expect(await world.refusal(triggerStep, { ...of(group), body })).toEqual({
      status: 409,
      detail: "No confirmed run is in progress. Start one.",
    });
  });
});

test("a shop of two groups is rotated by one of them at a time", async () => {
  const { group, store } = await world.addRotatingGroup(threeProducts);
  const second = await world.addGroup(`Grupa ${crypto.randomUUID()}`);
  await world.addShop(second, [], store.toUpperCase());
  await world.configure(second);
  const answer = await start(group);
  expect(await world.refusal(trigger, live(second))).toMatchObject({
    status: 409,
    detail: expect.stringMatching(
      /^A confirmed run of Grupa \S+, which has the same shop, started by Administrator/,
    ),
  });
  expect(await proceed(group, answer)).toMatchObject({ is_complete: false });
  await world.call(stop, of(group));
  await world.call(trigger, live(second));
  expect((await world.stockOf(store)).get("2")).toMatchObject({ price: 800, changes: 1 });
});

test("a product that another group has put on sale in the same shop stays on sale", async () => {
  const { group, store } = await world.addRotatingGroup(threeProducts);
  const second = await world.addGroup(`Grupa ${crypto.randomUUID()}`);
  await world.addShop(second, [], store.toUpperCase());
  await world.configure(second);
  await world.call(trigger, live(group));
  expect(await world.stockOf(store)).toEqual(rotated);

  // The sale tag is the same. Nothing of its own is on sale yet, and the first product is free.
  expect(await world.call(trigger, dry(second))).toMatchObject({
    summary: {
      products_to_add_to_sale: [{ product_id: "1" }],
      products_to_remove_from_sale: [],
    },
  });
  await world.call(trigger, live(second));
  const stock = await world.stockOf(store);
  expect(["2", "3"].map((id) => stock.get(id))).toEqual(["2", "3"].map((id) => rotated.get(id)));

  // Each group takes off what it has put on.
  expect(await world.call(trigger, dry(group))).toMatchObject({
    summary: { products_to_remove_from_sale: [{ product_id: "2" }, { product_id: "3" }] },
  });
  expect(await world.call(trigger, dry(second))).toMatchObject({
    summary: { products_to_remove_from_sale: [{ product_id: "1" }] },
  });
});

test("of a group's shops the oldest is rotated", async () => {
  const { group, store } = await world.addRotatingGroup(threeProducts);
  const newer = await world.addShop(group, [stock("2", ["rotator"])]);
  await world.call(trigger, live(group));
  expect(await world.stockOf(store)).toEqual(rotated);
  expect((await world.stockOf(newer)).get("2")).toMatchObject({ price: 1000 });
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
