import { generationDocs } from "@/features/generation/contract-docs";
import type { SliceHandlers } from "../../kernel/handler.ts";
import { fillCategoryQuota, fillGroupQuota } from "./fill-quota.ts";
import {
  generateAndApprove,
  generationStatus,
  triggerGeneration,
  triggerGroupQuota,
} from "./generation.ts";

/** The endpoints of generation. */
export const generationApi = generationDocs;

/** Handles each endpoint of generation. */
export const generationHandlers: SliceHandlers<typeof generationApi> = {
  status: ({ query }, context) => generationStatus(context, query.group_id),
  trigger: ({ params, query }, context) => triggerGeneration(context, params.categoryId, query),
  triggerGroupQuota: ({ params, query }, context) =>
    triggerGroupQuota(context, params.groupId, query.generation_type),
  fillCategoryQuota: ({ params }, context) => fillCategoryQuota(context, params.id),
  fillGroupQuota: ({ params }, context) => fillGroupQuota(context, params.id),
  generateAndApprove: ({ body }, context) => generateAndApprove(context, body),
};
