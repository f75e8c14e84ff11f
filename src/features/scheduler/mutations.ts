import { useQueryClient } from "@tanstack/react-query";
import type { Id } from "@/shared/api/id";
import { counted } from "@/shared/format/number";
import { listed } from "@/shared/format/text";
import { formatDateTime, parseTime } from "@/shared/format/time";
import { useCommand } from "@/shared/query/use-command";
import { clock } from "@/shared/time/clock";
import { schedulerApi } from "./contract";
import { accountOf, accountsOf, type Posts } from "./posts";
import { schedulerQueries } from "./queries";
import type { PlanPreview, ScheduledPost } from "./schema";
import { useEachPost } from "./use-each-post";

/**
 * The lists that a change of a scheduled post makes out of date: the approval queue shows the same
 * posts, and the activity says who changed them.
 */
const refreshes = [schedulerQueries.all(), ["queue"], ["activity"]] as const;

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
    reload: () => {
      for (const queryKey of refreshes) void client.invalidateQueries({ queryKey });
    },
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
      const plan = client.getQueryData(schedulerQueries.planPreview().queryKey);
      return {
        title: message ?? "The daily planner is queued.",
        ...(plan && plannedPosts(plan) > 0 && { detail: `It schedules ${planInWords(plan)}.` }),
      };
    },
    refreshes,
  });
}

export const rescheduleFailure = "Failed to reschedule post.";
export const publishFailure = "Failed to publish post now.";
export const cancelFailure = "Failed to cancel post.";

/*
 * Writes to scheduled posts: to one account of a post, or to several, each with its own call. The dialog
 * shows a failure.
 */

const optionsOf = (failure: string) => ({
  failure,
  isShownInPlace: true as const,
  refreshes,
});

/** Moves posts to another time. The toast names the time that the server has stored. */
export function useReschedulePosts() {
  const { send } = useCommand(schedulerApi.reschedule, optionsOf(rescheduleFailure));
  const { sendEach, ...command } = useEachPost<ScheduledPost>({
    failure: rescheduleFailure,
    done: "Moved.",
    success: (posts, [post]) => {
      const time = parseTime(post?.publish_at);
      const place = time === undefined ? "" : ` to ${formatDateTime(time, clock.now())}`;
      return {
        title: `Rescheduled${place}.`,
        detail: `It will be published on ${accountsOf(posts)}.`,
      };
    },
  });
  return {
    ...command,
    reschedule: (posts: Posts, publish_at: string) =>
      sendEach(posts, ({ id }) => send({ params: { id }, body: { publish_at } })),
  };
}

/** Makes posts due at once. The server publishes them in the background. */
export function usePublishPostsNow() {
  const { send } = useCommand(schedulerApi.publishNow, optionsOf(publishFailure));
  const { sendEach, ...command } = useEachPost<ScheduledPost>({
    failure: publishFailure,
    done: "Due now.",
    success: (posts) => ({
      title: "Publishing now.",
      detail: `It will be published on ${accountsOf(posts)} in a moment.`,
    }),
  });
  return {
    ...command,
    publish: (posts: Posts) => sendEach(posts, ({ id }) => send({ params: { id } })),
  };
}

/** Cancels posts on their accounts. */
export function useCancelPosts() {
  const { send } = useCommand(schedulerApi.cancel, optionsOf(cancelFailure));
  const { sendEach, ...command } = useEachPost<unknown>({
    failure: cancelFailure,
    done: "Cancelled.",
    success: (posts) => ({
      title: `Cancelled. It will not be published on ${accountsOf(posts)}.`,
    }),
  });
  return {
    ...command,
    cancel: (posts: Posts) => sendEach(posts, ({ id }) => send({ params: { id } })),
  };
}

/** Groups that are named; more would make a sentence that nobody reads. */
const mostNamed = 5;

/** Returns how many posts the planner would schedule, in all groups. */
export const plannedPosts = ({ posts, groups }: PlanPreview): number =>
  posts ?? groups.items.reduce((sum, group) => sum + group.posts, 0);

/** Puts a plan in words: `5 posts in 2 groups: 3 in “Zimska kolekcija” and 2 in “Kafa i knjige”` */
export function planInWords(plan: PlanPreview): string {
  const { items, unreadable } = plan.groups;
  const named = items.slice(0, mostNamed);
  const count = items.length + unreadable;
  const others = count - named.length;
  const each = named.map(({ group_name, posts }) => `${posts} in “${group_name}”`);
  return `${counted(plannedPosts(plan), "post")} in ${counted(count, "group")}: ${listed([
    ...each,
    ...(others > 0 ? [`the rest in ${counted(others, "other")}`] : []),
  ])}`;
}
