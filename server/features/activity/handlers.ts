import { activityDocs } from "@/features/activity/contract-docs";
import type { SliceHandlers } from "../../kernel/handler.ts";
import { listActivity, listPeople } from "./activity.ts";

/** The endpoints of the activity. */
export const activityApi = activityDocs;

/** Handles each endpoint of the activity. */
export const activityHandlers: SliceHandlers<typeof activityApi> = {
  list: ({ query }, context) => listActivity(context, query),
  people: (_, context) => listPeople(context),
};
