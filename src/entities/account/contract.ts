import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/listing";
import type { z } from "@/shared/config/zod";
import { accountSchema } from "./schema";

export const sampleAccount: z.input<typeof accountSchema> = {
  id: 11,
  platform_type: "bluesky",
  platform_username: "zimska.bsky.social",
  is_active: true,
  last_known_error: null,
};

export const accountApi = {
  list: endpoint.get("publishing/account-groups/{id}/accounts", {
    summary: "Lists the social accounts of a group, oldest first.",
    reply: listing(accountSchema),
    sample: { reply: [sampleAccount] },
  }),
};
