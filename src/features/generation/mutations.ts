import { detailOr, withDetail } from "@/shared/query/outcome";
import { useCommand } from "@/shared/query/use-command";
import { generationApi } from "./contract";
import { generationQueries } from "./queries";

export const generationFailure = withDetail("Failed to start generation");

type Queued = { message?: string | null | undefined; task_id?: string | number | null | undefined };

const queued = ({ message }: Queued) => ({
  title: message ?? "Generation is queued.",
  detail: "What is generated waits for approval under Publishing.",
});

/** Where nothing was missing there is no task, and nothing to wait for. */
const filled = ({ message, task_id }: Queued) =>
  message && !task_id ? message : queued({ message });

const refreshes = [generationQueries.all()];

/** One post of one category: the server's words are the whole failure, where it has any. */
export const useTrigger = () =>
  useCommand(generationApi.trigger, {
    failure: detailOr("Failed to trigger generation."),
    successOf: queued,
    refreshes,
  });

export const useTriggerGroupQuota = () =>
  useCommand(generationApi.triggerGroupQuota, {
    failure: detailOr("Failed to trigger generation for all categories."),
    successOf: queued,
    refreshes,
  });

export const useFillCategoryQuota = () =>
  useCommand(generationApi.fillCategoryQuota, {
    failure: "Failed to queue task.",
    successOf: filled,
    refreshes,
  });

export const useFillGroupQuota = () =>
  useCommand(generationApi.fillGroupQuota, {
    failure: "Failed to queue all tasks.",
    successOf: filled,
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
