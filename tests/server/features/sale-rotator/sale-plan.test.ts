import { describe, expect, test } from "vitest";
import {
  type PlannedStep,
  stepState,
} from "../../../../server/features/sale-rotator/planned-step.ts";
import { discounted } from "../../../../server/features/sale-rotator/sale-prices.ts";
import {
  type LastStep,
  planRestore,
  planRotation,
  type SaleHistory,
  type SaleSettings,
} from "../../../../server/features/sale-rotator/sale-rotation.ts";
import type { Prices, ShopProduct } from "../../../../server/ports/shop.ts";
import { fc } from "../../../support/random-seed";

const settings: SaleSettings = {
  ...{ is_active: true, sale_tag: "sale", cooldown_days: 14 },
  ...{ rotator_count: 20, rotator_no_change_count: 20, print_count: 10 },
  ...{ rotator_discount_percent: 20, print_discount_percent: 15 },
};
const now = new Date("2026-11-23T01:00:02Z");
const emptyHistory: SaleHistory = new Map();

/** A product with one variant, and its step. */
type Plain = Omit<ShopProduct, "variants"> & Prices;
type PlainStep = Omit<PlannedStep, "variants"> & {
  readonly before: Prices;
  readonly after: Prices;
};

const inShop = ({ price, compareAtPrice, ...product }: Plain): ShopProduct => ({
  ...product,
  variants: [{ id: `v${product.id}`, title: "Default Title", price, compareAtPrice }],
});
function plain({ variants: [variant, ...others], ...step }: PlannedStep): PlainStep {
  if (!variant || others.length > 0) throw new Error("The step has not one variant.");
  return { ...step, before: variant.before, after: variant.after };
}
const stepOf = ({ before, after, ...step }: PlainStep) => ({
  ...step,
  variants: [{ id: `v${step.productId}`, title: "Default Title", before, after }],
});
const planOf = (
  given: SaleSettings,
  products: readonly Plain[],
  history: SaleHistory,
  at: Date,
): readonly PlainStep[] => planRotation(given, products.map(inShop), history, at).map(plain);
const stateOf = (product: Plain, step: PlainStep) => stepState(inShop(product), stepOf(step));

const product = (id: string, tags: readonly string[], more: Partial<Plain> = {}): Plain => ({
  id,
  title: `Majica ${id}`,
  price: 2490,
  compareAtPrice: null,
  tags,
  imageUrl: null,
  url: null,
  ...more,
});

const added = (at: string, more: Partial<LastStep> = {}): LastStep => ({
  at: new Date(at),
  action: "add",
  discounted: true,
  tagsAdded: ["sale"],
  ...more,
});
const removed = (at: string) => added(at, { action: "remove", tagsAdded: [] });

const plan = (
  products: readonly Plain[],
  { history = emptyHistory, ...changed }: Partial<SaleSettings> & { history?: SaleHistory } = {},
) => planOf({ ...settings, ...changed }, products, history, now);

const chosen = (...asked: Parameters<typeof plan>) =>
  plan(...asked)
    .filter(({ action }) => action === "add")
    .map(({ productId }) => productId);

/** Returns the product as it is in the shop after a step. */
const applied = (product: Plain, { after, tagsToAdd, tagsToRemove }: PlainStep): Plain => ({
  ...product,
  ...after,
  tags: [...product.tags.filter((tag) => !tagsToRemove.includes(tag)), ...tagsToAdd],
});

