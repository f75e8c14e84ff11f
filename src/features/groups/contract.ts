import { groupSchema } from "@/entities/group/contract";
import { endpoint } from "@/shared/api/endpoint";
import { messageSchema } from "@/shared/api/reply/message";
import {
  groupChangeSchema,
  groupContentsSchema,
  mascotSchema,
  newGroupSchema,
  proxySchema,
  renamedGroupSchema,
  slotsSchema,
  waitingPostsSchema,
} from "./schema";

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
  testProxy: endpoint.post("publishing/account-groups/{id}/proxy/test", {
    capability: "proxy-test",
    reply: messageSchema,
  }),
  setSlots: endpoint.put("publishing/account-groups/{id}/publishing-times", {
    capability: "slots",
    body: slotsSchema,
    reply: groupSchema,
  }),
  waitingPosts: endpoint.get("publishing/account-groups/{id}/waiting-posts", {
    capability: "group-pause",
    reply: waitingPostsSchema,
  }),
  pause: endpoint.post("publishing/account-groups/{id}/pause", {
    capability: "group-pause",
    reply: groupSchema,
  }),
  resume: endpoint.post("publishing/account-groups/{id}/resume", {
    capability: "group-pause",
    reply: groupSchema,
  }),
  rename: endpoint.put("publishing/account-groups/{id}/name", {
    capability: "group-edit",
    body: renamedGroupSchema,
    reply: groupSchema,
  }),
  contents: endpoint.get("publishing/account-groups/{id}/contents", {
    capability: "group-edit",
    reply: groupContentsSchema,
  }),
  remove: endpoint.delete("publishing/account-groups/{id}", { capability: "group-edit" }),
};
