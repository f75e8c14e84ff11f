import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import { insertIntegration } from "../../../../server/features/integrations/integrations.ts";
import type { Prices, Shop, ShopProduct } from "../../../../server/ports/shop.ts";
import { createWorld, type World } from "../../world.ts";
import { activeSettings, listsOf } from "./sale-world.ts";

/** The only shop, in memory: the sandbox's products have one variant each. */
const products = new Map<string, ShopProduct>();
/** Called before the products of the shop are handed out, by the name of its integration. */
let onSurvey = async (_store: string) => {};
/** Whether the answer to the next change is lost, which is made all the same. */
let isAnswerLost = false;

const shop: Shop = {
  test: async ({ store }) => ({ store, notes: [], warnings: [] }),
  page: async () => ({ products: [], sold: null, total: 0, next: null }),
  products: async ({ store }) => {
    const read = [...products.values()];
    await onSurvey(store);
    return read;
  },
  product: async (_, id) => products.get(id),
  change: async (_, id, { variants, addTags, removeTags }) => {
    const product = products.get(id);
    if (!product) throw new Error("There is no such product.");
    const changed = new Map(variants.map((variant) => [variant.id, variant]));
    products.set(id, {
      ...product,
      variants: product.variants.map((one) => ({ ...one, ...changed.get(one.id) })),
      tags: [...product.tags.filter((tag) => !removeTags.includes(tag)), ...addTags],
    });
    const isLost = isAnswerLost;
    isAnswerLost = false;
    if (isLost) throw new Error("ECONNRESET");
  },
};

let world: World;
beforeAll(async () => {
  world = await createWorld({ ports: { shop } });
});
afterAll(() => world.close());
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

/** Changes by hand, as the shop's owner makes them. */
function reprice(id: string, variantId: string, prices: Prices) {
  const product = products.get(id);
  if (!product) throw new Error("There is no such product.");
  const variants = product.variants.map((one) =>
    one.id === variantId ? { ...one, ...prices } : one,
  );
  products.set(id, { ...product, variants });
}

function untag(id: string, tag: string) {
  const product = products.get(id);
  if (!product) throw new Error("There is no such product.");
  products.set(id, { ...product, tags: product.tags.filter((one) => one !== tag) });
}

/** `800 (1000)` is a price of 800 with 1000 crossed out. */
const stateOf = (id: string) => {
  const { variants = [], tags = [] } = products.get(id) ?? {};
  const prices = variants.map(({ price, compareAtPrice }) =>
    compareAtPrice === null ? `${price}` : `${price} (${compareAtPrice})`,
  );
  return [...prices, ...tags];
};

async function addGroup(store: string, settings: Partial<typeof activeSettings> = {}) {
  const group = await world.addGroup(`Grupa ${crypto.randomUUID()}`);
  await insertIntegration(world.database.db, world.ports.secrets, {
    ...{ group_id: group, platform: "shopify", store_name: store },
    keys: { api_key: "key", password: "password", webhook_secret: "secret" },
  });
  const params = { groupId: group };
  await world.call(saleRotatorApi.saveSettings, {
    params,
    body: { ...activeSettings, ...settings },
  });
  const now = { params, query: { dry_run: false } };
  const step = (body: Parameters<typeof listsOf>[0] | null) =>
    world.call(saleRotatorApi.triggerStep, { params, body: body && listsOf(body) });
  return {
    start: () => step(null),
    proceed: step,
    /** Sends lists other than those of the answer. */
    send: (body: object) =>
      world.call(saleRotatorApi.triggerStep, { params, body: body as ReturnType<typeof listsOf> }),
    dry: async () =>
      (await world.call(saleRotatorApi.trigger, { params, query: { dry_run: true } })).summary,
    rotate: () => world.call(saleRotatorApi.trigger, now),
    refusedRotation: () => world.refusal(saleRotatorApi.trigger, now),
    restore: () => world.call(saleRotatorApi.restore, now),
  };
}

const nextStore = () => `${crypto.randomUUID()}.myshopify.com`;