describe("A product tagged rotator", () => {
  test("is put on sale at the discount, in whole dinars, with its price crossed out", () => {
    expect(plan([product("1", ["rotator"], { price: 1999.99 })])).toEqual([
      {
        action: "add",
        productId: "1",
        productName: "Majica 1",
        before: { price: 1999.99, compareAtPrice: null },
        after: { price: 1600, compareAtPrice: 1999.99 },
        tagsToAdd: ["sale"],
        tagsToRemove: [],
      },
    ]);
    expect([discounted(4990, 15), discounted(990, 5), discounted(10, 25)]).toEqual([4242, 941, 8]);
  });

  test.each([
    ["a price of 0", { price: 0 }],
    ["a negative price", { price: -100 }],
    ["a price that is not a number", { price: Number.NaN }],
    ["a price too small to be lowered", { price: 1 }],
    ["a price that somebody else has lowered", { price: 800, compareAtPrice: 1000 }],
  ])("is left alone with %s", (_, more) => {
    expect(plan([product("1", ["rotator"], more)], { rotator_discount_percent: 30 })).toEqual([]);
  });

  test("may show a crossed-out price that is no higher than its own", () => {
    expect(plan([product("1", ["rotator"], { compareAtPrice: 2490 })])[0]?.after).toEqual({
      price: 1992,
      compareAtPrice: 2490,
    });
  });

  test("makes room for the next if it cannot be chosen", () => {
    const products = [product("1", ["rotator"], { price: 0 }), product("2", ["rotator"])];
    expect(chosen(products, { rotator_count: 1 })).toEqual(["2"]);
  });

  test("waits its turn: the one on sale longest ago is first, then the smaller id", () => {
    const products = ["90", "100", "7", "8"].map((id) => product(id, ["rotator"]));
    const history = new Map([
      ["90", removed("2026-10-01T01:00:00Z")],
      ["7", removed("2026-10-02T01:00:00Z")],
    ]);
    expect(chosen(products, { history })).toEqual(["8", "100", "90", "7"]);
    expect(chosen(products, { history, rotator_count: 2 })).toEqual(["8", "100"]);
    expect(chosen(products, { rotator_count: 0 })).toEqual([]);
  });
});

describe("A product tagged rotator-no-change", () => {
  test("gets the sale tag and keeps its prices, on sale and off it", () => {
    const shown = product("1", ["rotator-no-change"], { price: 800, compareAtPrice: 1000 });
    const [step] = plan([shown]);
    const prices = { price: 800, compareAtPrice: 1000 };
    expect(step).toMatchObject({ before: prices, after: prices, tagsToAdd: ["sale"] });
    if (!step) return;
    const history = new Map([["1", added("2026-11-16T01:00:00Z", { discounted: false })]]);
    for (const known of [history, emptyHistory]) {
      expect(plan([applied(shown, step)], { history: known })).toEqual([
        expect.objectContaining({ action: "remove", after: prices, tagsToRemove: ["sale"] }),
      ]);
    }
  });
});

describe("A print", () => {
  const pair = (slug: string, ...ids: string[]) =>
    ids.map((id) => product(id, ["print", `print:${slug}`]));

  test("goes on sale as a pair, at its own discount", () => {
    expect(plan(pair("dunav", "1", "2")).map(({ after }) => after.price)).toEqual([2117, 2117]);
    expect(
      chosen([...pair("a", "1", "2"), ...pair("b", "3", "4")], { print_count: 1 }),
    ).toHaveLength(2);
  });

  test.each([
    ["half of it is missing", pair("a", "1")],
    ["three claim it", pair("a", "1", "2", "3")],
    ["half of it is on sale", [...pair("a", "1"), product("2", ["print", "print:a", "sale"])]],
    [
      "half of it has no price",
      [...pair("a", "1"), product("2", ["print", "print:a"], { price: 0 })],
    ],
    ["half of it is not tagged print", [...pair("a", "1"), product("2", ["print:a"])]],
    ["it has no name", [product("1", ["print", "print:"]), product("2", ["print", "print:"])]],
  ])("is not put on sale when %s", (_, products) => {
    expect(chosen(products)).toEqual([]);
  });

  test("rests while half of it does", () => {
    const history = new Map([["2", removed("2026-11-16T01:00:00Z")]]);
    expect(chosen(pair("a", "1", "2"), { history })).toEqual([]);
  });

  test("is only one for a product that has the tags of two", () => {
    const products = [
      product("1", ["print", "print:a"]),
      product("2", ["print", "print:a", "print:b"]),
      product("3", ["print", "print:b"]),
    ];
    expect(chosen(products)).toEqual(["1", "2"]);
  });
});

test("a product with several of the tags is chosen once, and pairs are chosen before they are broken", () => {
  const products = [
    product("1", ["print", "print:a", "rotator", "rotator-no-change"]),
    product("2", ["print", "print:a"]),
    product("3", ["rotator", "rotator-no-change"]),
  ];
  const steps = plan(products);
  expect(steps.map(({ productId }) => productId)).toEqual(["1", "2", "3"]);
  expect(steps.map(({ after }) => after.price)).toEqual([2117, 2117, 1992]);
});

