export { integrationQueries, useHasShop } from "./queries";
export {
  type Integration,
  type IntegrationPlatform,
  integrationLabel,
  integrationPlatforms,
} from "./schema";
export { useIntegrationLabel, useMailKind } from "./use-mail-kind";
