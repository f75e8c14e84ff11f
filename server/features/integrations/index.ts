export { type IntegrationRow, openKeys, readKeys, shopConnection } from "./integration-keys.ts";
export {
  integrationOnWire,
  mailEventsPath,
  shopEventsPath,
  shopEventsUrl,
} from "./integration-on-wire.ts";
export { enqueueSync, insertIntegration } from "./integrations.ts";
export { mailSenderOf, noteMailService } from "./mail-sender.ts";
export { receiveShopEvent } from "./shop-events.ts";
export { syncProducts } from "./sync-products-job.ts";
