import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import { groups, sandboxProducts } from "../../../../server/db/schema.ts";
import { releaseRuns } from "../../../../server/features/sale-rotator/sale-runs.ts";
import {
  dry,
  group,
  inGroup,
  live,
  rotated,
  type SaleWorld,
  send,
  startSaleWorld,
  step,
  stock,
  store,
  threeProducts,
} from "./sale-world.ts";

const world = await startSaleWorld();
const { onlyRun, sendAndDie } = world;
const { trigger, triggerStep, stop } = saleRotatorApi;
const minute = 60_000;

describe("A live run", () => {
  test("does what the dry run said, removals first", async () => {
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
    const key = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => send(world, trigger, live(group), key)));
    answers.push(await send(world, trigger, live(group), key));
    expect(new Set(answers.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(3);
    expect(await world.stockOf(store)).toEqual(rotated);
  });

  test("is not continued by another command under its key", async () => {
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
    world.shop.beforeChange = async () => {
      // The outer handle refuses this inside a transaction.
      await world.database.db.select().from(groups);
    };
    await world.call(trigger, live(group));
    expect(await world.stockOf(store)).toEqual(rotated);
  });

  test("blocks all others, and says who started it and when", async () => {
    const seen: unknown[] = [];
    world.shop.beforeChange = async () => {
      world.shop.beforeChange = async () => {};
      seen.push(
        await world.refusal(trigger, live(group)),
        await world.refusal(triggerStep, step(group, null)),
        await world.call(stop, inGroup(group)),
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
    expect(await world.changesOf(store)).toEqual([1, 0, 0]);
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
    world.shop.beforeChange = () => world.configure(group, { is_active: false }).then(() => {});
    expect(await world.said(trigger, live(group))).toBe(
      "409 The sale rotator is not enabled for this group. The run is stopped: 1 of 3 products changed.",
    );
    expect(await onlyRun(group)).toMatchObject({ status: "stopped" });
    expect(await world.changesOf(store)).toEqual([1, 0, 0]);
  });

  test.each(["is switched off", "finds it on another's sale"] as const)(
    "that %s leaves its next product alone, whatever tag that has later",
    async (what) => {
      // Somebody else's sale, under the tag that the rotator had.
      const own = { price: 700, compare_at_price: 1000, tags: ["rotator", "sale"] };
      world.shop.beforeChange = async () => {
        world.shop.beforeChange = async () => {};
        if (what === "is switched off") await world.configure(group, { is_active: false });
        else await world.changeStock("2", own);
      };
      expect(await world.refusal(trigger, live(group))).toMatchObject({ status: 409 });
      await world.changeStock("2", own);
      await world.configure(group, { sale_tag: "akcija", rotator_count: 0 });
      await world.call(trigger, live(group));
      expect((await world.stockOf(store)).get("2")).toMatchObject(own);
    },
  );

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
    expect(await world.said(trigger, live(gone.group))).toBe(
      "400 The shop no longer has Majica 12. The run is stopped: 1 of 2 products changed.",
    );

    const products = [stock("21", ["rotator"]), stock("22", ["rotator"])];
    const changed = await world.addRotatingGroup(products);
    world.shop.beforeChange = async () => {
      await world.changeStock("22", { price: 5000 });
    };
    expect(await world.said(trigger, live(changed.group))).toBe(
      "409 The price of Majica 22 was changed in the shop after this run was planned, and is kept. The run is stopped: 1 of 2 products changed.",
    );
    expect((await world.stockOf(changed.store)).get("22")).toMatchObject({
      price: 5000,
      tags: ["rotator"],
    });
  });

  test.each(["lost before", "lost after"] as const)(
    "whose shop is %s the change continues under the same key, and changes nothing twice",
    async (trouble) => {
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
    let next: ReturnType<SaleWorld["restart"]>;
    const key = `dies ${trouble}`.replaceAll(" ", "-");
    beforeEach(async () => {
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
    let answer: unknown;
    world.shop.beforeChange = async () => {
      world.shop.beforeChange = async () => {};
      world.clock.advance(2 * minute + 1);
      answer = await world.call(trigger, live(group));
    };
    expect(await world.said(trigger, live(group))).toMatch(
      /^409 This run was stopped: [01] of 3 products changed\.$/,
    );
    expect(answer).toMatchObject({ summary: { total_updates: 2, total_removals: 1 } });
  });
});
