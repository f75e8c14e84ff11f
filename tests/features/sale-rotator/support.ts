import { vi } from "vitest";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import { sandboxProducts } from "../../../server/db/schema.ts";
import { insertIntegration } from "../../../server/features/integrations/integrations.ts";
import type { ShopProduct } from "../../../server/ports/shop.ts";
import {
  activeSettings,
  stock,
  stockOnSale,
} from "../../server/features/sale-rotator/sale-world.ts";
import { call } from "../../support/call";
import { findIn } from "../../support/find-in";
import { answering, jsonAnswer, renderApp, startServer } from "../../support/render-app";
import type { TestServer } from "../../support/server";
import { createGroup } from "../groups/support";

export { activeSettings, stock };

/** Two to put on sale and one to take off. */
const threeProducts = [
  stockOnSale("1"),
  stock("2", ["rotator"]),
  stock("3", ["rotator-no-change"]),
];

type Options = {
  products?: readonly ReturnType<typeof stock>[];
  settings?: Partial<typeof activeSettings> | null;
};

/** A server with a group, its shop and its settings; null keeps the default settings. */
export async function rotatingServer({ products = threeProducts, settings = {} }: Options = {}) {
  const server = await startServer();
  const { id } = await createGroup(server);
  await addShop(server, id, products);
  if (settings) {
    await call(server, saleRotatorApi.saveSettings, {
      params: { groupId: id },
      body: { ...activeSettings, ...settings },
    });
  }
  return { server, group: id };
}

const blouse: ShopProduct = {
  ...{ id: "7", title: "Bluza", tags: ["rotator"], imageUrl: null, url: null },
  variants: [
    { id: "71", title: "S", price: 1000, compareAtPrice: null },
    { id: "72", title: "XL", price: 2000, compareAtPrice: null },
    { id: "73", title: "XXL", price: 2500, compareAtPrice: null },
  ],
};

/** A server whose shop has one product of three variants: the sandbox's products have one each. */
export async function serverWithVariants() {
  const given = await rotatingServer({ products: [] });
  const { shop } = given.server.ports;
  let product = blouse;
  vi.spyOn(shop, "products").mockImplementation(async () => [product]);
  vi.spyOn(shop, "product").mockImplementation(async () => product);
  vi.spyOn(shop, "change").mockImplementation(async (_shop, _id, { variants, addTags }) => {
    const changed = new Map(variants.map((one) => [one.id, one]));
    product = {
      ...product,
      variants: product.variants.map((one) => ({ ...one, ...changed.get(one.id) })),
      tags: [...product.tags, ...addTags],
    };
  });
  return given;
}

/** Adds a group with the same shop, whose rotator is enabled. */
export async function addRotatorOfSameShop(server: TestServer, name: string) {
  const { id } = await createGroup(server, name);
  await addShop(server, id, []);
  await call(server, saleRotatorApi.saveSettings, {
    params: { groupId: id },
    body: activeSettings,
  });
}

async function addShop(
  { database: { db }, ports }: TestServer,
  group: number,
  products: readonly ReturnType<typeof stock>[],
) {
  const store = "zima.myshopify.com";
  const keys = { api_key: "sandbox-key", password: "sandbox-password", webhook_secret: "x" };
  await insertIntegration(db, ports.secrets, {
    group_id: group,
    platform: "shopify",
    store_name: store,
    keys,
  });
  if (products.length > 0) {
    await db.insert(sandboxProducts).values(products.map((one) => ({ ...one, store })));
  }
}

/** Opens the sale rotator of that group. */
export async function openRotator(
  options: Options & { given?: Awaited<ReturnType<typeof rotatingServer>> } = {},
) {
  const { server, group } = options.given ?? (await rotatingServer(options));
  const app = await renderApp("/dashboard/config#sale-rotator", { server });
  const region = await findIn("region", "Automated Weekly Sale Rotator");
  const settings = () => call(server, saleRotatorApi.settings, { params: { groupId: group } });
  const button = (name: string) => region.findByRole("button", { name });
  const press = async (name: string) => app.user.click(await button(name));
  /** Returns the shop's current products, by id. */
  const shop = async () =>
    new Map(
      (
        await server.database.db.select().from(sandboxProducts).orderBy(sandboxProducts.product_id)
      ).map(({ product_id, price, tags, changes }) => [product_id, { price, tags, changes }]),
    );
  return { ...app, group, region, settings, button, press, shop };
}

/** Opens an address of Configuration at a server that fails to read the settings until `repair` is called. */
export async function openUnreadable(address: string) {
  let isBroken = true;
  const { server } = await rotatingServer();
  const failing = await answering(
    [
      {
        to: "/sale-rotator/settings/",
        says: () => (isBroken ? jsonAnswer(500, { detail: "No database." }) : undefined),
      },
    ],
    server,
  );
  const app = await renderApp(address, { server: failing });
  const region = await findIn("region", "Automated Weekly Sale Rotator");
  return {
    ...app,
    region,
    repair: () => {
      isBroken = false;
    },
  };
}

/** The requests that start, continue or stop a run. */
export const runs = (sent: readonly string[]) =>
  sent.filter((line) => /\/sale-rotator\/(trigger|stop)/.test(line));
