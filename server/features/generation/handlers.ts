import { generationDocs } from "@/features/generation/contract-docs";
import { slice } from "../../kernel/handler.ts";
import { fillCategoryQuota, fillGroupQuota } from "./fill-quota.ts";
import {
  generateAndApprove,
  generationStatus,
  triggerGeneration,
  triggerGroupQuota,
} from "./generation.ts";

/** The endpoints of generation, and what handles each. */
export const generationSlice = slice(
  {
    name: "Generation",
    description: "Generates posts with texts and images, for a category or a day's quota.",
  },
  generationDocs,
  {
    status: ({ query }, context) => generationStatus(context, query.group_id),
    trigger: ({ params, query }, context) => triggerGeneration(context, params.categoryId, query),
    triggerGroupQuota: ({ params, query }, context) =>
      triggerGroupQuota(context, params.groupId, query.generation_type),
    fillCategoryQuota: ({ params }, context) => fillCategoryQuota(context, params.id),
    fillGroupQuota: ({ params }, context) => fillGroupQuota(context, params.id),
    generateAndApprove: ({ body }, context) => generateAndApprove(context, body),
  },
);
