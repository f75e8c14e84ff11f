import { schedulerDocs } from "@/features/scheduler/contract-docs";
import { slice } from "../../kernel/handler.ts";
import { previewDay, queuePlanner } from "../generation/index.ts";
import { clearFailed, clearScheduled } from "./clear-posts.ts";
import { retryPost } from "./retry.ts";
import {
  cancelPost,
  findPost,
  nextSlotOf,
  publishPostNow,
  reschedulePost,
} from "./schedule-changes.ts";
import { listUpcoming, schedulerStatus } from "./scheduled-posts.ts";

/** The endpoints of the scheduler, and what handles each. */
export const schedulerSlice = slice(
  {
    name: "Schedule",
    description: "Scheduled and failed posts, and the daily planner.",
  },
  schedulerDocs,
  {
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
  },
);
