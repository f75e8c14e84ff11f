import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import { integrations, shopProducts } from "../../../../server/db/schema.ts";
import { sealKeys } from "../../../../server/features/integrations/integration-keys.ts";
import {
  activeSettings,
  dry,
  group,
  inGroup,
  live,
  rotated,
  startSaleWorld,
  step,
  stock,
  store,
  threeProducts,
} from "./sale-world.ts";

const world = await startSaleWorld();
const { start, proceed } = world;
const { settings, saveSettings, trigger, triggerStep, stop } = saleRotatorApi;

describe("The settings", () => {
  test("of a group that never saved are the defaults, switched off", async () => {
    const group = await world.addGroup("Bez podešavanja");
    expect(await world.call(settings, inGroup(group))).toMatchObject({
      is_active: false,
      cooldown_days: 14,
      sale_tag: "sale",
    });
  });

  test("are replaced as a whole, also by the settings read before", async () => {
    const read = await world.call(settings, inGroup(group));
    expect(await world.call(saveSettings, { ...inGroup(group), body: read })).toEqual(read);
    const body = { ...activeSettings, print_count: 0, sale_tag: "  letnja akcija " };
    const saved = { ...body, sale_tag: "letnja akcija" };
    expect(await world.call(saveSettings, { ...inGroup(group), body })).toEqual(saved);
    expect(await world.call(settings, inGroup(group))).toEqual(saved);
  });

  test.each([
    ["a,b", "A tag cannot contain a comma."],
    ...["rotator", "Rotator-No-Change", "print", "print:a"].map((tag) => [
      tag,
      "Choose another tag: this one marks rotated products.",
    ]),
  ])("refuse %j as the sale tag", async (sale_tag, msg) => {
    const body = { ...activeSettings, sale_tag };
    expect(await world.refusal(saveSettings, { ...inGroup(group), body })).toEqual({
      status: 422,
      detail: [expect.objectContaining({ loc: ["body", "sale_tag"], msg })],
    });
  });
});

describe("A dry run", () => {
  test("says what would change, and changes nothing however often it runs", async () => {
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
  const before = await world.stockOf(store);
  for (const search of ["", "?dry_run=", "?dry_run=maybe"]) {
    const answer = await world.request(`admin/sale-rotator/trigger/${group}${search}`, {
      method: "POST",
    });
    expect(answer.status).toBe(422);
  }
  expect(await world.stockOf(store)).toEqual(before);
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
    const other = await world.addGroup(`Grupa ${crypto.randomUUID()}`);
    await world.addShop(other, [], store);
    await world.call(trigger, live(group));
    expect(await known(group)).toEqual(asRotated);
    expect(await known(other)).toEqual(asRotated);
  });

  test("after an interrupted one, as far as it got", async () => {
    world.shop.troubles = [undefined, "lost before"];
    await world.refusal(trigger, live(group));
    expect(await known(group)).toEqual(["1", "2", "3"].map((id) => [id, 1000, false]));
  });

  test("after a confirmed one, when it is complete or stopped", async () => {
    let answer = await proceed(group, await start(group));
    expect(await known(group)).toEqual([]);
    answer = await proceed(group, answer);
    await proceed(group, answer);
    expect(await known(group)).toEqual(asRotated);

    const stopped = await world.addRotatingGroup(threeProducts);
    await proceed(stopped.group, await start(stopped.group));
    await world.call(stop, inGroup(stopped.group));
    expect(await known(stopped.group)).toHaveLength(3);
  });

  test("and the shop is not read if nothing was changed", async () => {
    await start(group);
    await world.call(stop, inGroup(group));
    expect(await known(group)).toEqual([]);
  });
});

/** Adds a group that has the same shop, by another spelling. */
async function secondGroup(store: string) {
  const second = await world.addGroup(`Grupa ${crypto.randomUUID()}`);
  await world.addShop(second, [], store.toUpperCase());
  await world.configure(second);
  return second;
}

test("a shop of two groups is rotated by one of them at a time", async () => {
  const second = await secondGroup(store);
  const answer = await start(group);
  expect(await world.refusal(trigger, live(second))).toMatchObject({
    status: 409,
    detail: expect.stringMatching(
      /^A confirmed run of Grupa \S+, which has the same shop, started by Administrator/,
    ),
  });
  expect(await proceed(group, answer)).toMatchObject({ is_complete: false });
  await world.call(stop, inGroup(group));
  await world.call(trigger, live(second));
  expect((await world.stockOf(store)).get("2")).toMatchObject({ price: 800, changes: 1 });
});

test("a product that another group has put on sale in the same shop stays on sale", async () => {
  const second = await secondGroup(store);
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
  const newer = await world.addShop(group, [stock("2", ["rotator"])]);
  await world.call(trigger, live(group));
  expect(await world.stockOf(store)).toEqual(rotated);
  expect((await world.stockOf(newer)).get("2")).toMatchObject({ price: 1000 });
});
