import { accountDocs } from "@/entities/account/contract-docs";
import { accountsDocs } from "@/features/accounts/contract-docs";
import { slice } from "../../kernel/handler.ts";
import { backfillPerformance, testPerformanceFetch } from "../performance/index.ts";
import {
  addAccount,
  clearCredentials,
  listAccounts,
  primeSession,
  removeAccount,
  setCredentials,
  testAccount,
} from "./accounts.ts";

/** The endpoints of accounts, and what handles each. */
export const accountsSlice = slice(
  {
    name: "Social accounts",
    description: "The accounts of a group on the platforms, their credentials and figures.",
  },
  { ...accountDocs, ...accountsDocs },
  {
    list: ({ params }, context) => listAccounts(context, params.id),
    add: { outside: ({ params, body }, run) => addAccount(run, params.id, body) },
    test: { outside: ({ params }, run) => testAccount(run, params.id) },
    clearCredentials: ({ params }, context) => clearCredentials(context, params.id),
    setCredentials: {
      outside: ({ params, body }, run) => setCredentials(run, params.id, body),
    },
    primeSession: ({ params }, context) => primeSession(context, params.id),
    backfillPerformance: ({ params }, context) => backfillPerformance(context, params.accountId),
    testPerformanceFetch: {
      outside: ({ params }, run) => testPerformanceFetch(run, params.accountId),
    },
    remove: ({ params }, context) => removeAccount(context, params.id),
  },
);
