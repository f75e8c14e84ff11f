import { endpoint } from "@/shared/api/endpoint";
import { idSchema } from "@/shared/api/id";
import { listField, listing } from "@/shared/api/reply/listing";
import { messageSchema } from "@/shared/api/reply/message";
import { z } from "@/shared/config/zod";
import {
  categorySummariesSchema,
  performanceSchema,
  snapshotSchema,
  sortKeys,
  sortOrders,
} from "./schema";

export const performanceApi = {
  list: endpoint.get("publishing/performance/posts", {
    query: z.object({
      sortBy: z._default(z.enum(sortKeys), "publish_at"),
      sortOrder: z._default(z.enum(sortOrders), "desc"),
      limit: z._default(z.coerce.number<number>().check(z.int(), z.gte(1), z.lte(10_000)), 100),
      category_id: z.optional(idSchema),
      group_id: z.optional(idSchema),
    }),
    reply: listing(performanceSchema),
  }),
  detail: endpoint.get("publishing/performance/posts/{id}", {
    reply: z.object({ performance: performanceSchema, snapshots: listField(snapshotSchema) }),
  }),
  byCategory: endpoint.get("publishing/performance/summary/by-category", {
    query: z.object({ group_id: idSchema }),
    reply: categorySummariesSchema,
  }),
  refreshInstagram: endpoint.post("admin/performance/refresh-instagram-feed/{groupId}", {
    status: 202,
    reply: messageSchema,
  }),
};
