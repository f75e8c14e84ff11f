import { performanceDocs } from "@/features/performance/contract-docs";
import { slice } from "../../kernel/handler.ts";
import { listPerformance, performanceByCategory, readPerformance } from "./performance.ts";
import { refreshInstagram } from "./refresh-figures.ts";

/** The endpoints of performance, and what handles each. */
export const performanceSlice = slice(
  {
    name: "Performance",
    description: "The figures of published posts, as far as their platforms report them.",
  },
  performanceDocs,
  {
    list: ({ query }, context) => listPerformance(context, query),
    detail: ({ params }, context) => readPerformance(context, params.id),
    byCategory: ({ query }, context) => performanceByCategory(context, query.group_id),
    refreshInstagram: ({ params }, context) => refreshInstagram(context, params.groupId),
  },
);
