import type { FailureText } from "@/shared/query/outcome";
import { useCommand } from "@/shared/query/use-command";
import { saleRotatorApi } from "./contract";
import { saleRotatorKeys } from "./keys";
import { saleRotatorQueries } from "./queries";

export const saveFailure = "Failed to save settings";
export const dryRunFailure = "Dry run failed";
const detailOr =
  (fallback: string): FailureText =>
  (detail) =>
    detail ?? fallback;
export const startFailure = detailOr("Failed to start confirmed live run.");
export const stopFailure = "Failed to stop the run.";
export const proceedFailure = detailOr("Failed to continue confirmed live run.");

export const useSaveSettings = () =>
  useCommand(saleRotatorApi.saveSettings, {
    success: "Sale rotator settings saved successfully!",
    failure: saveFailure,
    refreshes: [saleRotatorKeys.all()],
    apply: (client, saved, { params }) =>
      client.setQueryData(saleRotatorQueries.settings(params.groupId).queryKey, saved),
  });

/** It changes nothing, so that whoever asked says how it went: never 'it may have been done'. */
export const useDryRun = () =>
  useCommand(saleRotatorApi.trigger, { failure: dryRunFailure, isShownInPlace: true });

/** Its question stays open when it fails, and says so. */
export const useLiveRun = () =>
  useCommand(saleRotatorApi.trigger, {
    success: "Sale rotation executed successfully!",
    failure: detailOr("Live run failed"),
  });

/** An answer that cannot be read leaves no run to go on with, which its screen says. */
export const useStartRun = () =>
  useCommand(saleRotatorApi.triggerStep, { failure: startFailure, isUnreadableShownInPlace: true });

/** Its dialog waits after an answer that cannot be read, and says what Proceed does then. */
export const useProceedRun = () =>
  useCommand(saleRotatorApi.triggerStep, {
    failure: proceedFailure,
    isUnreadableShownInPlace: true,
  });

/** The console has ended the run by then: who sends it says what a failure means. */
export const useStopRun = () =>
  useCommand(saleRotatorApi.stop, { failure: stopFailure, isShownInPlace: true });
