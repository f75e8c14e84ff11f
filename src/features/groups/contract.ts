import { sampleGroup } from "@/entities/group/contract";
import { groupSchema } from "@/entities/group/schema";
import { endpoint } from "@/shared/api/endpoint";
import { newGroupSchema } from "./schema";

export const groupsApi = {
  create: endpoint.post("publishing/account-groups", {
    summary: "Creates an account group.",
    status: 201,
    body: newGroupSchema,
    reply: groupSchema,
    sample: {
      body: { name: "Zimska kolekcija", description: "Jackets and hoodies." },
      reply: sampleGroup,
    },
  }),
};
