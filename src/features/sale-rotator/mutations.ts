import { detailOr } from "@/shared/query/outcome";
import { useCommand } from "@/shared/query/use-command";
import { saleRotatorApi } from "./contract";
import { saleRotatorQueries } from "./queries";

export const saveFailure = "Failed to save settings";
export const startFailure = detailOr("Failed to start confirmed live run.");
export const stopFailure = "Failed to stop the run.";
export const proceedFailure = detailOr("Failed to continue confirmed live run.");

export const useSaveSettings = () =>
  useCommand(saleRotatorApi.saveSettings, {
    success: "Sale rotator settings saved successfully!",
    failure: saveFailure,
    refreshes: [saleRotatorQueries.all()],
    apply: (client, saved, { params }) =>
      client.setQueryData(saleRotatorQueries.settings(params.groupId).queryKey, saved),
  });

/** An answer that cannot be read leaves no results to look at, so that a dry run has failed then. */
export const unreadDryRun = {
  text: "Dry run failed",
  detail: "The answer of the server could not be read.",
} as const;

export const useDryRun = () =>
  useCommand(saleRotatorApi.trigger, {
    success: "Dry run completed! Review the results below.",
    failure: detailOr("Dry run failed"),
    asksOnly: true,
    isUnreadableShownInPlace: true,
  });

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
