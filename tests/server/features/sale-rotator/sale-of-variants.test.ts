import { beforeEach, describe, expect, test } from "vitest";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import type { Prices, Shop, ShopProduct } from "../../../../server/ports/shop.ts";
import {
  type activeSettings,
  dry,
  inGroup,
  listsOf,
  live,
  type StepAnswer,
  startSaleWorld,
} from "./sale-world.ts";

/** The only shop, in memory: the sandbox's products have one variant each. */
const products = new Map<string, ShopProduct>();
/** Is called before the products of the shop are handed out, by the name of its integration. */
let onSurvey = async (_store: string) => {};

const shop: Shop = {
  test: async ({ store }) => ({ store, notes: [], warnings: [] }),
  page: async () => ({ products: [], sold: null, total: 0, next: null }),
  products: async ({ store }) => {
    const read = [...products.values()];
    await onSurvey(store);
    return read;
  },
  product: async (_, id) => products.get(id),
  change: async (_, id, { variants, addTags, removeTags }) =>
    changeByHand(id, (product) => {
      const changed = new Map(variants.map((variant) => [variant.id, variant]));
      return {
        variants: product.variants.map((one) => ({ ...one, ...changed.get(one.id) })),
        tags: [...product.tags.filter((tag) => !removeTags.includes(tag)), ...addTags],
      };
    }),
};

const world = await startSaleWorld(shop);
const { trigger, triggerStep, restore } = saleRotatorApi;
beforeEach(() => {
  products.clear();
  onSurvey = async () => {};
});

const variant = (id: string, price: number, compareAtPrice: number | null = null) => ({
  ...{ id, title: id.toUpperCase(), price, compareAtPrice },
});
const add = (id: string, tags: readonly string[], ...variants: ReturnType<typeof variant>[]) =>
  products.set(id, {
    ...{ id, title: `Majica ${id}`, tags, variants, imageUrl: null, url: null },
  });

/** Changes a product as the shop's owner does. */
function changeByHand(id: string, change: (product: ShopProduct) => Partial<ShopProduct>) {
  const product = products.get(id);
  if (!product) throw new Error("There is no such product.");
  products.set(id, { ...product, ...change(product) });
}
const reprice = (id: string, variantId: string, prices: Prices) =>
  changeByHand(id, ({ variants }) => ({
    variants: variants.map((one) => (one.id === variantId ? { ...one, ...prices } : one)),
  }));

/** Returns `800 (1000)` for a price of 800 with 1000 crossed out. */
const stateOf = (id: string) => {
  const { variants = [], tags = [] } = products.get(id) ?? {};
  const prices = variants.map(({ price, compareAtPrice }) =>
    compareAtPrice === null ? `${price}` : `${price} (${compareAtPrice})`,
  );
  return [...prices, ...tags];
};

async function addGroup(store?: string, settings: Partial<typeof activeSettings> = {}) {
  const group = await world.addGroup(`Grupa ${crypto.randomUUID()}`);
  await world.addShop(group, [], store);
  await world.configure(group, settings);
  return group;
}
const rotate = (group: number) => world.call(trigger, live(group));
const restored = (group: number) => world.call(restore, live(group));

const nextStore = () => `${crypto.randomUUID()}.myshopify.com`;

