import { sampleGroup } from "@/entities/group/contract-docs";
import { describeFields } from "@/shared/api/docs/describe-fields";
import { documented } from "@/shared/api/docs/documented";
import { z } from "@/shared/config/zod";
import { groupsApi } from "./contract";
import { publishingTimesSchema } from "./schema";

describeFields(groupsApi.setSlots.body, {
  publishing_times: "Null, or no time at all: at any time of the day.",
  notice_minutes: "The shortest time between an approval and its post.",
});
publishingTimesSchema.register(z.globalRegistry, {
  description: "The times of each weekday, as '09:00' in the group's time zone.",
});
describeFields(groupsApi.waitingPosts.reply, { due: "Those whose time has come." });

const sampleMascot = {
  ai_mascot_image_path: "/mascots/zimko.png",
  ai_mascot_description: "Zimko, a friendly polar bear in a red scarf.",
};

const sampleProxy = {
  proxy_server: "http://proxy.example.com:8080",
  proxy_username: "zimska",
};

const sampleDay = ["09:00", "17:30"];

const sampleSlots = {
  publishing_times: {
    monday: sampleDay,
    tuesday: sampleDay,
    wednesday: sampleDay,
    thursday: sampleDay,
    friday: sampleDay,
    saturday: ["11:00"],
    sunday: [],
  },
  time_zone: "Europe/Belgrade",
  notice_minutes: 10,
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
    description:
      "422 for a server at a link-local address, and, unless the deployment permits it, for one on this server or in a private network.",
    sample: {
      body: { ...sampleProxy, proxy_password: "correct-horse" },
      reply: { ...sampleGroup, ...sampleProxy, proxy_password_set: true },
    },
  },
  testProxy: {
    summary:
      "Asks a group's stored proxy for a connection to the internet; sends nothing through it.",
    refusals: {
      400: "The proxy does not work; the detail says why.",
      409: "The group has no proxy, or its password cannot be read.",
    },
    sample: { reply: { message: "The proxy works." } },
  },
  setSlots: {
    summary:
      "Sets when a group's posts go out: the times of each weekday, their time zone, and the notice after an approval.",
    description:
      "The next slot of an approval, and the daily planner, use these times, one post per account at a time. Posts that are scheduled already keep theirs. Without times, posts of an account are 30 minutes apart, and the planner spreads the day's over 08:00 to 20:00 UTC.",
    sample: { body: sampleSlots, reply: { ...sampleGroup, ...sampleSlots } },
  },
  waitingPosts: {
    summary: "Counts the posts of a group that are still to be published.",
    sample: { reply: { scheduled: 12, due: 3 } },
  },
  pause: {
    summary: "Pauses a group: nothing of it is published or planned until it is resumed.",
    description:
      "Posts that come due meanwhile wait. A post whose platform is being called is finished. A group that is paused already stays so.",
    sample: { reply: { ...sampleGroup, paused_at: "2026-11-21T18:30:00Z" } },
  },
  resume: {
    summary: "Resumes a group: what came due meanwhile goes out at once, the oldest first.",
    sample: { reply: sampleGroup },
  },
  rename: {
    summary: "Renames a group.",
    refusals: { 409: "There is a group of that name already." },
    sample: {
      body: { name: "Prolećna kolekcija" },
      reply: { ...sampleGroup, name: "Prolećna kolekcija" },
    },
  },
  contents: {
    summary: "Counts what a group holds, and what would be deleted with it.",
    sample: {
      reply: {
        accounts: 4,
        categories: 3,
        content_items: 120,
        pending_approval: 2,
        scheduled_posts: 12,
        published_posts: 340,
        integrations: 2,
        subscribers: 1800,
      },
    },
  },
  remove: {
    summary: "Deletes a group with everything that it holds; what is published stays public.",
    refusals: { 409: "One of its posts is being published, or its sale rotation is running." },
    sample: {},
  },
});
