import type { QueryKey } from "@tanstack/react-query";
import { formatDateTime, parseTime } from "@/shared/format/time";
import { useCommand } from "@/shared/query/use-command";
import { clock } from "@/shared/time/clock";
import { schedulerApi } from "./contract";
import { accountOf } from "./post-names";
import { schedulerQueries } from "./queries";
import type { ScheduledPost } from "./schema";

/*
 * The writes to one scheduled post. In a file of their own, so that they are loaded with the lazy dialogs
 * that send them.
 */

export const rescheduleFailure = "Failed to reschedule post.";

/**
 * Moves a scheduled post, which makes `neighbours` (queries of other slices) stale too. The toast names the time that the
 * server has stored.
 */
export const useReschedulePost = (neighbours: readonly QueryKey[]) =>
  useCommand(schedulerApi.reschedule, {
    failure: rescheduleFailure,
    isShownInPlace: true,
    successOf: (post) => {
      const time = parseTime(post.publish_at);
      const title =
        time === undefined
          ? "Rescheduled."
          : `Rescheduled to ${formatDateTime(time, clock.now())}.`;
      return { title, detail: `It goes out on ${accountOf(post)}.` };
    },
    refreshes: [schedulerQueries.all(), ...neighbours],
  });

/** Makes a scheduled post due at once. The server publishes it in the background. */
export const usePublishPostNow = (neighbours: readonly QueryKey[]) =>
  useCommand(schedulerApi.publishNow, {
    failure: "Failed to publish post now.",
    isShownInPlace: true,
    successOf: (post) => ({
      title: "The post is due now.",
      detail: `It goes out on ${accountOf(post)} in a moment.`,
    }),
    refreshes: [schedulerQueries.all(), ...neighbours],
  });

/** Cancels the post on its account. */
export const useCancelPost = (post: ScheduledPost, neighbours: readonly QueryKey[]) =>
  useCommand(schedulerApi.cancel, {
    success: `Cancelled. It will not be published on ${accountOf(post)}.`,
    failure: "Failed to cancel post.",
    isShownInPlace: true,
    refreshes: [schedulerQueries.all(), ...neighbours],
  });