describe("A product with several variants", () => {
  const small = { title: "S", before: 1000, after: 800, compare_at_price: 1000 };
  const large = { title: "XL", before: 2000, after: 1600, compare_at_price: 2000 };

  test("is named with the old and the new prices of each in a dry run", async () => {
    add("1", ["rotator"], variant("s", 1000), variant("xl", 2000));
    add("2", ["rotator"], variant("m", 1000), variant("l", 1000));
    add("3", ["rotator"], variant("one", 1000));
    add("4", ["rotator", "sale"], variant("a", 800, 1000), variant("b", 900));
    const { summary } = await world.call(trigger, dry(await addGroup()));
    const [first, second, third] = summary?.products_to_add_to_sale ?? [];
    expect(first).toMatchObject({ original_price: 1000, new_price: 800, variants: [small, large] });
    expect(second?.variants).toEqual(["M", "L"].map((title) => ({ ...small, title })));
    expect(third).not.toHaveProperty("variants");
    expect(summary?.products_to_remove_from_sale?.[0]?.variants).toEqual([
      { title: "A", before: 800, after: 1000, compare_at_price: null },
      { title: "B", before: 900, after: 900, compare_at_price: null },
    ]);
  });

  test("is named so in each answer of a confirmed run, whose steps change all of them", async () => {
    add("1", ["rotator"], variant("s", 1000), variant("xl", 2000));
    const group = await addGroup();
    const started = await world.start(group);
    expect(started.remaining_updates).toMatchObject([{ variants: [small, large] }]);
    expect(stateOf("1")).toEqual(["1000", "2000", "rotator"]);
    const done = await world.proceed(group, started);
    expect(done).toMatchObject({
      is_complete: true,
      completed_action: { price: 800, variants: [small, large] },
      summary:
        "Majica 1 is on sale: 1,000–2,000 → 800–1,600 RSD (2 variants). The rotation is complete.",
    });
    expect(stateOf("1")).toEqual(["800 (1000)", "1600 (2000)", "rotator", "sale"]);
  });

  test("is left as it is by a restore if its owner has reduced one otherwise, whose original is not forgotten", async () => {
    add("1", ["rotator"], variant("s", 1000), variant("xl", 2000));
    const group = await addGroup();
    await rotate(group);
    expect(stateOf("1")).toEqual(["800 (1000)", "1600 (2000)", "rotator", "sale"]);
    reprice("1", "xl", { price: 1500, compareAtPrice: 1900 });
    await restored(group);
    expect(stateOf("1")).toEqual(["1000", "1500 (1900)", "rotator", "sale"]);
    // The owner takes the change back.
    reprice("1", "xl", { price: 1600, compareAtPrice: 2000 });
    await restored(group);
    expect(stateOf("1")).toEqual(["1000", "2000", "rotator"]);
  });
});

describe("A confirmed run", () => {
  test("goes on in a shop of 500 products on sale with 210 variants each, which its next steps name", async () => {
    const variants = Array.from({ length: 210 }, (_, n) => variant(`v${n}`, 800, 1000));
    for (let n = 0; n < 500; n += 1) add(`${n}`, ["sale"], ...variants);
    const group = await addGroup();
    const nextOf = ({ remaining_removals, next_product_id }: StepAnswer) =>
      remaining_removals?.find((step) => step.product_id === next_product_id);
    const first = await world.start(group);
    expect(first.remaining_removals).toHaveLength(500);
    expect(JSON.stringify(first).length).toBeLessThan(1024 * 1024);
    expect(nextOf(first)?.variants).toHaveLength(210);
    const done = await world.proceed(group, first);
    expect(done.completed_action).toMatchObject({ product_id: first.next_product_id });
    expect(done.remaining_removals).toHaveLength(499);
    // The answer is repeated if it was lost.
    expect(await world.proceed(group, first)).toEqual(done);
    expect(nextOf(done)?.variants).toHaveLength(210);
  });

  test("takes lists whose variants are named otherwise, or not", async () => {
    add("1", ["rotator"], variant("s", 1000), variant("m", 1000));
    add("2", ["rotator"], variant("s", 1000), variant("xl", 2000));
    const group = await addGroup();
    const lists = listsOf(await world.start(group));
    const send = (body: typeof lists) => world.call(triggerStep, { ...inGroup(group), body });
    // As the server named them before: without crossed-out prices, and not if all are equal.
    const earlier = lists.updates.map(({ variants, ...step }) =>
      step.product_id === "1"
        ? step
        : { ...step, variants: [{ title: "S", before: 1000, after: 800 }] },
    ) as typeof lists.updates; // A server of today does not send it.
    const done = await send({ updates: earlier, removals: [] });
    expect(stateOf("1")).toEqual(["800 (1000)", "800 (1000)", "rotator", "sale"]);
    expect(await send({ updates: earlier, removals: [] })).toEqual(done);
    await send({ updates: earlier.slice(1), removals: [] });
    await expect(send(lists)).rejects.toThrow(/ 409 /);
    expect(stateOf("2")).toEqual(["800 (1000)", "1600 (2000)", "rotator", "sale"]);
  });
});