describe("A product with several variants", () => {
  const small = { title: "S", before: 1000, after: 800, compare_at_price: 1000 };
  const large = { title: "XL", before: 2000, after: 1600, compare_at_price: 2000 };

  test("is named with the old and the new prices of each in a dry run", async () => {
    add("1", ["rotator"], variant("s", 1000), variant("xl", 2000));
    add("2", ["rotator"], variant("m", 1000), variant("l", 1000));
    add("3", ["rotator"], variant("one", 1000));
    add("4", ["rotator", "sale"], variant("a", 800, 1000), variant("b", 900));
    const plan = await (await addGroup(nextStore())).dry();
    const [first, second, third] = plan?.products_to_add_to_sale ?? [];
    expect(first).toMatchObject({ original_price: 1000, new_price: 800, variants: [small, large] });
    expect(second?.variants).toEqual(["M", "L"].map((title) => ({ ...small, title })));
    expect(third).not.toHaveProperty("variants");
    expect(plan?.products_to_remove_from_sale?.[0]?.variants).toEqual([
      { title: "A", before: 800, after: 1000, compare_at_price: null },
      { title: "B", before: 900, after: 900, compare_at_price: null },
    ]);
  });

  test("is named so in each answer of a confirmed run, whose steps change all of them", async () => {
    add("1", ["rotator"], variant("s", 1000), variant("xl", 2000));
    const group = await addGroup(nextStore());
    const started = await group.start();
    expect(started.remaining_updates).toMatchObject([{ variants: [small, large] }]);
    expect(stateOf("1")).toEqual(["1000", "2000", "rotator"]);
    const done = await group.proceed(started);
    expect(done).toMatchObject({
      is_complete: true,
      completed_action: { price: 800, variants: [small, large] },
      summary:
        "Majica 1 is on sale: 1,000–2,000 → 800–1,600 RSD (2 variants). The rotation is complete.",
    });
    expect(stateOf("1")).toEqual(["800 (1000)", "1600 (2000)", "rotator", "sale"]);
    // The answer is repeated if it was lost: nothing is changed again.
    expect(await group.proceed(started)).toEqual(done);
    expect(stateOf("1")).toEqual(["800 (1000)", "1600 (2000)", "rotator", "sale"]);
  });

  test("keeps the variants that are not the planned ones any more, and stops its confirmed run", async () => {
    add("1", ["rotator"], variant("s", 1000), variant("xl", 2000));
    const group = await addGroup(nextStore());
    const started = await group.start();
    reprice("1", "xl", { price: 1700, compareAtPrice: null });
    await expect(group.proceed(started)).rejects.toThrow(/The price of Majica 1 was changed/);
    expect(stateOf("1")).toEqual(["1000", "1700", "rotator"]);
  });
});

describe("A confirmed run", () => {
  type Lists = ReturnType<typeof listsOf>;
  const changed = (lists: Lists, change: (step: Lists["updates"][number]) => object) => ({
    ...{ updates: lists.updates.map(change), removals: lists.removals.map(change) },
  });

  test("goes on in a shop of 500 products on sale with 210 variants each, which its next steps name", async () => {
    const variants = Array.from({ length: 210 }, (_, n) => variant(`v${n}`, 800, 1000));
    for (let n = 0; n < 500; n += 1) add(`${n}`, ["sale"], ...variants);
    const group = await addGroup(nextStore());
    const started = await group.start();
    expect(started.remaining_removals).toHaveLength(500);
    expect(JSON.stringify(started).length).toBeLessThan(1024 * 1024);
    const next = started.remaining_removals?.find(
      (step) => step.product_id === started.next_product_id,
    );
    expect(next?.variants).toHaveLength(210);
    const done = await group.proceed(started);
    expect(done.completed_action).toMatchObject({ product_id: next?.product_id });
    expect(done.remaining_removals).toHaveLength(499);
    // The answer is repeated if it was lost.
    expect(await group.proceed(started)).toEqual(done);
    const following = done.remaining_removals?.find(
      (step) => step.product_id === done.next_product_id,
    );
    expect(following?.variants).toHaveLength(210);
  });

  test("takes lists whose variants are named otherwise, or not, and no other change", async () => {
    add("1", ["rotator"], variant("s", 1000), variant("m", 1000));
    add("2", ["rotator"], variant("s", 1000), variant("xl", 2000));
    const group = await addGroup(nextStore());
    const lists = listsOf(await group.start());
    // As the server named them before: without crossed-out prices, and not if all are equal.
    const earlier = changed(lists, ({ variants, ...step }) =>
      step.product_id === "1"
        ? step
        : { ...step, variants: [{ title: "S", before: 1000, after: 800 }] },
    );
    for (const field of ["new_price", "original_price", "product_id", "run_id"]) {
      const others = changed(lists, (step) => ({ ...step, [field]: 7 }));
      await expect(group.send(others)).rejects.toThrow(/409 .*These lists do not match/);
    }
    const done = await group.send(earlier);
    expect(stateOf("1")).toEqual(["800 (1000)", "800 (1000)", "rotator", "sale"]);
    expect(await group.send(earlier)).toEqual(done);
    await group.send({ updates: earlier.updates.slice(1), removals: [] });
    await expect(group.send(lists)).rejects.toThrow(/ 409 /);
    expect(stateOf("2")).toEqual(["800 (1000)", "1600 (2000)", "rotator", "sale"]);
  });
});

