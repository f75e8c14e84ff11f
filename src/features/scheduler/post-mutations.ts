import type { QueryKey } from "@tanstack/react-query";
import { formatDateTime, parseTime } from "@/shared/format/time";
import { useCommand } from "@/shared/query/use-command";
import { clock } from "@/shared/time/clock";
import { accountsOf } from "./account-names";
import { schedulerApi } from "./contract";
import { useEachPost } from "./each-post";
import type { Posts } from "./joined-posts";
import { schedulerQueries } from "./queries";
import type { ScheduledPost } from "./schema";

/*
 * The writes to scheduled posts: to one account of a post, or to several, each with its own call. In a
 * file of their own, so that they are loaded with the lazy dialogs that send them. Each makes
 * `neighbours` (queries of other slices) stale too.
 */

const refreshed = (neighbours: readonly QueryKey[]) => ({
  isShownInPlace: true as const,
  refreshes: [schedulerQueries.all(), ...neighbours],
});

export const rescheduleFailure = "Failed to reschedule post.";
export const publishFailure = "Failed to publish post now.";
export const cancelFailure = "Failed to cancel post.";

/** Moves posts to another time. The toast names the time that the server has stored. */
export function useReschedulePosts(neighbours: readonly QueryKey[]) {
  const failure = rescheduleFailure;
  const { send } = useCommand(schedulerApi.reschedule, { failure, ...refreshed(neighbours) });
  const { sendEach, ...command } = useEachPost<ScheduledPost>({
    failure,
    done: "Moved.",
    success: (posts, [post]) => {
      const time = parseTime(post?.publish_at);
      const title =
        time === undefined
          ? "Rescheduled."
          : `Rescheduled to ${formatDateTime(time, clock.now())}.`;
      return { title, detail: `It will be published on ${accountsOf(posts)}.` };
    },
  });
  return {
    ...command,
    reschedule: (posts: Posts, publish_at: string) =>
      sendEach(posts, ({ id }) => send({ params: { id }, body: { publish_at } })),
  };
}

/** Makes posts due at once. The server publishes them in the background. */
export function usePublishPostsNow(neighbours: readonly QueryKey[]) {
  const failure = publishFailure;
  const { send } = useCommand(schedulerApi.publishNow, { failure, ...refreshed(neighbours) });
  const { sendEach, ...command } = useEachPost<ScheduledPost>({
    failure,
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
export function useCancelPosts(neighbours: readonly QueryKey[]) {
  const failure = cancelFailure;
  const { send } = useCommand(schedulerApi.cancel, { failure, ...refreshed(neighbours) });
  const { sendEach, ...command } = useEachPost<unknown>({
    failure,
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
