import { withDetail } from "@/shared/query/outcome";
import { useCommand } from "@/shared/query/use-command";
import { generationApi } from "./contract";
import { generationQueries } from "./queries";

export const generationFailure = withDetail(
  "Failed to start generation",
  "An unexpected error occurred.",
);

const refreshes = [generationQueries.all()];

export const useTrigger = () =>
  useCommand(generationApi.trigger, {
    failure: "Failed to queue task.",
    successOf: ({ message }) => message ?? "Generation is queued.",
    refreshes,
  });

export const useTriggerGroupQuota = () =>
  useCommand(generationApi.triggerGroupQuota, {
    failure: "Failed to queue all tasks.",
    successOf: ({ message }) => message ?? "Generation is queued.",
    refreshes,
  });

export const useGenerateAndApprove = () =>
  useCommand(generationApi.generateAndApprove, {
    failure: generationFailure,
    isShownInPlace: true,
    successOf: ({ task_id }) =>
      task_id ? `Generation started. Task ${task_id}` : "Generation started.",
    refreshes,
  });
