import { failedWorkDocs } from "@/features/failed-work/contract-docs";
import type { SliceHandlers } from "../../kernel/handler.ts";
import { listFailedWork, runFailedWorkAgain } from "./failed-work.ts";

/** The endpoints of failed work. */
export const failedWorkApi = failedWorkDocs;

/** Handles each endpoint of failed work. */
export const failedWorkHandlers: SliceHandlers<typeof failedWorkApi> = {
  list: (_, context) => listFailedWork(context),
  runAgain: ({ params }, context) => runFailedWorkAgain(context, params.id),
};