describe("A product on sale", () => {
  const onSale = product("1", ["rotator", "Sale"], { price: 1992, compareAtPrice: 2490 });

  test("gets its price back and loses the tag as the shop spells it, before anything is put on", () => {
    const steps = plan([product("2", ["rotator"]), onSale]);
    expect(steps.map(({ action }) => action)).toEqual(["remove", "add"]);
    expect(steps[0]).toMatchObject({
      productId: "1",
      before: { price: 1992, compareAtPrice: 2490 },
      after: { price: 2490, compareAtPrice: null },
      tagsToRemove: ["Sale"],
      tagsToAdd: [],
    });
  });

  test.each([
    ["none is crossed out", null, 1992],
    ["a lower one is crossed out", 900, 1992],
    ["nothing is crossed out at all", 0, 1992],
  ])("keeps its price if %s", (_, compareAtPrice, price) => {
    expect(plan([{ ...onSale, compareAtPrice }])[0]?.after).toEqual({
      price,
      compareAtPrice: null,
    });
  });

  test("comes off sale also when the settings name another tag by now", () => {
    const history = new Map([["1", added("2026-11-16T01:00:00Z", { tagsAdded: ["sale"] })]]);
    expect(plan([onSale], { sale_tag: "akcija", history })).toEqual([
      expect.objectContaining({ action: "remove", tagsToRemove: ["Sale"] }),
    ]);
    expect(chosen([onSale], { sale_tag: "akcija" })).toEqual([]);
  });
});

describe("The cooldown", () => {
  test.each([
    ["2026-11-09T23:59:59Z", ["1"]],
    ["2026-11-09T00:00:00Z", ["1"]],
    ["2026-11-10T00:00:00Z", []],
    ["2026-11-23T01:00:01Z", []],
    ["2026-12-01T00:00:00Z", []],
  ])("counts the days since the last step of %s", (at, ids) => {
    for (const last of [removed(at), added(at)]) {
      expect(chosen([product("1", ["rotator"])], { history: new Map([["1", last]]) })).toEqual(ids);
    }
  });
});

