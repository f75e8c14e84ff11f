import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import { sandboxProducts } from "../../../../server/db/schema.ts";
import {
  cheapest,
  type PlannedStep,
  stepState,
} from "../../../../server/features/sale-rotator/planned-step.ts";
import { rotateSale } from "../../../../server/features/sale-rotator/rotate-job.ts";
import type { Original } from "../../../../server/features/sale-rotator/sale-prices.ts";
import {
  type LastStep,
  planRotation,
  type SaleSettings,
} from "../../../../server/features/sale-rotator/sale-rotation.ts";
import { releaseRuns } from "../../../../server/features/sale-rotator/sale-runs.ts";
import type { RunRow } from "../../../../server/features/sale-rotator/sale-steps.ts";
import { Refusal } from "../../../../server/kernel/refusal.ts";
import { lastSlot } from "../../../../server/kernel/timetable.ts";
import type { Prices, ShopProduct } from "../../../../server/ports/shop.ts";
import { fc } from "../../../support/random-seed";
import {
  activeSettings,
  alone,
  command,
  createSaleWorld,
  listsOf,
  type SaleWorld,
  type StepAnswer,
  send,
  stock,
  type Trouble,
} from "./sale-world.ts";

const { trigger, triggerStep, stop } = saleRotatorApi;
const minute = 60_000;

let world: SaleWorld;
beforeAll(async () => {
  world = await createSaleWorld();
});
afterAll(() => world.close());

const troubles = ["refused", "lost before", "lost after", "dies before", "dies after"] as const;
/** A failure, after a number of successful changes. */
const arbitraryTrouble = fc.option(
  fc.record({ after: fc.nat({ max: 4 }), what: fc.constantFrom<Trouble>(...troubles) }),
  { freq: 2, nil: undefined },
);
type PlannedTrouble = typeof arbitraryTrouble extends fc.Arbitrary<infer T> ? T : never;

const troubled = fc.record({ trouble: arbitraryTrouble });

const arbitraryCommand = fc.oneof(
  command(1, "look", alone),
  command(3, "start", alone),
  command(
    8,
    "proceed",
    fc.record({
      lists: fc.constantFrom("newest", "newest", "newest", "older", "forged"),
      trouble: arbitraryTrouble.map((trouble) => trouble && { ...trouble, after: 0 }),
    }),
  ),
  command(2, "finish", alone),
  command(1, "stop", alone),
  command(3, "live", troubled),
  command(3, "live again", troubled),
  command(3, "weekly", troubled),
  // In seconds, far enough from the limits for a silent process and for a silent operator.
  command(2, "wait", fc.record({ seconds: fc.constantFrom(80, 80, 1000, 8 * 86_400) })),
  command(2, "restart", alone),
  command(1, "owner", fc.record({ place: fc.nat(), price: fc.integer({ min: 100, max: 5000 }) })),
);
type Command = typeof arbitraryCommand extends fc.Arbitrary<infer T> ? T : never;

