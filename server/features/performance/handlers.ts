import { performanceDocs } from "@/features/performance/contract-docs";
import type { SliceHandlers } from "../../kernel/handler.ts";
import { listPerformance, performanceByCategory, readPerformance } from "./performance.ts";
import { refreshInstagram } from "./refresh-figures.ts";

/** The endpoints of performance. */
export const performanceApi = performanceDocs;

/** Handles each endpoint of performance. */
export const performanceHandlers: SliceHandlers<typeof performanceApi> = {
  list: ({ query }, context) => listPerformance(context, query),
  detail: ({ params }, context) => readPerformance(context, params.id),
  byCategory: ({ query }, context) => performanceByCategory(context, query.group_id),
  refreshInstagram: ({ params }, context) => refreshInstagram(context, params.groupId),
};
