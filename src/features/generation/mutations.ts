import { withDetail } from "@/shared/query/outcome";
import { useCommand } from "@/shared/query/use-command";
import { generationApi } from "./contract";
import { generationQueries } from "./queries";

export const generationFailure = withDetail(
  "Failed to start generation",
  "An unexpected error occurred.",
);

const queued = ({ message }: { message?: string | null | undefined }) => ({
  title: message ?? "Generation is queued.",
  detail: "What is generated waits for approval under Publishing.",
});

const refreshes = [generationQueries.all()];

export const useTrigger = () =>
  useCommand(generationApi.trigger, {
    failure: "Failed to queue task.",
    successOf: queued,
    refreshes,
  });

export const useTriggerGroupQuota = () =>
  useCommand(generationApi.triggerGroupQuota, {
    failure: "Failed to queue all tasks.",
    successOf: queued,
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
