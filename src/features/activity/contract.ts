import { endpoint } from "@/shared/api/endpoint";
import { ofGroup, pageOf } from "@/shared/api/list-query";
import { listing } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";
import { activitySchema, kindNames, personSchema } from "./schema";

export const activityApi = {
  list: endpoint.get("publishing/activity", {
    capability: "activity",
    query: z.object({
      ...ofGroup,
      kind: z.optional(z.enum(kindNames)),
      user: z.optional(z.string().check(z.maxLength(200))),
      ...pageOf(50, 200),
    }),
    reply: listing(activitySchema),
  }),
  people: endpoint.get("publishing/activity/people", {
    capability: "activity",
    reply: listing(personSchema),
  }),
};
