import { asc, eq } from "drizzle-orm";
import { afterAll, beforeEach } from "vitest";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import type { Endpoint, RequestOf, WireOf } from "@/shared/api/endpoint";
import { fillPath } from "@/shared/api/path";
import { createSandboxShop, rowsOf } from "../../../../server/adapters/sandbox/shop.ts";
import { saleRuns, saleSteps, sandboxProducts } from "../../../../server/db/schema.ts";
import { insertIntegration } from "../../../../server/features/integrations/integrations.ts";
import { productApi, productHandlers } from "../../../../server/http/api.ts";
import { createApp } from "../../../../server/http/app.ts";
import { silence } from "../../../../server/kernel/log.ts";
import { createMetrics } from "../../../../server/kernel/metrics.ts";
import { type Shop, type ShopChange, ShopRefusal } from "../../../../server/ports/shop.ts";
import { testKey } from "../../../support/ports.ts";
import { fc } from "../../../support/random-seed.ts";
import { testOrigin } from "../../../support/server.ts";
import { createWorld, type World } from "../../world.ts";
import { saying } from "../start-world.ts";

export type SaleWorld = Awaited<ReturnType<typeof createSaleWorld>>;
export type StepAnswer = WireOf<typeof saleRotatorApi.triggerStep>;
type Stock = typeof sandboxProducts.$inferInsert;

/** A failure of a change in the shop; `dies` is a call that never returns. */
export type Trouble = "refused" | "lost before" | "lost after" | "dies before" | "dies after";

export const activeSettings = {
  is_active: true,
  rotator_count: 20,
  rotator_no_change_count: 20,
  print_count: 10,
  cooldown_days: 7,
  rotator_discount_percent: 20,
  print_discount_percent: 10,
  sale_tag: "sale",
};

/** Returns a product of the shop, at 1,000 RSD. */
export const stock = (
  product_id: string,
  tags: string[],
  more: Partial<Stock> = {},
): Omit<Stock, "store"> => ({
  product_id,
  title: `Majica ${product_id}`,
  price: 1000,
  compare_at_price: null,
  image_url: "/media/x.svg",
  units_sold: 0,
  tags,
  ...more,
});

/** Returns a product on sale at 800 RSD. */
export const stockOnSale = (id: string, tags: string[] = ["rotator"]) =>
  stock(id, [...tags, "sale"], { price: 800, compare_at_price: 1000 });

/** Returns the parameters of a call about a group. */
export const inGroup = (groupId: number) => ({ params: { groupId } });
export const live = (groupId: number) => ({ ...inGroup(groupId), query: { dry_run: false } });
export const dry = (groupId: number) => ({ ...inGroup(groupId), query: { dry_run: true } });
/** Returns a step of a confirmed run, with the lists of the last answer; null starts one. */
export const step = (groupId: number, body: StepAnswer | null) => ({
  ...inGroup(groupId),
  body: body && listsOf(body),
});

/** Two to put on sale and one to take off. */
export const threeProducts = [
  stockOnSale("1"),
  stock("2", ["rotator"]),
  stock("3", ["rotator-no-change"]),
];
/** The same after a rotation. */
export const rotated = new Map([
  ["1", { price: 1000, compare_at_price: null, tags: ["rotator"], changes: 1 }],
  ["2", { price: 800, compare_at_price: 1000, tags: ["rotator", "sale"], changes: 1 }],
  ["3", { price: 1000, compare_at_price: null, tags: ["rotator-no-change", "sale"], changes: 1 }],
]);

