import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import { isPeerInstalled } from "../../../scripts/lib/peers.mjs";
import { createHttp, type Http } from "../../../server/adapters/live/http.ts";
import { createShopifyShop } from "../../../server/adapters/live/shopify/shop.ts";
import { saleOriginals, saleRuns } from "../../../server/db/schema.ts";
import { insertIntegration } from "../../../server/features/integrations/integrations.ts";
import { releaseRuns } from "../../../server/features/sale-rotator/sale-runs.ts";
import type { Shop } from "../../../server/ports/shop.ts";
import {
  addProduct,
  adminKeys,
  createState,
  graphqlCall,
  pricesOf,
  type State,
  startShopify,
} from "../../peers/shopify/peer.ts";
import { seededRandom } from "../../support/random.ts";
import { fc } from "../../support/random-seed.ts";
import {
  type activeSettings,
  alone,
  command,
  createSaleWorld,
  dry,
  inGroup,
  live,
  type SaleWorld,
  type StepAnswer,
  send,
  step,
} from "../features/sale-rotator/sale-world.ts";

/** Products of the killed run: SALE_RUN_PRODUCTS=80 is a quick one. */
const products = Number(process.env.SALE_RUN_PRODUCTS ?? 500);
const minute = 60_000;

describe.runIf(isPeerInstalled("shopify"))(
  "A sale in a shop at Shopify",
  { tags: ["peers"] },
  () => {
    let world: SaleWorld;
    let shop: Shop | undefined;
    let running: Awaited<ReturnType<typeof startShopify>>;
    const call = () => {
      if (!shop) throw new Error("There is no shop yet.");
      return shop;
    };
    beforeAll(async () => {
      world = await createSaleWorld({
        test: (...asked) => call().test(...asked),
        page: (...asked) => call().page(...asked),
        products: (...asked) => call().products(...asked),
        product: (...asked) => call().product(...asked),
        change: (...asked) => call().change(...asked),
      });
      running = await startShopify(world.clock);
    });
    afterAll(async () => {
      await world.close();
      await running.peer.close();
    });

    /** Returns a new shop in place of the old one. */
    const emptyShop = () => {
      const { state } = running;
      Object.assign(state, createState());
      state.points.at = world.clock.now().getTime();
      return state;
    };

    /** Returns a process of its own: it knows no token and no points, and its calls may never return. */
    const start = (http: Http = createHttp({ proxy: null })) => {
      shop = createShopifyShop({
        ...{ http, clock: world.clock, originOf: () => running.peer.origin },
        wait: async (milliseconds) => world.clock.advance(milliseconds),
      });
      return world.restart();
    };

    async function addGroup(settings: Partial<typeof activeSettings> = {}) {
      const group = await world.addGroup(`Grupa ${crypto.randomUUID()}`);
      await insertIntegration(world.database.db, world.ports.secrets, {
        ...{ group_id: group, platform: "shopify", store_name: `s${crypto.randomUUID()}` },
        keys: adminKeys,
      });
      await world.configure(group, settings);
      return group;
    }

    test(`over ${products} products with 3 variants, killed ten times, ends with exactly the planned prices, and a restore brings the exact originals back`, async () => {
      const state = emptyShop();
      const random = seededRandom(products);
      const price = () => (random.between(500, 9000) + random.between(0, 99) / 100).toFixed(2);
      const onSale = Math.max(0, products - 60);
      const planned = new Map<string, string>();
      const rounded = (text: string) => Math.round((Number(text) * 80) / 100).toFixed(2);
      for (let n = 1; n <= products; n++) {
        const before = [price(), price(), price()];
        const isOnSale = n <= onSale;
        // Those on sale come off, and the sixty others go on.
        const product = addProduct(
          state,
          String(1000 + n),
          isOnSale ? ["rotator", "sale"] : [n % 3 === 0 ? "rotator-no-change" : "rotator"],
          isOnSale ? before.map((text) => [rounded(text), text] as const) : before,
        );
        for (const [place, { id }] of product.variants.entries()) {
          const text = before[place] ?? "";
          const keeps = isOnSale || n % 3 === 0;
          planned.set(id, keeps ? text : `${rounded(text)} (${text})`);
        }
      }
      const originals = new Map(
        [...planned].map(([id, text]) => [id, text.replace(/^.*\((.*)\)$/, "$1")] as const),
      );
      const group = await addGroup({ rotator_count: 20 });
      const { answer: plan } = await send(start(), saleRotatorApi.trigger, dry(group));
      const additions = plan.summary?.products_to_add_to_sale ?? [];
      const reduced = new Set(
        additions.flatMap(({ product_id, original_price, new_price }) =>
          new_price < original_price ? [product_id] : [],
        ),
      );
      expect([additions.length, reduced.size, plan.summary?.total_removals]).toEqual([
        40,
        20,
        onSale,
      ]);
      const key = crypto.randomUUID();
      let deaths = 0;
      let calls = 0;
      let nextDeath = random.between(3, products / 8);
      let onDeath = () => {};
      const mortal: Http = async (request) => {
        calls += 1;
        if (deaths < 10 && calls >= nextDeath) {
          deaths += 1;
          nextDeath = calls + random.between(3, products / 8);
          // Half of them die before the call, half of them after it took effect.
          if (deaths % 2 === 0) await createHttp({ proxy: null })(request);
          return new Promise<never>(() => onDeath());
        }
        return createHttp({ proxy: null })(request);
      };
      for (;;) {
        const server = start(mortal);
        const died = new Promise<"died">((resolve) => {
          onDeath = () => resolve("died");
        });
        const answer = await Promise.race([
          send(server, saleRotatorApi.trigger, live(group), key),
          died,
        ]);
        if (answer !== "died") {
          expect(answer.status).toBe(200);
          break;
        }
        await world.transaction(releaseRuns);
      }
      expect(deaths).toBe(10);
      const [run] = await world.database.db
        .select()
        .from(saleRuns)
        .where(and(eq(saleRuns.group_id, group), eq(saleRuns.kind, "live")));
      expect(run?.status).toBe("finished");
      const expected = [...state.products.values()].flatMap(({ id: product, variants }) =>
        variants.map(
          ({ id }) => [id, (reduced.has(product) ? planned : originals).get(id)] as const,
        ),
      );
      expect(pricesOf(state)).toEqual(new Map(expected));
      const tagged = [...state.products.values()].filter(({ tags }) => tags.includes("sale"));
      expect(new Set(tagged.map(({ id }) => id))).toEqual(
        new Set(additions.map(({ product_id }) => product_id)),
      );

      const restore = await send(start(), saleRotatorApi.restore, live(group));
      expect([restore.status, restore.answer.summary?.total_removals]).toEqual([200, 40]);
      expect(pricesOf(state)).toEqual(originals);
      expect([...state.products.values()].some(({ tags }) => tags.includes("sale"))).toBe(false);
      expect(await world.database.db.select().from(saleOriginals)).toEqual([]);
    });

    const saleTags = ["sale", "akcija"];
    const again = fc.record({ again: fc.boolean() });
    const arbitraryCommand = fc.oneof(
      command(4, "rotate", again),
      command(2, "restore", again),
      command(2, "start", alone),
      // With `again` the lists of the step before, as after a lost answer.
      command(6, "step", again),
      command(2, "stop", alone),
      command(2, "week", alone),
      command(2, "settings", fc.record({ tag: fc.constantFrom(...saleTags) })),
      command(
        2,
        "owner",
        fc.record({ place: fc.nat(), price: fc.integer({ min: 100, max: 5000 }) }),
      ),
    );
    type Command = typeof arbitraryCommand extends fc.Arbitrary<infer T> ? T : never;
    const arbitraryTrouble = fc.option(
      fc.record({
        call: fc.nat({ max: 12 }),
        kind: fc.constantFrom(
          "cut before",
          "cut after",
          "5xx",
          "throttled",
          "dies before",
          "dies after",
        ),
      }),
      { freq: 3, nil: undefined },
    );
    const arbitraryProducts = fc.array(
      fc.record({
        prices: fc.array(fc.integer({ min: 200, max: 500_000 }), { minLength: 1, maxLength: 3 }),
        tag: fc.constantFrom("rotator", "rotator", "rotator", "rotator-no-change", "zima"),
      }),
      { minLength: 1, maxLength: 5 },
    );

    test("never has a price that nobody planned, through lost answers, throttling, deaths and changes by its owner", async () => {
      const seen = new Map<string, number>();
      const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
      await fc.assert(
        fc.asyncProperty(
          arbitraryProducts,
          fc.array(fc.tuple(arbitraryCommand, arbitraryTrouble), { minLength: 3, maxLength: 14 }),
          fc.constantFrom("restore" as const, "trigger" as const),
          async (given, commands, end) => {
            const state = emptyShop();
            /** The prices of each variant that its owner gave it: the last one is the original. */
            const owned = new Map<string, string>();
            for (const [n, { prices, tag }] of given.entries()) {
              const texts = prices.map((paras) => (paras / 100).toFixed(2));
              const product = addProduct(state, String(n + 1), [tag], texts);
              for (const { id, price } of product.variants) owned.set(id, price);
            }
            const group = await addGroup({ cooldown_days: 7 });
            const keys = { rotate: "", restore: "" };
            const confirmed: Confirmed = { answers: [], isStopped: false };
            for (const [command, trouble] of commands) {
              count(command.does);
              const before = state.writes.length;
              const status = await obey(state, group, command, trouble, keys, confirmed, owned);
              const written = state.writes.slice(before);
              if (command.does === "start" || command.does === "stop") expect(written).toEqual([]);
              if (command.does === "step") {
                // A step changes one product, and none once the run is stopped.
                const changed = new Set(written.map((line) => line.charAt(0)));
                expect(changed.size).toBeLessThanOrEqual(confirmed.isStopped ? 0 : 1);
                if (status === 200) count("step done");
                if (changed.size > 0) count("step changed");
              }
              check(state, owned);
            }
            // In the end, whatever was interrupted: everything that the rotator did can be undone.
            world.clock.advance(20 * minute);
            await world.transaction(releaseRuns);
            // A rotation that puts nothing on sale, also under another tag, takes off what a restore does.
            const nothing = { rotator_count: 0, rotator_no_change_count: 0, print_count: 0 };
            if (end === "trigger") await world.configure(group, { ...nothing, sale_tag: "leto" });
            const { status } = await send(start(), saleRotatorApi[end], live(group));
            expect(status).toBe(200);
            expect(pricesOf(state)).toEqual(owned);
            const tags = [...state.products.values()].flatMap((product) => product.tags);
            expect(tags.filter((tag) => saleTags.includes(tag))).toEqual([]);
          },
        ),
        { numRuns: 60, interruptAfterTimeLimit: 540_000, markInterruptAsFailure: true },
      );
      expect([...seen.keys()].toSorted()).toEqual([
        ...["owner", "restore", "rotate", "settings", "start", "step", "step changed", "step done"],
        ...["stop", "week"],
      ]);
    });

    /** The answers of the confirmed run, newest last, and whether its operator has stopped it. */
    type Confirmed = { answers: StepAnswer[]; isStopped: boolean };

    /** Carries out a command, whose outside calls may fail; what it answers does not matter here. */
    async function obey(
      state: State,
      group: number,
      command: Command,
      trouble: { readonly call: number; readonly kind: string } | undefined,
      keys: { rotate: string; restore: string },
      confirmed: Confirmed,
      owned: Map<string, string>,
    ): Promise<number | undefined> {
      if (command.does === "week") {
        world.clock.advance(8 * 24 * 60 * minute);
        return;
      }
      if (command.does === "settings") {
        await world.configure(group, { cooldown_days: 7, sale_tag: command.tag });
        return;
      }
      if (command.does === "owner") {
        const all = [...state.products.values()].flatMap(({ variants }) => variants);
        const variant = all[command.place % all.length];
        if (!variant) return;
        // The owner sets a price of their own, which is neither crossed out nor the rotator's any more.
        variant.price = `${command.price}.99`;
        variant.compareAt = null;
        owned.set(variant.id, variant.price);
        return;
      }
      if (command.does === "stop") {
        const stop = { ...inGroup(group), query: {} };
        const { status } = await send(start(), saleRotatorApi.stop, stop);
        expect(status).toBe(200);
        confirmed.isStopped = true;
        return status;
      }
      let calls = 0;
      let onDeath = () => {};
      const died = new Promise<"died">((resolve) => {
        onDeath = () => resolve("died");
      });
      const http = createHttp({ proxy: null });
      const server = start(async (request) => {
        if (!trouble || calls++ !== trouble.call) return http(request);
        const never = () => new Promise<never>(() => onDeath());
        switch (trouble.kind) {
          case "dies before":
            return never();
          case "dies after":
            await http(request);
            return never();
          case "throttled": {
            const { left } = state.points;
            state.points.left = 0;
            const answer = await http(request);
            state.points.left = left;
            return answer;
          }
          case "5xx":
            running.peer.disturb(graphqlCall, { answer: { status: 502, text: "" }, effect: true });
            return http(request);
          default:
            running.peer.disturb(graphqlCall, {
              cut: trouble.kind === "cut after" ? "after" : "before",
            });
            return http(request);
        }
      });
      const call = async () => {
        if (command.does === "start" || command.does === "step") {
          const last =
            command.does === "step" ? confirmed.answers.at(command.again ? -2 : -1) : null;
          // Without an answer there are no lists that the console could send.
          if (last === undefined) return;
          const { triggerStep } = saleRotatorApi;
          const { status, answer } = await send(server, triggerStep, step(group, last));
          if (status !== 200) return status;
          confirmed.answers = [...(last ? confirmed.answers : []), answer];
          if (!last) confirmed.isStopped = false;
          return status;
        }
        if (!command.again || keys[command.does] === "") keys[command.does] = crypto.randomUUID();
        const endpoint =
          command.does === "rotate" ? saleRotatorApi.trigger : saleRotatorApi.restore;
        return (await send(server, endpoint, live(group), keys[command.does])).status;
      };
      const answer = await Promise.race([call(), died]);
      if (answer !== "died") return answer;
      await world.transaction(releaseRuns);
      return undefined;
    }

    /** A price is the owner's, or the discount of it; and a reduced one has the sale's tag beside it. */
    function check(state: State, owned: ReadonlyMap<string, string>) {
      for (const { variants, tags } of state.products.values()) {
        for (const { id, price, compareAt } of variants) {
          const original = owned.get(id) ?? "";
          const discounted = Math.round((Number(original) * 80) / 100).toFixed(2);
          expect([`${original} null`, `${discounted} ${original}`]).toContain(
            `${price} ${compareAt}`,
          );
          if (compareAt !== null) expect(tags.some((tag) => saleTags.includes(tag))).toBe(true);
        }
      }
    }
  },
);
