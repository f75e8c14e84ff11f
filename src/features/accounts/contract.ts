import { accountSchema } from "@/entities/account/contract";
import { endpoint } from "@/shared/api/endpoint";
import { messageSchema } from "@/shared/api/reply/message";
import { credentialsSchema, newAccountSchema, performanceFetchSchema } from "./schema";

/**
 * The capability of a backend whose TikTok accounts are connected on TikTok's own page, in place of a
 * primed session.
 */
export const tiktokConnectCapability = { capability: "tiktok-connect" };

export const accountsApi = {
  add: endpoint.post("publishing/account-groups/{id}/accounts", {
    status: 201,
    body: newAccountSchema,
    reply: accountSchema,
    isReplyOptional: true,
  }),
  test: endpoint.post("publishing/accounts/{id}/test", {
    reply: messageSchema,
  }),
  clearCredentials: endpoint.post("publishing/accounts/{id}/clear-credentials", {
    reply: accountSchema,
    isReplyOptional: true,
  }),
  setCredentials: endpoint.put("publishing/accounts/{id}/credentials", {
    body: credentialsSchema,
    reply: accountSchema,
    isReplyOptional: true,
  }),
  primeSession: endpoint.post("publishing/accounts/{id}/prime-session", {
    isLong: true,
    reply: messageSchema,
  }),
  backfillPerformance: endpoint.post("admin/backfill-performance/{accountId}", {
    status: 202,
    reply: messageSchema,
  }),
  testPerformanceFetch: endpoint.post("admin/test-performance-fetch/{accountId}", {
    isLong: true,
    reply: performanceFetchSchema,
  }),
  remove: endpoint.delete("publishing/accounts/{id}"),
};
