import { groupSchema } from "@/entities/group/schema";
import { endpoint } from "@/shared/api/endpoint";
import { groupChangeSchema, mascotSchema, newGroupSchema, proxySchema } from "./schema";

export const groupsApi = {
  create: endpoint.post("publishing/account-groups", {
    status: 201,
    body: newGroupSchema,
    reply: groupSchema,
    isReplyOptional: true,
  }),
  change: endpoint.patch("publishing/account-groups/{id}", {
    body: groupChangeSchema,
    reply: groupSchema,
    isReplyOptional: true,
  }),
  setMascot: endpoint.put("publishing/account-groups/{id}/mascot", {
    body: mascotSchema,
    reply: groupSchema,
    isReplyOptional: true,
  }),
  setProxy: endpoint.put("publishing/account-groups/{id}/proxy", {
    body: proxySchema,
    reply: groupSchema,
    isReplyOptional: true,
  }),
};