describe("With any products in the shop", () => {
  const tags = [
    "rotator",
    "ROTATOR",
    "rotator-no-change",
    "print",
    "print:a",
    "print:b",
    "Print:C",
  ];
  const arbitraryProduct = fc.record({
    id: fc.integer({ min: 1, max: 40 }).map(String),
    title: fc.string({ maxLength: 5 }),
    price: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 1, max: 9000 }) },
      fc.constantFrom(0, -1, 0.4, 1999.99, Number.NaN, Number.POSITIVE_INFINITY),
    ),
    compareAtPrice: fc.option(fc.integer({ min: 0, max: 12_000 }), { freq: 2 }),
    tags: fc.subarray([...tags, "sale", " Sale ", "akcija", "zima"]),
    imageUrl: fc.constant(null),
    url: fc.constant(null),
  });
  const arbitraryHistory = fc
    .array(
      fc.tuple(
        fc.integer({ min: 1, max: 40 }).map(String),
        fc.record({
          at: fc.integer({ min: 0, max: 60 * 24 }).map((h) => new Date(+now - h * 3_600_000)),
          action: fc.constantFrom("add", "remove"),
          discounted: fc.boolean(),
          tagsAdded: fc.constantFrom(["sale"], ["akcija"]),
        }),
      ),
      { maxLength: 20 },
    )
    .map((entries): SaleHistory => new Map(entries));
  const arbitrarySettings = fc.record({
    is_active: fc.constant(true),
    rotator_count: fc.integer({ min: 0, max: 20 }),
    rotator_no_change_count: fc.integer({ min: 0, max: 20 }),
    print_count: fc.integer({ min: 0, max: 10 }),
    cooldown_days: fc.integer({ min: 7, max: 90 }),
    rotator_discount_percent: fc.integer({ min: 5, max: 70 }),
    print_discount_percent: fc.integer({ min: 5, max: 70 }),
    sale_tag: fc.constantFrom("sale", "SALE", "akcija"),
  });
  const arbitraryCase = fc.record({
    settings: arbitrarySettings,
    products: fc.uniqueArray(arbitraryProduct, { selector: ({ id }) => id, maxLength: 30 }),
    history: arbitraryHistory,
  });
  type Case = typeof arbitraryCase extends fc.Arbitrary<infer Value> ? Value : never;

  const holds = (check: (given: Case, steps: readonly PlainStep[]) => void) =>
    fc.assert(
      fc.property(arbitraryCase, (given) => {
        check(given, planOf(given.settings, given.products, given.history, now));
      }),
      { numRuns: 500 },
    );
  const has = ({ tags }: Plain, wanted: string) =>
    tags.some((tag) => tag.trim().toLowerCase() === wanted.toLowerCase());
  const find = ({ products }: Case, { productId }: PlainStep) => {
    const found = products.find(({ id }) => id === productId);
    if (!found) throw new Error(`The plan invented ${productId}.`);
    return found;
  };
  const ids = (steps: readonly PlainStep[]) => steps.map(({ productId }) => productId);

  test("each product is in one list at most, and every price is valid", () => {
    holds((given, steps) => {
      expect(new Set(ids(steps)).size).toBe(steps.length);
      for (const step of steps) {
        const { price, compareAtPrice } = find(given, step);
        expect(step.before).toEqual({ price, compareAtPrice });
        expect(step.after.price).toBeGreaterThan(0);
        expect(Number.isFinite(step.after.price)).toBe(true);
      }
    });
  });

  test("exactly the products on sale come off, never at a lower price", () => {
    holds((given, steps) => {
      const off = steps.filter(({ action }) => action === "remove");
      for (const step of off) {
        expect(step.after.price).toBeGreaterThanOrEqual(step.before.price);
        expect([step.before.price, step.before.compareAtPrice]).toContain(step.after.price);
        expect(find(given, step).tags).toEqual(expect.arrayContaining([...step.tagsToRemove]));
        expect(has(applied(find(given, step), step), given.settings.sale_tag)).toBe(false);
      }
      const due = given.products.filter(
        (one) => has(one, given.settings.sale_tag) && one.price > 0 && Number.isFinite(one.price),
      );
      expect(ids(off)).toEqual(expect.arrayContaining(due.map(({ id }) => id)));
    });
  });

  test("products that go on sale are tagged for it, rested, off sale, cheaper by the discount, within the counts", () => {
    holds((given, steps) => {
      const on = steps.filter(({ action }) => action === "add");
      const { settings, history } = given;
      const kinds = { print: 0, rotator: 0, kept: 0 };
      for (const step of on) {
        const product = find(given, step);
        expect(has(product, settings.sale_tag)).toBe(false);
        expect(step.tagsToAdd).toEqual([settings.sale_tag]);
        const last = history.get(product.id);
        if (last) {
          const days = Math.floor(+now / 86_400_000) - Math.floor(+last.at / 86_400_000);
          expect(days).toBeGreaterThanOrEqual(settings.cooldown_days);
        }
        const lowered = (percent: number) =>
          step.after.price === discounted(product.price, percent) &&
          step.after.price < product.price &&
          step.after.compareAtPrice === product.price;
        if (step.after.price === product.price) {
          expect([has(product, "rotator-no-change"), step.after]).toEqual([true, step.before]);
          kinds.kept += 1;
        } else if (has(product, "print") && lowered(settings.print_discount_percent)) {
          kinds.print += 1;
        } else {
          expect([has(product, "rotator"), lowered(settings.rotator_discount_percent)]).toEqual([
            true,
            true,
          ]);
          kinds.rotator += 1;
        }
      }
      // If both discounts are the same, the two kinds cannot be told apart.
      expect(kinds.rotator + kinds.print).toBeLessThanOrEqual(
        settings.rotator_count + 2 * settings.print_count,
      );
      expect(kinds.kept).toBeLessThanOrEqual(settings.rotator_no_change_count);
    });
  });

  test("the same shop, history and day give the same plan, in any order of the products", () => {
    holds(({ settings, products, history }, steps) => {
      const again = planOf(settings, products.toReversed(), history, now);
      expect(again).toEqual(steps);
      const twice = [...products, ...products];
      expect(planOf(settings, twice, history, now)).toEqual(steps);
    });
  });

  test("a product fits its step before and after, but no longer after a change by somebody else", () => {
    holds((given, steps) => {
      for (const step of steps) {
        const before = find(given, step);
        expect(stateOf(before, step)).toBe("open");
        const done = applied(before, step);
        expect(stateOf(done, step)).toBe("done");
        // Interrupted between the price and the tag.
        expect(["open", "done"]).toContain(stateOf({ ...done, tags: before.tags }, step));
        expect(stateOf({ ...before, price: before.price + 50_000 }, step)).toBe("changed");
        expect(stateOf({ ...done, compareAtPrice: 77_777 }, step)).toBe("changed");
      }
    });
  });

  test("a rotation and the next one restore every price, and nothing is on sale twice in a row", () => {
    holds((given, steps) => {
      const { settings, history } = given;
      const by = new Map(steps.map((step) => [step.productId, step]));
      const products = given.products.map((one) => {
        const step = by.get(one.id);
        return step ? applied(one, step) : one;
      });
      const remembered: SaleHistory = new Map([
        ...history,
        ...steps.map(
          ({ productId, action, before, after, tagsToAdd }) =>
            [
              productId,
              { at: now, action, discounted: after.price < before.price, tagsAdded: tagsToAdd },
            ] as const,
        ),
      ]);
      const week = new Date(+now + 7 * 86_400_000 - 5000);
      const next = planOf({ ...settings, cooldown_days: 8 }, products, remembered, week);
      for (const step of next) {
        const first = by.get(step.productId);
        if (!first) continue;
        expect([first.action, step.action]).toEqual(["add", "remove"]);
        expect(step.after.price).toBe(first.before.price);
      }
      const on = steps.filter(({ action }) => action === "add");
      expect(ids(next)).toEqual(expect.arrayContaining(ids(on)));
    });
  });
});

