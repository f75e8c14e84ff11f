import { sampleAccount } from "@/entities/account/contract";
import { accountSchema } from "@/entities/account/schema";
import { endpoint } from "@/shared/api/endpoint";
import { messageSchema } from "@/shared/api/message";
import { credentialsSchema, newAccountSchema, performanceFetchSchema } from "./schema";

const sampleCredentials = { identifier: "zimska.bsky.social", password: "abcd-efgh-ijkl-mnop" };

export const accountsApi = {
  add: endpoint.post("publishing/account-groups/{id}/accounts", {
    summary: "Adds an account to a group; its credentials are stored encrypted.",
    status: 201,
    body: newAccountSchema,
    reply: accountSchema,
    isReplyOptional: true,
    refusals: { 409: "The group has that account already." },
    sample: {
      body: {
        platform_type: "bluesky",
        platform_username: "zimska.bsky.social",
        credentials: sampleCredentials,
      },
      reply: sampleAccount,
    },
  }),
  test: endpoint.post("publishing/accounts/{id}/test", {
    summary: "Tries an account's credentials against its platform.",
    reply: messageSchema,
    refusals: {
      400: "The platform refuses the credentials; the detail says why.",
      409: "The stored credentials cannot be read.",
      503: "The platform does not answer.",
    },
    sample: { reply: { message: "The credentials work." } },
  }),
  clearCredentials: endpoint.post("publishing/accounts/{id}/clear-credentials", {
    summary: "Forgets an account's credentials and marks it inactive.",
    reply: accountSchema,
    isReplyOptional: true,
    sample: { reply: { ...sampleAccount, is_active: false } },
  }),
  setCredentials: endpoint.put("publishing/accounts/{id}/credentials", {
    summary: "Replaces an account's credentials and makes it active.",
    body: credentialsSchema,
    reply: accountSchema,
    isReplyOptional: true,
    refusals: { 409: "The platform of this account has no credentials to type." },
    sample: {
      body: { credentials: sampleCredentials },
      reply: sampleAccount,
    },
  }),
  primeSession: endpoint.post("publishing/accounts/{id}/prime-session", {
    summary: "Primes the session of a TikTok account and makes it active.",
    reply: messageSchema,
    refusals: { 409: "The platform of this account has no session to prime." },
    sample: { reply: { message: "The session is primed: the account can publish." } },
  }),
  backfillPerformance: endpoint.post("admin/backfill-performance/{accountId}", {
    summary: "Queues a measurement of every published post of an account.",
    status: 202,
    reply: messageSchema,
    sample: { reply: { message: "Measuring 12 published posts." } },
  }),
  testPerformanceFetch: endpoint.post("admin/test-performance-fetch/{accountId}", {
    summary: "Reads the figures of an account's newest post; nothing is kept.",
    reply: performanceFetchSchema,
    sample: {
      reply: {
        success: true,
        message: "Post 40: 187 likes, 9 shares.",
        error: null,
      },
    },
  }),
  remove: endpoint.delete("publishing/accounts/{id}", {
    summary: "Deletes an account, its credentials and its scheduled posts.",
    sample: {},
  }),
};
