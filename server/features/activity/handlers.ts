import { activityDocs } from "@/features/activity/contract-docs";
import { slice } from "../../kernel/handler.ts";
import { listActivity, listPeople } from "./activity.ts";

/** The endpoints of the activity, and what handles each. */
export const activitySlice = slice(
  {
    name: "Activity",
    description: "Who did what, and when.",
  },
  activityDocs,
  {
    list: ({ query }, context) => listActivity(context, query),
    people: (_, context) => listPeople(context),
  },
);
