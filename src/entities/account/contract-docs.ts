import { documented } from "@/shared/api/documented";
import type { z } from "@/shared/config/zod";
import { accountApi } from "./contract";
import type { accountSchema } from "./schema";

export const sampleAccount: z.input<typeof accountSchema> = {
  id: 11,
  platform_type: "bluesky",
  platform_username: "zimska.bsky.social",
  is_active: true,
  last_known_error: null,
  health: "ready",
};

export const accountDocs = documented(accountApi, {
  list: {
    summary: "Lists the social accounts of a group, oldest first.",
    sample: { reply: [sampleAccount] },
  },
});
