import { Hono } from "hono";
import { receiveShopEvent, shopEventsPath } from "../../features/integrations/index.ts";
import { contextOn } from "../../kernel/context.ts";
import type { Serving } from "../serving.ts";

/**
 * Creates `POST /webhooks/shopify/{token}`: what a shop tells of itself. The work is queued, because
 * Shopify waits for five seconds only. The answers have no detail.
 */
export function createShopifyWebhooks(serving: Serving): Hono {
  const app = new Hono();
  const { outside } = serving.ports.world;
  app.post(`${shopEventsPath}/:token`, async (call) => {
    if (outside.shopify === "off" || outside.shopify === "played") return call.body(null, 404);
    const event = {
      token: call.req.param("token"),
      topic: call.req.header("X-Shopify-Topic") ?? "",
      signature: call.req.header("X-Shopify-Hmac-Sha256") ?? "",
      body: new Uint8Array(await call.req.arrayBuffer()),
    };
    const taken = await serving.database.transaction((db) =>
      receiveShopEvent(contextOn(db, serving, null), event),
    );
    if (taken === "unknown") return call.body(null, 404);
    return call.body(null, taken === "forged" ? 401 : 200);
  });
  return app;
}
