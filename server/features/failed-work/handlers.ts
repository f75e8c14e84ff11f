import { failedWorkDocs } from "@/features/failed-work/contract-docs";
import { slice } from "../../kernel/handler.ts";
import { listFailedWork, runFailedWorkAgain } from "./failed-work.ts";

/** The endpoints of failed work, and what handles each. */
export const failedWorkSlice = slice(
  {
    name: "Failed work",
    description: "Background work that failed for good, and can be run again.",
  },
  failedWorkDocs,
  {
    list: (_, context) => listFailedWork(context),
    runAgain: ({ params }, context) => runFailedWorkAgain(context, params.id),
  },
);
