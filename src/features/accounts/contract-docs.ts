import { sampleAccount } from "@/entities/account/contract-docs";
import { documented } from "@/shared/api/docs/documented";
import { accountsApi } from "./contract";

const sampleCredentials = { identifier: "zimska.bsky.social", password: "abcd-efgh-ijkl-mnop" };

export const accountsDocs = documented(accountsApi, {
  add: {
    summary: "Adds a social account to a group. The credentials are stored encrypted.",
    refusals: {
      400: "A real platform refuses the credentials; the detail is what it says.",
      409: "The group has that account already.",
    },
    sample: {
      body: {
        platform_type: "bluesky",
        platform_username: "zimska.bsky.social",
        credentials: sampleCredentials,
      },
      reply: sampleAccount,
    },
  },
  test: {
    summary: "Tries an account's credentials against its platform.",
    refusals: {
      400: "The platform refuses the credentials; the detail is what it says.",
      409: "The stored credentials cannot be read.",
      503: "The platform does not answer.",
    },
    sample: { reply: { message: "The credentials work." } },
  },
  clearCredentials: {
    summary: "Forgets an account's credentials and marks it inactive; all else of it stays.",
    sample: { reply: { ...sampleAccount, is_active: false } },
  },
  setCredentials: {
    summary:
      "Replaces an account's credentials and makes it active; 409 where its platform has none to type.",
    refusals: {
      400: "A real platform refuses the credentials; the detail is what it says.",
      409: "The platform of this account has no credentials to type.",
    },
    sample: {
      body: { credentials: sampleCredentials },
      reply: sampleAccount,
    },
  },
  primeSession: {
    summary: "Primes the session of a TikTok account and makes it active; 409 for any other.",
    description:
      "A server that publishes to the real TikTok has no session to prime: it names `tiktok-connect` among the `capabilities` of `GET /healthz`, and the console opens `GET /api/v1/publishing/tiktok/connect` instead.",
    refusals: {
      409: "The platform of this account has no session to prime, or this server connects it on TikTok, or does not publish to TikTok.",
    },
    sample: { reply: { message: "The session is primed: the account can publish." } },
  },
  backfillPerformance: {
    summary:
      "Queues a measurement of every published post of an account, and a search for those whose answer was lost.",
    sample: { reply: { message: "Measuring 12 published posts." } },
  },
  testPerformanceFetch: {
    summary: "Reads the figures of an account's newest published post; nothing is kept.",
    sample: {
      reply: {
        success: true,
        message: "Post 40: 4210 impressions, 187 likes, 14 comments, 9 shares.",
        error: null,
      },
    },
  },
  remove: {
    summary: "Deletes a social account with its credentials and what it was still to publish.",
    sample: {},
  },
});
