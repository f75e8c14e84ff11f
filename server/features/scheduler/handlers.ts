import { schedulerDocs } from "@/features/scheduler/contract-docs";
import { clearFailed, clearScheduled } from "../../domain/clears.ts";
import { retryPost } from "../../domain/retry.ts";
import { queuePlanner } from "../../domain/run-planner.ts";
import {
  cancelPost,
  findPost,
  nextSlotOf,
  publishPostNow,
  reschedulePost,
} from "../../domain/schedule-changes.ts";
import { listUpcoming, schedulerStatus } from "../../domain/scheduled-posts.ts";
import { previewDay } from "../../jobs/plan-day.ts";
import type { SliceHandlers } from "../../kernel/handler.ts";

/** The endpoints of the scheduler. */
export const schedulerApi = schedulerDocs;

/** Handles each endpoint of the scheduler. */
export const schedulerHandlers: SliceHandlers<typeof schedulerApi> = {
  upcoming: ({ query }, context) => listUpcoming(context, query),
  status: ({ query }, context) => schedulerStatus(context, query),
  detail: ({ params }, context) => findPost(context, params.id),
  nextSlot: ({ params }, context) => nextSlotOf(context, params.id),
  reschedule: ({ params, body }, context) => reschedulePost(context, params.id, body),
  cancel: ({ params }, context) => cancelPost(context, params.id),
  publishNow: ({ params }, context) => publishPostNow(context, params.id),
  retry: ({ params, query }, context) => retryPost(context, params.id, query),
  planPreview: (_, context) => previewDay(context),
  runDailyPlanner: (_, context) => queuePlanner(context),
  clearFailed: ({ query }, context) => clearFailed(context, query),
  clearScheduled: (_, context) => clearScheduled(context),
};
