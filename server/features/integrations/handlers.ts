import { integrationDocs } from "@/entities/integration/contract-docs";
import { integrationsDocs } from "@/features/integrations/contract-docs";
import { slice } from "../../kernel/handler.ts";
import {
  addIntegration,
  copyIntegration,
  listAllIntegrations,
  listIntegrations,
  queueSync,
  removeIntegration,
  testIntegration,
} from "./integrations.ts";
import { adAccounts } from "./key-test.ts";

/** The endpoints of integrations, and what handles each. */
export const integrationsSlice = slice(
  {
    name: "Integrations",
    description: "The shops, ad accounts and mail services of a group.",
  },
  { ...integrationDocs, ...integrationsDocs },
  {
    list: ({ params }, context) => listIntegrations(context, params.id),
    all: (_, context) => listAllIntegrations(context),
    add: { outside: ({ params, body }, run) => addIntegration(run, params.id, body) },
    remove: ({ params }, context) => removeIntegration(context, params.id),
    copy: ({ body }, context) => copyIntegration(context, body),
    test: { outside: ({ params }, run) => testIntegration(run, params.id) },
    adAccounts: { outside: ({ body }, { ports }) => adAccounts(ports, body.user_access_token) },
    syncProducts: ({ params }, context) => queueSync(context, params.id),
  },
);
