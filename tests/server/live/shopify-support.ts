import { afterEach, beforeEach } from "vitest";
import { createHttp } from "../../../server/adapters/live/http.ts";
import { createShopifyShop } from "../../../server/adapters/live/shopify/shop.ts";
import type { Shop, ShopChange, ShopConnection } from "../../../server/ports/shop.ts";
import { adminKeys, host, startShopify } from "../../peers/shopify/peer.ts";
import { createTime } from "../../peers/support/publishing.ts";

export const { signal } = new AbortController();
export const clock = createTime();
export const zima: ShopConnection = { store: host, credentials: adminKeys };

/** Returns the error that a call throws. */
export const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Gives each test of a block a shop at Shopify. */
export function setUpShop() {
  let running: Awaited<ReturnType<typeof startShopify>>;
  let shop: Shop;
  let waited: number[];
  const create = (more: Partial<Parameters<typeof createShopifyShop>[0]> = {}) =>
    createShopifyShop({
      ...{ http: createHttp({ proxy: null }), clock, originOf: () => running.peer.origin },
      ...more,
    });
  /** As another process would be: with no token, and no knowledge of points. */
  const restart = () => {
    shop = create({
      wait: async (milliseconds) => {
        waited.push(milliseconds);
        clock.pass(milliseconds / 1000);
      },
    });
  };
  beforeEach(async () => {
    running = await startShopify(clock);
    waited = [];
    restart();
  });
  afterEach(() => running.peer.close());

  return {
    peer: () => running.peer,
    state: () => running.state,
    shop: () => shop,
    /** The waits before calls, in ms. */
    waited: () => waited,
    ...{ create, restart },
    change: (id: string, more: Partial<ShopChange>, time = signal) =>
      shop.change(zima, id, { variants: [], addTags: [], removeTags: [], ...more }, time),
    failing: (name: string, code: string, message: string) =>
      running.state.failing.set(name, [{ code, message }]),
  };
}