describe("A product with several variants", () => {
  const variant = (id: string, price: number, compareAtPrice: number | null = null) => ({
    ...{ id, title: id.toUpperCase(), price, compareAtPrice },
  });
  const shirt = (
    tags: readonly string[],
    ...variants: readonly ReturnType<typeof variant>[]
  ): ShopProduct => ({
    ...{ id: "1", title: "Majica 1", tags, variants, imageUrl: null, url: null },
  });
  const kept = (id: string, original: Prices, onSale: Prices) =>
    [id, { productId: "1", original, onSale, saleTag: "sale" }] as const;
  const twoOnSale = new Map(
    ["s", "m"].map((id) =>
      kept(id, { price: 1000, compareAtPrice: null }, { price: 800, compareAtPrice: 1000 }),
    ),
  );
  const rotation = (...products: readonly ShopProduct[]) =>
    planRotation(settings, products, emptyHistory, now);
  function onlyStep(product: ShopProduct) {
    const [step] = rotation(product);
    if (!step) throw new Error("Nothing is planned.");
    return step;
  }

  test.each([
    ["has no price", variant("xl", 0)],
    ["somebody else has reduced", variant("xl", 2000, 2490)],
    ["would not become cheaper", variant("xl", 1)],
  ])("is left alone as a whole if it has one that %s", (_, other) => {
    const product = shirt(["rotator"], variant("s", 1990), other);
    expect(rotation(product)).toEqual([]);
  });

  test("comes off sale with the exact prices of before, but for one that was changed since", () => {
    const onSale = shirt(
      ["rotator", "sale"],
      variant("s", 1592, 1990),
      variant("m", 1592, 1990),
      variant("xl", 1700, 2000),
    );
    const originals = new Map([
      kept("s", { price: 1990, compareAtPrice: 1990 }, { price: 1592, compareAtPrice: 1990 }),
      kept("xl", { price: 2490, compareAtPrice: null }, { price: 1992, compareAtPrice: 2490 }),
    ]);
    const [step] = planRotation(settings, [onSale], emptyHistory, now, originals);
    expect(step?.variants.map(({ after }) => after)).toEqual([
      { price: 1990, compareAtPrice: 1990 },
      // Nothing is known of these two: their crossed-out price comes back.
      { price: 1990, compareAtPrice: null },
      { price: 2000, compareAtPrice: null },
    ]);
    // A restore touches only what is as the sale left it, and leaves the tag to what is still reduced.
    expect(planRestore([onSale], originals)).toEqual([
      expect.objectContaining({
        ...{ action: "remove", tagsToAdd: [], tagsToRemove: [] },
        variants: [
          expect.objectContaining({ id: "s", after: { price: 1990, compareAtPrice: 1990 } }),
          expect.objectContaining({ id: "m", after: { price: 1592, compareAtPrice: 1990 } }),
          expect.objectContaining({ id: "xl", after: { price: 1700, compareAtPrice: 2000 } }),
        ],
      }),
    ]);
  });

  test("keeps a price that its owner kept after the sale, whichever half of it looks like the sale", () => {
    const own = shirt(["sale"], variant("s", 800), variant("m", 1000, 1000));
    expect(planRestore([own], twoOnSale)[0]?.variants.map(({ after }) => after)).toEqual([
      { price: 800, compareAtPrice: null },
      { price: 1000, compareAtPrice: 1000 },
    ]);
    const step = onlyStep(shirt(["rotator"], variant("s", 1990)));
    expect(stepState(shirt(["rotator", "sale"], variant("s", 1592)), step)).toBe("changed");
  });

  test("keeps the sale tag in a restore while somebody else shows one of them as reduced, and no longer", () => {
    const tagsOff = (...variants: readonly ReturnType<typeof variant>[]) =>
      planRestore([shirt(["rotator", "sale"], ...variants)], twoOnSale)[0]?.tagsToRemove;
    expect(tagsOff(variant("s", 800, 1000), variant("m", 700, 1000))).toEqual([]);
    // Nothing is left to do: neither the price nor the tag is the rotator's.
    expect(tagsOff(variant("s", 1000), variant("m", 700, 1000))).toBeUndefined();
    expect(tagsOff(variant("s", 1000), variant("m", 700))).toEqual(["sale"]);
    expect(tagsOff(variant("s", 1000), variant("m", 1000, 1000))).toEqual(["sale"]);
    // The shop's own variant, which the rotator never reduced, has no say.
    expect(tagsOff(variant("s", 800, 1000), variant("new", 700, 1000))).toEqual(["sale"]);
  });

  test("is not put on sale while customers do not see it, neither alone nor in a pair", () => {
    const archived = { ...shirt(["rotator"], variant("s", 1990)), isHidden: true };
    expect(rotation(archived)).toEqual([]);
    const [one, two, three] = ["1", "2", "3"].map((id) => ({
      ...shirt(["print", "print:lav"], variant(`s${id}`, 1990)),
      id,
    }));
    if (!one || !two || !three) throw new Error("There are three.");
    const steps = rotation(one, two, { ...three, isHidden: true });
    expect(steps.map(({ productId }) => productId)).toEqual(["1", "2"]);
  });

  test("has nothing to restore if its prices and tags are those of before", () => {
    const originals = new Map([
      kept("s", { price: 1990, compareAtPrice: null }, { price: 1592, compareAtPrice: 1990 }),
    ]);
    expect(planRestore([shirt(["rotator"], variant("s", 1990))], originals)).toEqual([]);
    expect(planRestore([shirt(["sale"], variant("m", 1592, 1990))], new Map())).toEqual([]);
  });

  test("is done when all its variants are, and changed when somebody else changed one", () => {
    const before = shirt(["rotator"], variant("s", 1990), variant("xl", 2490));
    const step = onlyStep(before);
    const half = shirt(["rotator", "sale"], variant("s", 1592, 1990), variant("xl", 2490));
    const done = shirt(["rotator", "sale"], variant("s", 1592, 1990), variant("xl", 1992, 2490));
    expect([before, half, done].map((product) => stepState(product, step))).toEqual([
      ...["open", "open", "done"],
    ]);
    expect(stepState(shirt(["sale"], variant("s", 1592, 1990), variant("xl", 9)), step)).toBe(
      "changed",
    );
    // A variant that was deleted since has nothing to change.
    expect(stepState(shirt(["sale"], variant("s", 1592, 1990)), step)).toBe("done");
    expect(stepState(shirt(["sale"], variant("new", 1592, 1990)), step)).toBe("changed");
  });
});
