import { endpoint } from "@/shared/api/endpoint";
import { idSchema } from "@/shared/api/id";
import { listing } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";
import { activitySchema, kindNames, personSchema } from "./schema";

export const activityApi = {
  list: endpoint.get("publishing/activity", {
    capability: "activity",
    query: z.object({
      group_id: z.optional(idSchema),
      kind: z.optional(z.enum(kindNames)),
      user: z.optional(z.string().check(z.maxLength(200))),
      skip: z._default(z.coerce.number<number>().check(z.int(), z.gte(0), z.lte(1_000_000)), 0),
      limit: z._default(z.coerce.number<number>().check(z.int(), z.gte(1), z.lte(200)), 50),
    }),
    reply: listing(activitySchema),
  }),
  people: endpoint.get("publishing/activity/people", {
    capability: "activity",
    reply: listing(personSchema),
  }),
};
