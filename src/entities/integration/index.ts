export {
  type Integration,
  type IntegrationPlatform,
  integrationLabel,
  integrationPlatforms,
} from "./contract";
export { integrationQueries, useHasShop, useIntegrationLabel, useMailKind } from "./queries";
