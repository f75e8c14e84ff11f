export { noteMailService } from "./integration-health.ts";
export { type IntegrationRow, openKeys, readKeys, shopConnection } from "./integration-keys.ts";
export { integrationOnWire } from "./integration-on-wire.ts";
export { enqueueSync, insertIntegration } from "./integrations.ts";
export { mailSenderOf } from "./mail-sender.ts";
export { receiveShopEvent } from "./shop-events.ts";
export { syncProducts } from "./sync-products-job.ts";
export { mailEventsPath, shopEventsPath, shopEventsUrl } from "./webhook-addresses.ts";
