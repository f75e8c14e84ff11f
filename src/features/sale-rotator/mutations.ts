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

/** If the answer cannot be read, there are no results to show: the dry run counts as failed. */
export const unreadDryRun = {
  text: "Dry run failed",
  detail: "The server's response could not be read.",
} as const;

export const useDryRun = () =>
  useCommand(saleRotatorApi.trigger, {
    success: "Dry run completed! Review the results below.",
    failure: detailOr("Dry run failed"),
    asksOnly: true,
    isUnreadableShownInPlace: true,
  });

/** On failure, the confirmation dialog stays open and shows the error. */
export const useLiveRun = () =>
  useCommand(saleRotatorApi.trigger, {
    success: "Sale rotation executed successfully!",
    failure: detailOr("Live run failed"),
  });

/** The caller says whether it only asks, or what success is: it is loaded after the screen. */
export const useRestore = (as: { asksOnly: true } | { success: string }) =>
  useCommand(saleRotatorApi.restore, { failure: detailOr("Restore failed"), ...as });

/** If the answer cannot be read, there is no run to continue; the screen shows that in place. */
export const useStartRun = () =>
  useCommand(saleRotatorApi.triggerStep, { failure: startFailure, isUnreadableShownInPlace: true });

/** If the answer cannot be read, the dialog stays open and explains what Proceed does then. */
export const useProceedRun = () =>
  useCommand(saleRotatorApi.triggerStep, {
    failure: proceedFailure,
    isUnreadableShownInPlace: true,
  });

/** The console has already ended the run, so the caller explains what a failure means. */
export const useStopRun = () =>
  useCommand(saleRotatorApi.stop, { failure: stopFailure, isShownInPlace: true });
