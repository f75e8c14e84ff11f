import { useQueryClient } from "@tanstack/react-query";
import type { Id } from "@/shared/api/id";
import { useCommand } from "@/shared/query/use-command";
import { schedulerApi } from "./contract";
import { planInWords, plannedPosts, planPreview } from "./plan";
import { accountOf } from "./post-names";
import { schedulerQueries } from "./queries";
import type { ScheduledPost } from "./schema";

const refreshes = [schedulerQueries.all()];

export const retryFailure = "Failed to retry post.";

/** Retries one post. The toast opens it, if the backend can show it. */
export const useRetryPost = (post: ScheduledPost, onOpen: (() => void) | undefined) =>
  useCommand(schedulerApi.retry, {
    failure: retryFailure,
    successOf: ({ message }) => ({
      title: message ?? "The post is queued again.",
      detail: `It will be published on ${accountOf(post)}.`,
      ...(onOpen && { action: { label: "Open post", run: onOpen } }),
    }),
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

/** Queues the planner. It runs in the background, so the toast says what it was about to schedule. */
export function useRunDailyPlanner() {
  const client = useQueryClient();
  return useCommand(schedulerApi.runDailyPlanner, {
    failure: "Failed to trigger planner job.",
    // The question stays open and shows the failure.
    isShownInPlace: true,
    successOf: ({ message }) => {
      const plan = client.getQueryData(planPreview().queryKey);
      return {
        title: message ?? "The daily planner is queued.",
        ...(plan && plannedPosts(plan) > 0 && { detail: `It schedules ${planInWords(plan)}.` }),
      };
    },
    refreshes,
  });
}
