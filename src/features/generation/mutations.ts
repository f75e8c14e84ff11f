import { detailOr, withDetail } from "@/shared/query/outcome";
import { useCommand } from "@/shared/query/use-command";
import { generationApi } from "./contract";
import { generationQueries } from "./queries";

export const generationFailure = withDetail("Failed to start generation");

type Queued = { message?: string | null | undefined; task_id?: string | number | null | undefined };

const queued = ({ message }: Queued) => ({
  title: message ?? "Generation queued.",
  detail: "Review it in Publishing.",
});

/** An answer without a task means that nothing was missing, so nothing will need approval. */
const filled = ({ message, task_id }: Queued) =>
  message && !task_id ? message : queued({ message });

const refreshes = [generationQueries.all()];

/** Generates one post of one category. A failure shows the server's message alone, if any. */
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

/** `onPublishing` opens the screen on which the post is found. */
export const useGenerateAndApprove = (onPublishing: () => void) =>
  useCommand(generationApi.generateAndApprove, {
    failure: generationFailure,
    isShownInPlace: true,
    successOf: () => ({
      title: "Generation started.",
      detail: "The post is approved and scheduled once generated.",
      action: { label: "Open Publishing", run: onPublishing },
    }),
    refreshes,
  });