describe("A restore of products that went on sale at their own prices", () => {
  test("takes the tag off, and changes no price, not even one that was changed since", async () => {
    add("1", ["rotator-no-change"], variant("s", 1000), variant("xl", 1500, 2000));
    add("2", ["rotator-no-change"], variant("m", 1000));
    const group = await addGroup();
    await rotate(group);
    expect([stateOf("1"), stateOf("2")]).toEqual([
      ["1000", "1500 (2000)", "rotator-no-change", "sale"],
      ["1000", "rotator-no-change", "sale"],
    ]);
    reprice("2", "m", { price: 900, compareAtPrice: 1000 });
    await restored(group);
    expect([stateOf("1"), stateOf("2")]).toEqual([
      ["1000", "1500 (2000)", "rotator-no-change"],
      ["900 (1000)", "rotator-no-change"],
    ]);
  });

  test("takes it off also if the run was cut off right after it had put it on", async () => {
    add("1", ["rotator-no-change"], variant("s", 1000));
    const group = await addGroup();
    world.shop.troubles = ["lost after"];
    await world.refusal(trigger, live(group));
    expect(stateOf("1")).toEqual(["1000", "rotator-no-change", "sale"]);
    await restored(group);
    expect(stateOf("1")).toEqual(["1000", "rotator-no-change"]);
  });
});

describe("Two groups that have the same shop", () => {
  test("do not lose an original when one rotates while the other reads the shop", async () => {
    add("1", ["rotator"], variant("s", 1000));
    const store = nextStore();
    const first = await addGroup(store);
    const second = await addGroup(store.toUpperCase(), { rotator_discount_percent: 30 });
    onSurvey = async (asking) => {
      if (asking === store.toUpperCase()) {
        onSurvey = async () => {};
        await rotate(first);
      }
    };
    expect(await world.refusal(trigger, live(second))).toMatchObject({
      detail: expect.stringMatching(/^The price of Majica 1 was changed in the shop/),
    });
    expect(stateOf("1")).toEqual(["800 (1000)", "rotator", "sale"]);
    await restored(second);
    expect(stateOf("1")).toEqual(["1000", "rotator"]);
  });

  test("do not put one product on sale twice, under two tags", async () => {
    add("1", ["rotator-no-change"], variant("s", 1000));
    const store = nextStore();
    const first = await addGroup(store);
    const second = await addGroup(store, { sale_tag: "akcija" });
    await rotate(first);
    await rotate(second);
    expect(stateOf("1")).toEqual(["1000", "rotator-no-change", "sale"]);
    await restored(second);
    expect(stateOf("1")).toEqual(["1000", "rotator-no-change"]);
  });

  test("do not take the sale price of one for an original of the other, even without its tag", async () => {
    add("1", ["rotator", "rotator-no-change"], variant("s", 1000));
    const store = nextStore();
    const first = await addGroup(store);
    const second = await addGroup(store, { sale_tag: "akcija" });
    await rotate(first);
    changeByHand("1", ({ tags }) => ({ tags: tags.filter((tag) => tag !== "sale") }));
    await rotate(second);
    expect(stateOf("1")).toEqual(["800 (1000)", "rotator", "rotator-no-change", "akcija"]);
    await restored(second);
    expect(stateOf("1")).toEqual(["1000", "rotator", "rotator-no-change"]);
  });
});