/** Wraps the sandbox's shop so that its calls can be made to fail. */
function troubledShop() {
  let inner: Shop | undefined;
  const connected = () => {
    if (!inner) throw new Error("The shop is not open yet.");
    return inner;
  };
  const state = {
    /** The failures of the next changes, one each; a change without one succeeds. */
    troubles: [] as (Trouble | undefined)[],
    /** Every change that the shop has made. */
    taken: [] as { id: string; change: ShopChange }[],
    /** True if products cannot be read. */
    silent: false,
    /** Called before each change. */
    beforeChange: async () => {},
    /** Called when a change never returns. */
    onDeath: () => {},
  };
  const never = () =>
    new Promise<never>(() => {
      state.onDeath();
    });
  const shop: Shop = {
    test: (...asked) => connected().test(...asked),
    page: (...asked) => connected().page(...asked),
    products: async (...asked) => {
      if (state.silent) throw new Error("ECONNRESET Authorization: sandbox-key");
      return connected().products(...asked);
    },
    product: async (...asked) => {
      if (state.silent) throw new Error("ECONNRESET Authorization: sandbox-key");
      return connected().product(...asked);
    },
    change: async (connection, id, change, signal) => {
      await state.beforeChange();
      const trouble = state.troubles.shift();
      if (trouble === "refused") throw new ShopRefusal("Price is locked");
      if (trouble === "lost before") throw new Error("ETIMEDOUT");
      if (trouble === "dies before") await never();
      await connected().change(connection, id, change, signal);
      state.taken.push({ id, change });
      if (trouble === "lost after") throw new Error("ECONNRESET");
      if (trouble === "dies after") await never();
    },
  };
  return { state, shop, open: (opened: Shop) => (inner = opened) };
}

/**
 * Creates the real server with a shop that can be made to fail, by default the sandbox's, and
 * helpers for tests of the sale.
 */
export async function createSaleWorld(given?: Shop) {
  const { state, shop, open } = troubledShop();
  const world = await createWorld({ ports: { shop } });
  open(given ?? createSandboxShop(world.database));
  const { db } = world.database;

  /** Gives a group a shop with these products. @returns the shop's name */
  async function addShop(
    groupId: number,
    products: readonly Omit<Stock, "store">[],
    store = `${crypto.randomUUID()}.myshopify.com`,
  ) {
    const keys = { api_key: "sandbox-key", password: "sandbox-password", webhook_secret: "x" };
    await insertIntegration(db, world.ports.secrets, {
      group_id: groupId,
      platform: "shopify",
      store_name: store,
      keys,
    });
    if (products.length > 0) {
      await db.insert(sandboxProducts).values(products.map((one) => ({ ...one, store })));
    }
    return store;
  }

  const configure = (groupId: number, changed: Partial<typeof activeSettings> = {}) =>
    world.call(saleRotatorApi.saveSettings, {
      params: { groupId },
      body: { ...activeSettings, ...changed },
    });

  const runsOf = (groupId: number) =>
    db.select().from(saleRuns).where(eq(saleRuns.group_id, groupId)).orderBy(asc(saleRuns.id));

  return {
    ...world,
    said: saying(world),
    shop: state,
    addShop,
    configure,
    runsOf,

    /** Starts a confirmed run. */
    start: (groupId: number) => world.call(saleRotatorApi.triggerStep, step(groupId, null)),

    /** Does the next step of a confirmed run. */
    proceed: (groupId: number, answer: StepAnswer) =>
      world.call(saleRotatorApi.triggerStep, step(groupId, answer)),

    onlyRun: async (groupId: number) => {
      const [run, ...others] = await runsOf(groupId);
      if (!run || others.length > 0) throw new Error("There is not one run.");
      return run;
    },

    /** Makes a call without awaiting it, and waits until the shop gets a change that never returns. */
    sendAndDie: async (call: () => Promise<unknown>) => {
      const died = new Promise<void>((resolve) => {
        state.onDeath = resolve;
      });
      void call().catch(() => undefined);
      await died;
    },

    /** Adds a group with a shop, ready to rotate. */
    addRotatingGroup: async (
      products: readonly Omit<Stock, "store">[],
      settings: Partial<typeof activeSettings> = {},
    ) => {
      const group = await world.addGroup(`Grupa ${crypto.randomUUID()}`);
      const store = await addShop(group, products);
      await configure(group, settings);
      return { group, store };
    },

    /** Returns the current products of the shop, by id. */
    stockOf: async (store: string) =>
      new Map(
        (await rowsOf(db, store)).map(({ product_id, price, compare_at_price, tags, changes }) => [
          product_id,
          { price, compare_at_price, tags, changes },
        ]),
      ),

    /** Returns how often each product of the shop was changed, in the order of their ids. */
    changesOf: async (store: string) => (await rowsOf(db, store)).map(({ changes }) => changes),

    changeStock: (id: string, values: Partial<Stock>) =>
      db.update(sandboxProducts).set(values).where(eq(sandboxProducts.product_id, id)),

    stepsOf: (runId: number) =>
      db
        .select()
        .from(saleSteps)
        .where(eq(saleSteps.run_id, runId))
        .orderBy(asc(saleSteps.position)),

    /** Creates what another process would be: an app on the same database, clock and shop. */
    restart: () => {
      const { database, ports, config } = world;
      const app = createApp({
        ...{ database, ports, config, key: testKey, log: silence },
        metrics: createMetrics({ queueDepth: async () => [], overduePosts: async () => 0 }),
        // These tests do not depend on the jobs that it enqueues.
        enqueue: async () => undefined,
        api: productApi,
        handlers: productHandlers,
      });
      const request: typeof world.request = async (path, { json, ...init } = {}) => {
        const headers = new Headers(init.headers);
        headers.set("Authorization", `Bearer ${world.token}`);
        headers.set("Content-Type", "application/json");
        const body = json === undefined ? {} : { body: JSON.stringify(json) };
        const address = `${testOrigin}/api/v1/${path}`;
        return app.fetch(new Request(address, { ...init, headers, ...body }));
      };
      return { request };
    },
  };
}

