import { integrationQueries } from "@/entities/integration";
import { putRecord, withoutRecord } from "@/shared/query/cached-records";
import { withDetail } from "@/shared/query/outcome";
import { useCommand } from "@/shared/query/use-command";
import { integrationsApi } from "./contract";

const refreshes = [integrationQueries.all()];

const addFailure = withDetail("Failed to add integration");
export const addFailures = {
  shopify: addFailure,
  facebook_ads: addFailure,
  amazon_ses: withDetail("Failed to add SES integration"),
  smtp: addFailure,
};
export const copyFailure = withDetail("Failed to copy integration");
export const adAccountsFailure = withDetail("Failed to fetch ad accounts");

export const useAddIntegration = (platform: keyof typeof addFailures) =>
  useCommand(integrationsApi.add, {
    success: "Integration added.",
    failure: addFailures[platform],
    isShownInPlace: true,
    refreshes,
    apply: (client, added, { params }) =>
      putRecord(client, integrationQueries.ofGroup(params.id).queryKey, added),
  });

export const useCopyIntegration = () =>
  useCommand(integrationsApi.copy, {
    success: "Integration copied.",
    failure: copyFailure,
    isShownInPlace: true,
    refreshes,
    apply: (client, copy, { body }) =>
      putRecord(client, integrationQueries.ofGroup(body.target_group_id).queryKey, copy),
  });

/** Reads from Facebook with a secret: sent as a command, whose request no cache keeps. */
export const useFetchAdAccounts = () =>
  useCommand(integrationsApi.adAccounts, {
    failure: adAccountsFailure,
    asksOnly: true,
    isShownInPlace: true,
  });

export const useSyncProducts = () =>
  useCommand(integrationsApi.syncProducts, {
    failure: "Failed to start Shopify sync.",
    successOf: ({ message }) => message ?? "Product sync started.",
    refreshes,
  });

/** Asks a mail service about its keys; what it says is stored with the integration. */
export const useTestIntegration = () =>
  useCommand(integrationsApi.test, {
    failure: "Test failed.",
    successOf: ({ message }) => message ?? "The mail service accepts mail.",
    refreshes,
    isShownInPlace: true,
  });

/** The confirmation dialog stays open and shows a failure. */
export const useRemoveIntegration = () =>
  useCommand(integrationsApi.remove, {
    success: "Integration removed.",
    failure: "Failed to remove integration.",
    isShownInPlace: true,
    // A newsletter that used the integration is left without one.
    refreshes: [...refreshes, ["newsletter"]],
    apply: (client, _reply, { params }) => {
      for (const [key] of client.getQueriesData({ queryKey: integrationQueries.all() })) {
        withoutRecord(client, key, params.id);
      }
    },
  });
