import { describeFields } from "@/shared/api/docs/describe-fields";
import { documented } from "@/shared/api/docs/documented";
import { z } from "@/shared/config/zod";
import { accountApi, accountSchema } from "./contract";

accountSchema.register(z.globalRegistry, { id: "Account" });

describeFields(accountSchema, {
  api_ends_at:
    "From when its platform may refuse the API version that the server calls, in ISO 8601: from 60 days before, else null.",
  credentials_changed_at: "When its credentials were last replaced or cleared; null if never.",
  health:
    "`ready`: its last test passed, or it has published since; `untested`: its keys were not tried; `failing`: its last test failed; `incomplete`: it has no keys, or is not connected.",
});

export const sampleAccount: z.input<typeof accountSchema> = {
  id: 11,
  platform_type: "bluesky",
  platform_username: "zimska.bsky.social",
  is_active: true,
  last_known_error: null,
  health: "ready",
  owner: "@zimska.bsky.social",
  expires_at: null,
  credentials_changed_at: null,
  api_ends_at: null,
};

export const accountDocs = documented(accountApi, {
  list: {
    summary: "Lists the social accounts of a group, oldest first.",
    sample: { reply: [sampleAccount] },
  },
});
