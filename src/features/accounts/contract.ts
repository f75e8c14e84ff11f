import { sampleAccount } from "@/entities/account/contract";
import { accountSchema } from "@/entities/account/schema";
import { endpoint } from "@/shared/api/endpoint";
import { messageSchema } from "@/shared/api/message";
import { newAccountSchema } from "./schema";

export const accountsApi = {
  add: endpoint.post("publishing/account-groups/{id}/accounts", {
    summary: "Adds a social account to a group. The credentials are stored encrypted.",
    status: 201,
    body: newAccountSchema,
    reply: accountSchema,
    sample: {
      body: {
        platform_type: "bluesky",
        platform_username: "zimska.bsky.social",
        credentials: { identifier: "zimska.bsky.social", password: "abcd-efgh-ijkl-mnop" },
      },
      reply: sampleAccount,
    },
  }),
  test: endpoint.post("publishing/accounts/{id}/test", {
    summary: "Tries an account's credentials against its platform.",
    reply: messageSchema,
    sample: { reply: { message: "The credentials work." } },
  }),
  remove: endpoint.delete("publishing/accounts/{id}", {
    summary: "Deletes a social account with its credentials and what it was still to publish.",
    sample: {},
  }),
};
