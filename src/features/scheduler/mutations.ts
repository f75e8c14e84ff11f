import { useQueryClient } from "@tanstack/react-query";
import type { Id } from "@/shared/api/id";
import { useCommand } from "@/shared/query/use-command";
import { schedulerApi } from "./contract";
import { schedulerQueries } from "./queries";

const refreshes = [schedulerQueries.all()];

export const retryFailure = "Failed to retry post.";

export const useRetryPost = () =>
  useCommand(schedulerApi.retry, {
    failure: retryFailure,
    successOf: ({ message }) => message ?? "The post is queued again.",
    refreshes,
  });

/**
 * Retries one post of a batch. The batch result reports each failure, and the caller reloads the
 * lists once at the end.
 */
export function useRetryOneOfMany() {
  const client = useQueryClient();
  const { send } = useCommand(schedulerApi.retry, { failure: retryFailure, isShownInPlace: true });
  return {
    retryOne: (id: Id) => send({ params: { id } }),
    reload: () => void client.invalidateQueries({ queryKey: schedulerQueries.all() }),
  };
}

export const useClearFailed = () =>
  useCommand(schedulerApi.clearFailed, {
    failure: "Failed to clear failed posts.",
    // The confirmation dialog stays open and shows the failure.
    isShownInPlace: true,
    successOf: ({ message }) => message ?? "The failed posts are cleared.",
    refreshes,
  });

export const useClearScheduled = () =>
  useCommand(schedulerApi.clearScheduled, {
    failure: "Failed to clear scheduled posts.",
    isShownInPlace: true,
    successOf: ({ message }) => message ?? "The scheduled posts are cleared.",
    refreshes,
  });

export const useRunDailyPlanner = () =>
  useCommand(schedulerApi.runDailyPlanner, {
    failure: "Failed to trigger planner job.",
    successOf: ({ message }) => message ?? "The daily planner is queued.",
    refreshes,
  });