const arbitraryStock = fc
  .array(
    fc.record({
      price: fc.integer({ min: 1, max: 5000 }),
      raised: fc.option(fc.integer({ min: 1, max: 2000 }), { freq: 3 }),
      tags: fc.constantFrom(
        ["rotator"],
        ["rotator"],
        ["rotator", "sale"],
        ["rotator-no-change"],
        ["rotator-no-change", "Sale"],
        ["print", "print:a"],
        ["print", "print:b"],
        ["print", "print:b", "sale"],
        ["zima"],
      ),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((products) =>
    products.map(({ price, raised, tags }, n) =>
      stock(String(n + 1), [...tags], {
        price,
        compare_at_price: raised === null ? null : price + raised,
      }),
    ),
  );

const arbitrarySettings = fc.record({
  ...Object.fromEntries(
    Object.entries(activeSettings).map(([name, value]) => [name, fc.constant(value)]),
  ),
  rotator_count: fc.nat({ max: 4 }),
  rotator_no_change_count: fc.nat({ max: 2 }),
  print_count: fc.nat({ max: 2 }),
  cooldown_days: fc.constantFrom(7, 14),
  rotator_discount_percent: fc.integer({ min: 5, max: 70 }),
}) as fc.Arbitrary<SaleSettings>; // It has the same fields, by the spread.

/** Returns the only variant of a product of the sandbox. */
const variantOf = (id: string, prices: Prices) => ({ id, title: "Default Title", ...prices });
const noPrices = { price: undefined, compareAtPrice: undefined };

/** The expected state of a run. */
type ModelRun = {
  readonly kind: RunRow["kind"];
  readonly origin: string;
  readonly plan: readonly PlannedStep[];
  done: number;
  status: RunRow["status"];
  activeAt: number;
  /** True while a process has it, dead or alive. */
  busy: boolean;
  /** The products that the shop changed for it. */
  readonly taken: string[];
};

/** The end of one command: an HTTP status, or the result of a job. */
type Outcome = number | "died" | "postponed" | "done";

/** The expected state of the group, its shop and its runs, and the server that is called. */
class Model {
  readonly runs: ModelRun[] = [];
  readonly shop = new Map<string, ShopProduct>();
  readonly history = new Map<string, LastStep>();
  /** By variant: kept before a step puts it on sale, forgotten when it is off sale again. */
  readonly originals = new Map<string, Original>();
  /** The answers to a confirmed run, with the state that each describes. */
  readonly seen: { run: ModelRun; done: number; answer: StepAnswer }[] = [];
  server: Pick<SaleWorld, "request"> = world;
  key = "";
  answered = new Set<string>();

  readonly group: number;
  readonly store: string;
  readonly settings: SaleSettings;

  constructor(
    { group, store }: { group: number; store: string },
    settings: SaleSettings,
    products: readonly ReturnType<typeof stock>[],
  ) {
    this.group = group;
    this.store = store;
    this.settings = settings;
    for (const { product_id, title, price, compare_at_price, tags } of products) {
      this.shop.set(product_id, {
        id: product_id,
        title,
        variants: [variantOf(product_id, { price, compareAtPrice: compare_at_price ?? null })],
        tags,
        imageUrl: null,
        url: null,
      });
    }
  }

  now = () => world.clock.now().getTime();

  plan = () =>
    planRotation(
      this.settings,
      [...this.shop.values()],
      this.history,
      world.clock.now(),
      this.originals,
    );

  isBusy = (run: ModelRun) => run.busy && this.now() - run.activeAt < 2 * minute;

  isHeld = (run: ModelRun) =>
    this.isBusy(run) ||
    (run.kind === "confirmed" &&
      run.status === "running" &&
      this.now() - run.activeAt < 15 * minute);

  unended = () => this.runs.find(({ status }) => status === "running" || status === "stopping");

  /** Starts or continues the run with this origin. @returns the run, or why there is none */
  open(kind: ModelRun["kind"], origin: string): ModelRun | "held" | "ended" | "nothing" {
    const known = this.runs.find((run) => run.origin === origin);
    if (known && known !== this.unended()) return known.status === "finished" ? "nothing" : "ended";
    if (known) return this.isBusy(known) ? "held" : known;
    const other = this.unended();
    if (other && this.isHeld(other)) return "held";
    const plan = this.plan();
    if (plan.length === 0) return "nothing";
    if (other) other.status = "stopped";
    const run: ModelRun = {
      ...{ kind, origin, plan, done: 0, status: "running", taken: [] },
      ...{ activeAt: this.now(), busy: false },
    };
    this.runs.push(run);
    return run;
  }

  /** Does the remaining steps, or one. @returns the status of a failure, or 200 */
  carry(run: ModelRun, trouble: PlannedTrouble, single: boolean): Outcome {
    let well = trouble?.after ?? 0;
    run.busy = true;
    while (run.done < run.plan.length) {
      const step = run.plan[run.done];
      const product = step && this.shop.get(step.productId);
      if (!step || !product) throw new Error("The plan has a product that the shop has not.");
      run.activeAt = this.now();
      const stands = stepState(product, step);
      if (stands === "changed") return this.breakOff(run, 409);
      if (stands === "open") {
        this.keepOriginals(step, product);
        const what = well === 0 ? trouble?.what : undefined;
        well -= 1;
        if (what === "refused") return this.breakOff(run, 400);
        if (what === "lost before") return this.breakOff(run, 503);
        if (what === "dies before") return "died";
        const left = product.tags.filter((tag) => !step.tagsToRemove.includes(tag));
        this.shop.set(product.id, {
          ...product,
          variants: [variantOf(product.id, cheapest(step).after)],
          tags: [...left, ...step.tagsToAdd],
        });
        run.taken.push(product.id);
        if (what === "lost after") return this.breakOff(run, 503);
        if (what === "dies after") return "died";
      }
      run.done += 1;
      if (step.action === "remove") {
        for (const { id } of step.variants) this.originals.delete(id);
      }
      if (single) break;
    }
    run.busy = false;
    run.activeAt = this.now();
    if (run.done === run.plan.length) run.status = "finished";
    return 200;
  }

  keepOriginals(step: PlannedStep, { variants: [original] }: ShopProduct) {
    const { action, productId, tagsToAdd } = step;
    const [saleTag = ""] = tagsToAdd;
    const onSale = cheapest(step).after;
    if (action !== "add" || !original) return;
    const known = this.originals.get(original.id);
    const isOfSale = known?.onSale.price === original.price;
    this.originals.set(original.id, {
      ...{ productId, onSale, saleTag },
      original: isOfSale ? known.original : original,
    });
  }

  breakOff(run: ModelRun, status: number): Outcome {
    run.busy = false;
    run.activeAt = this.now();
    if (run.kind !== "confirmed" && status !== 503) run.status = "stopped";
    return status;
  }

  /** Makes a call that may never be answered, because its process dies during it. */
  async ask<T>(trouble: PlannedTrouble, call: () => Promise<T>): Promise<T | "died"> {
    const { shop } = world;
    shop.troubles = trouble
      ? [...Array.from({ length: trouble.after }, () => undefined), trouble.what]
      : [];
    const died = new Promise<"died">((resolve) => {
      shop.onDeath = () => resolve("died");
    });
    const answer = await Promise.race([call(), died]);
    shop.troubles = [];
    if (answer === "died") this.server = world.restart();
    return answer;
  }

  async live(trouble: PlannedTrouble) {
    const request = { params: { groupId: this.group }, query: { dry_run: false } };
    const answer = await this.ask(trouble, () => send(this.server, trigger, request, this.key));
    return answer === "died" ? answer : answer.status;
  }

  expectLive(trouble: PlannedTrouble): Outcome {
    if (this.answered.has(this.key)) return 200;
    const run = this.open("live", JSON.stringify(["administrator", this.key]));
    if (run === "held" || run === "ended") return 409;
    const outcome = run === "nothing" ? 200 : this.carry(run, trouble, false);
    if (outcome === 200) this.answered.add(this.key);
    return outcome;
  }

  /** Runs a command in the model and on the server, and compares the two. */
  async run(command: Command): Promise<void> {
    const { group } = this;
    const at = { params: { groupId: group } };
    switch (command.does) {
      case "look": {
        const { answer } = await send(this.server, trigger, { ...at, query: { dry_run: true } });
        const plan = this.plan();
        const ids = (action: PlannedStep["action"]) =>
          plan.filter((step) => step.action === action).map(({ productId }) => productId);
        expect(answer).toMatchObject({
          summary: {
            products_to_add_to_sale: ids("add").map((product_id) => ({ product_id })),
            products_to_remove_from_sale: ids("remove").map((product_id) => ({ product_id })),
          },
        });
        return;
      }
      case "start": {
        const key = crypto.randomUUID();
        const run = this.open("confirmed", JSON.stringify(["administrator", key]));
        const { status, answer } = await send(this.server, triggerStep, { ...at, body: null }, key);
        expect(status).toBe(run === "held" ? 409 : 200);
        if (typeof run === "object") this.seen.push({ run, done: 0, answer });
        return;
      }
      case "proceed":
        return this.proceed(command.lists, command.trouble);
      case "finish":
        for (let n = 0; n < 3; n++) await this.proceed("newest", undefined);
        return;
      case "stop": {
        const run = this.unended();
        const { status } = await send(this.server, stop, at);
        expect(status).toBe(200);
        if (run?.kind === "confirmed") run.status = this.isBusy(run) ? "stopping" : "stopped";
        return;
      }
      case "live":
        this.key = crypto.randomUUID();
        return expect(await this.live(command.trouble)).toBe(this.expectLive(command.trouble));
      case "live again":
        if (this.key === "") return;
        return expect(await this.live(command.trouble)).toBe(this.expectLive(command.trouble));
      case "weekly": {
        const slot = lastSlot("rotate-sales", world.clock.now()).toISOString();
        const run = this.open("scheduled", `scheduled:${group}:${slot}`);
        const outcome =
          run === "held"
            ? "postponed"
            : typeof run === "string"
              ? "done"
              : this.carry(run, command.trouble, false);
        // A refused run is stopped, and another job reports it: this one would be retried.
        const words = { 200: "done", 400: "stopped", 503: "postponed" };
        const expected = words[String(outcome) as `${keyof typeof words}`] ?? outcome;
        const did = await this.ask(command.trouble, () =>
          Promise.resolve(rotateSale({ groupId: group, slot }, world.run)).then(
            (figures) =>
              ["postponed", "stopped"].find((word) => figures && word in figures) ?? "done",
            (error) => (error instanceof Refusal ? error.status : String(error)),
          ),
        );
        return expect(did).toBe(expected);
      }
      case "wait":
        return world.clock.advance(command.seconds * 1000);
      case "restart": {
        await world.transaction(releaseRuns);
        const run = this.unended();
        if (run) run.busy = false;
        if (run?.status === "stopping") run.status = "stopped";
        return;
      }
      case "owner": {
        const products = [...this.shop.values()];
        const product = products[command.place % products.length];
        if (!product) return;
        const { price } = command;
        const compareAtPrice = product.variants[0]?.compareAtPrice ?? null;
        const variants = [variantOf(product.id, { price, compareAtPrice })];
        this.shop.set(product.id, { ...product, variants });
        await world.database.db
          .update(sandboxProducts)
          .set({ price })
          .where(
            and(eq(sandboxProducts.store, this.store), eq(sandboxProducts.product_id, product.id)),
          );
      }
    }
  }

  async proceed(which: "newest" | "older" | "forged", trouble: PlannedTrouble) {
    const sent = this.seen.at(which === "older" ? -2 : -1);
    if (!sent) return;
    const lists = listsOf(sent.answer);
    const isEmpty = lists.updates.length + lists.removals.length === 0;
    const forge = (list: typeof lists.updates) =>
      list.map((item) => ({ ...item, new_price: 1, restored_price: 1 }));
    const body =
      which === "forged"
        ? { updates: forge(lists.updates), removals: forge(lists.removals) }
        : lists;

    const abandoned = this.unended();
    if (abandoned?.kind === "confirmed" && !this.isHeld(abandoned)) abandoned.status = "stopped";
    const run = this.runs.findLast(({ kind }) => kind === "confirmed");
    const expected = (): Outcome => {
      if (run !== sent.run || (which === "forged" && !isEmpty)) return 409;
      if (run.status === "stopped" || run.status === "stopping") return 409;
      if (sent.done === run.done - 1) return 200;
      if (run.status === "finished" || sent.done !== run.done || this.isBusy(run)) return 409;
      return this.carry(run, trouble, true);
    };
    const outcome = expected();
    const request = { params: { groupId: this.group }, body };
    const answer = await this.ask(trouble, () => send(this.server, triggerStep, request));
    expect(answer === "died" ? answer : answer.status).toBe(outcome);
    if (outcome !== 200 || answer === "died" || !run) return;
    const step = run.plan[sent.done];
    expect(answer.answer).toMatchObject({
      is_complete: sent.done + 1 === run.plan.length,
      completed_action: {
        product_id: step?.productId,
        price: step && cheapest(step).after.price,
        compare_at_price: step && cheapest(step).after.compareAtPrice,
      },
    });
    const last = this.seen.at(-1);
    if (sent === last) this.seen.push({ run, done: sent.done + 1, answer: answer.answer });
  }

  /** Compares the world with the model, and updates the history for the next plan. */
  async check(): Promise<void> {
    const stock = await world.stockOf(this.store);
    for (const [id, { variants, tags }] of this.shop) {
      const [{ price, compareAtPrice } = noPrices] = variants;
      expect(stock.get(id)).toMatchObject({ price, compare_at_price: compareAtPrice, tags });
    }
    const rows = await world.runsOf(this.group);
    expect(rows.map(({ kind, status }) => [kind, status])).toEqual(
      this.runs.map(({ kind, status }) => [kind, status]),
    );
    for (const [n, row] of rows.entries()) {
      const run = this.runs[n];
      const steps = await world.stepsOf(row.id);
      expect(steps.map(({ status }) => status === "done")).toEqual(
        run?.plan.map((_, place) => place < run.done),
      );
      // No product twice in one run: neither in its plan nor in the changes sent to the shop.
      expect(new Set(run?.taken).size).toBe(run?.taken.length);
      expect(new Set(steps.map(({ product_id }) => product_id)).size).toBe(steps.length);
      for (const step of steps) {
        if (!step.done_at) continue;
        const last = this.history.get(step.product_id);
        if (last && last.at > step.done_at) continue;
        this.history.set(step.product_id, {
          at: step.done_at,
          action: step.action,
          discounted: step.new_price < step.original_price,
          tagsAdded: step.tags_to_add,
        });
      }
    }
  }
}

/** Advances the clock to noon, so that no UTC day ends during a history. */
function waitForMidday() {
  const day = 86_400_000;
  const time = world.clock.now().getTime() % day;
  world.clock.advance((time < day / 2 ? day / 2 : (3 * day) / 2) - time);
}

/**
 * The number of histories, of 4 to 16 commands each. The same on every machine: a slow one only
 * takes longer.
 */
const histories = 60;

test("each product changes once per run, as planned, under all commands and failures", async () => {
  const did = new Map<string, number>();
  const count = (what: string) => did.set(what, (did.get(what) ?? 0) + 1);
  await fc.assert(
    fc.asyncProperty(
      arbitrarySettings,
      arbitraryStock,
      fc.array(arbitraryCommand, { minLength: 4, maxLength: 16 }),
      async (settings, products, commands) => {
        waitForMidday();
        const model = new Model(
          await world.addRotatingGroup(products, settings),
          settings,
          products,
        );
        const taken = () => model.runs.reduce((sum, run) => sum + run.taken.length, 0);
        for (const command of commands) {
          const before = taken();
          world.shop.taken = [];
          await model.run(command);
          expect(world.shop.taken).toHaveLength(taken() - before);
          await model.check();
          count(command.does);
        }
        for (const { kind, status } of model.runs) count(`${kind} ${status}`);
      },
    ),
    // Before the test's own time-out, which would not report the smallest failing history found so
    // far.
    { numRuns: histories, interruptAfterTimeLimit: 540_000, markInterruptAsFailure: true },
  );
  expect(did.size, "Too little was tried to say anything.").toBeGreaterThan(8);
});
