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

/** The same for one of many: told in the result of all, and the lists reload once at the end. */
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
    // The question stays open, and says it.
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