describe("A variant that its owner has reduced otherwise during the sale", () => {
  test("is left as it is by a restore of its product, which does not forget its original", async () => {
    add("1", ["rotator"], variant("s", 1000), variant("xl", 2000));
    const group = await addGroup(nextStore());
    await group.rotate();
    expect(stateOf("1")).toEqual(["800 (1000)", "1600 (2000)", "rotator", "sale"]);
    reprice("1", "xl", { price: 1500, compareAtPrice: 1900 });
    await group.restore();
    expect(stateOf("1")).toEqual(["1000", "1500 (1900)", "rotator", "sale"]);
    // The owner takes the change back.
    reprice("1", "xl", { price: 1600, compareAtPrice: 2000 });
    await group.restore();
    expect(stateOf("1")).toEqual(["1000", "2000", "rotator"]);
  });
});

describe("A restore of products that went on sale at their own prices", () => {
  test("takes the tag off, and changes no price, not even one that was changed since", async () => {
    add("1", ["rotator-no-change"], variant("s", 1000), variant("xl", 1500, 2000));
    add("2", ["rotator-no-change"], variant("m", 1000));
    const group = await addGroup(nextStore());
    await group.rotate();
    expect([stateOf("1"), stateOf("2")]).toEqual([
      ["1000", "1500 (2000)", "rotator-no-change", "sale"],
      ["1000", "rotator-no-change", "sale"],
    ]);
    reprice("2", "m", { price: 900, compareAtPrice: 1000 });
    await group.restore();
    expect([stateOf("1"), stateOf("2")]).toEqual([
      ["1000", "1500 (2000)", "rotator-no-change"],
      ["900 (1000)", "rotator-no-change"],
    ]);
  });

  test("takes it off also if the run was cut off right after it had put it on", async () => {
    add("1", ["rotator-no-change"], variant("s", 1000));
    const group = await addGroup(nextStore());
    isAnswerLost = true;
    await group.refusedRotation();
    expect(stateOf("1")).toEqual(["1000", "rotator-no-change", "sale"]);
    await group.restore();
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
        await first.rotate();
      }
    };
    expect(await second.refusedRotation()).toMatchObject({
      detail: expect.stringMatching(/^The price of Majica 1 was changed in the shop/),
    });
    expect(stateOf("1")).toEqual(["800 (1000)", "rotator", "sale"]);
    await second.restore();
    expect(stateOf("1")).toEqual(["1000", "rotator"]);
  });

  test("do not put one product on sale twice, under two tags", async () => {
    add("1", ["rotator-no-change"], variant("s", 1000));
    const store = nextStore();
    const first = await addGroup(store);
    const second = await addGroup(store, { sale_tag: "akcija" });
    await first.rotate();
    await second.rotate();
    expect(stateOf("1")).toEqual(["1000", "rotator-no-change", "sale"]);
    await second.restore();
    expect(stateOf("1")).toEqual(["1000", "rotator-no-change"]);
  });

  test("do not take the sale price of one for an original of the other, even without its tag", async () => {
    add("1", ["rotator", "rotator-no-change"], variant("s", 1000));
    const store = nextStore();
    const first = await addGroup(store);
    const second = await addGroup(store, { sale_tag: "akcija" });
    await first.rotate();
    untag("1", "sale");
    await second.rotate();
    expect(stateOf("1")).toEqual(["800 (1000)", "rotator", "rotator-no-change", "akcija"]);
    await second.restore();
    expect(stateOf("1")).toEqual(["1000", "rotator", "rotator-no-change"]);
  });
});
