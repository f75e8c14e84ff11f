import { useCommand } from "@/shared/query/use-command";
import { schedulerApi } from "./contract";
import { schedulerQueries } from "./queries";

const refreshes = [schedulerQueries.all()];

export const useRetryPost = () =>
  useCommand(schedulerApi.retry, {
    failure: "Failed to retry post.",
    successOf: ({ message }) => message ?? "The post is queued again.",
    refreshes,
  });

export const useRunDailyPlanner = () =>
  useCommand(schedulerApi.runDailyPlanner, {
    failure: "Failed to trigger planner job.",
    successOf: ({ message }) => message ?? "The daily planner is queued.",
    refreshes,
  });
