import { sampleGroup } from "@/entities/group/contract";
import { groupSchema } from "@/entities/group/schema";
import { endpoint } from "@/shared/api/endpoint";
import { groupChangeSchema, mascotSchema, newGroupSchema, proxySchema } from "./schema";

const sampleMascot = {
  ai_mascot_image_path: "/mascots/zimko.png",
  ai_mascot_description: "Zimko, a friendly polar bear in a red scarf.",
};

const sampleProxy = {
  proxy_server: "http://proxy.example.com:8080",
  proxy_username: "zimska",
};

export const groupsApi = {
  create: endpoint.post("publishing/account-groups", {
    summary: "Creates an account group.",
    status: 201,
    body: newGroupSchema,
    reply: groupSchema,
    isReplyOptional: true,
    refusals: { 409: "There is a group of that name already." },
    sample: {
      body: { name: "Zimska kolekcija", description: "Jackets and hoodies." },
      reply: sampleGroup,
    },
  }),
  change: endpoint.patch("publishing/account-groups/{id}", {
    summary: "Changes the settings of a group that are named; the others stay.",
    body: groupChangeSchema,
    reply: groupSchema,
    isReplyOptional: true,
    sample: {
      body: { focus_media_type: "video", logo_url: "/logos/zima.png" },
      reply: { ...sampleGroup, focus_media_type: "video", logo_url: "/logos/zima.png" },
    },
  }),
  setMascot: endpoint.put("publishing/account-groups/{id}/mascot", {
    summary: "Sets the mascot that generated pictures show; null removes it.",
    body: mascotSchema,
    reply: groupSchema,
    isReplyOptional: true,
    sample: { body: sampleMascot, reply: { ...sampleGroup, ...sampleMascot } },
  }),
  setProxy: endpoint.put("publishing/account-groups/{id}/proxy", {
    summary:
      "Sets the proxy of a group. The password is stored encrypted and never answered; without one the stored one stays.",
    body: proxySchema,
    reply: groupSchema,
    isReplyOptional: true,
    sample: {
      body: { ...sampleProxy, proxy_password: "correct-horse" },
      reply: { ...sampleGroup, ...sampleProxy, proxy_password_set: true },
    },
  }),
};
