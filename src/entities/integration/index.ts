export { integrationQueries, useHasShop, useIntegrationLabel, useMailKind } from "./queries";
export {
  type Integration,
  type IntegrationPlatform,
  integrationLabel,
  integrationPlatforms,
} from "./schema";