/** The rotating group of the running test, and its shop of three products. */
export let group: number;
export let store: string;

/** Returns the world of a file of tests. Before each test the shop does what it is asked. */
export async function startSaleWorld(given?: Shop) {
  const world = await createSaleWorld(given);
  afterAll(() => world.close());
  beforeEach(async () => {
    world.shop.troubles = [];
    world.shop.taken = [];
    world.shop.silent = false;
    world.shop.beforeChange = async () => {};
    world.shop.onDeath = () => {};
    if (!given) ({ group, store } = await world.addRotatingGroup(threeProducts));
  });
  return world;
}

/** Draws a command of a random history, with its parameters. */
export const command = <const Does extends string, Given extends object>(
  weight: number,
  does: Does,
  given: fc.Arbitrary<Given>,
) => ({ weight, arbitrary: given.map((values) => ({ does, ...values })) });
/** The parameters of a command without any. */
export const alone = fc.constant({});

/** Sends one command under a key. @returns the answer, also a refusal */
export async function send<E extends Endpoint>(
  server: Pick<World, "request">,
  endpoint: E,
  request: RequestOf<E>,
  key: string = crypto.randomUUID(),
) {
  // The parts of a request depend on the endpoint; here only their presence counts.
  const { params, query, body } = request as {
    params: Record<string, number>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  const search = Object.entries(query ?? {}).map(([name, value]) => `${name}=${value}`);
  const response = await server.request(
    `${fillPath(endpoint.path, params)}${search.length > 0 ? `?${search.join("&")}` : ""}`,
    {
      method: endpoint.method,
      headers: { "Idempotency-Key": key },
      ...(body !== undefined && { json: body }),
    },
  );
  // The server has checked a successful answer against the contract; of a refusal only the detail
  // is read.
  const answer = (await response.json()) as WireOf<E> & { readonly detail?: unknown };
  const replayed = response.headers.has("Idempotent-Replayed");
  return { status: response.status, answer, replayed };
}

/** Returns the lists of an answer as the console sends them back. */
export const listsOf = ({ remaining_updates, remaining_removals }: StepAnswer) => ({
  updates: [...(remaining_updates ?? [])],
  removals: [...(remaining_removals ?? [])],
});
