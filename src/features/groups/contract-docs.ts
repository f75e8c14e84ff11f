import { sampleGroup } from "@/entities/group/contract-docs";
import { documented } from "@/shared/api/documented";
import { groupsApi } from "./contract";

const sampleMascot = {
  ai_mascot_image_path: "/mascots/zimko.png",
  ai_mascot_description: "Zimko, a friendly polar bear in a red scarf.",
};

const sampleProxy = {
  proxy_server: "http://proxy.example.com:8080",
  proxy_username: "zimska",
};

export const groupsDocs = documented(groupsApi, {
  create: {
    summary: "Creates an account group.",
    refusals: { 409: "There is a group of that name already." },
    sample: {
      body: { name: "Zimska kolekcija", description: "Jackets and hoodies." },
      reply: sampleGroup,
    },
  },
  change: {
    summary: "Changes the settings of a group that are named; the others stay.",
    sample: {
      body: { focus_media_type: "video", logo_url: "/logos/zima.png" },
      reply: { ...sampleGroup, focus_media_type: "video", logo_url: "/logos/zima.png" },
    },
  },
  setMascot: {
    summary: "Sets the mascot that generated pictures show; null removes it.",
    sample: { body: sampleMascot, reply: { ...sampleGroup, ...sampleMascot } },
  },
  setProxy: {
    summary:
      "Sets the proxy of a group. The password is stored encrypted and never answered; without one the stored one stays.",
    sample: {
      body: { ...sampleProxy, proxy_password: "correct-horse" },
      reply: { ...sampleGroup, ...sampleProxy, proxy_password_set: true },
    },
  },
});
