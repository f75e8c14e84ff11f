import { integrationSchema } from "@/entities/integration/contract";
import { describeFields, describeUnread } from "@/shared/api/docs/describe-fields";
import { documented } from "@/shared/api/docs/documented";
import { z } from "@/shared/config/zod";
import { groupApi, groupSchema } from "./contract";

groupSchema.register(z.globalRegistry, { id: "Group" });

describeFields(groupSchema, {
  proxy_password_changed_at: "When the proxy's password was last set; null if never.",
  paused_at: "Since when nothing of the group is published; null while publishing is on.",
});

describeUnread(groupSchema, { integrations: z.array(integrationSchema) });

export const sampleGroup: z.input<typeof groupSchema> = {
  id: 1,
  name: "Zimska kolekcija",
  description: "Jackets and hoodies, winter season.",
  logo_url: null,
  focus_media_type: "image",
  ai_mascot_image_path: null,
  ai_mascot_description: null,
  proxy_server: null,
  proxy_username: null,
  proxy_password_set: false,
  proxy_password_changed_at: null,
  paused_at: null,
  publishing_times: null,
  time_zone: "UTC",
  notice_minutes: 10,
  integrations: [],
};

export const groupDocs = documented(groupApi, {
  list: {
    summary: "Lists the account groups, oldest first.",
    sample: { reply: [sampleGroup] },
  },
});
