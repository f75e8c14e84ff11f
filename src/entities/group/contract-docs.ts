import { documented } from "@/shared/api/documented";
import type { z } from "@/shared/config/zod";
import { groupApi } from "./contract";
import type { groupSchema } from "./schema";

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
  integrations: [],
};

export const groupDocs = documented(groupApi, {
  list: {
    summary: "Lists the account groups, oldest first.",
    sample: { reply: [sampleGroup] },
  },
});
