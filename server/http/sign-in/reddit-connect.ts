import type { Hono } from "hono";
import { redditToConnect, saveConnection } from "../../features/accounts/index.ts";
import { findGroup } from "../../kernel/find-group.ts";
import { type ConnectOptions, createConnectPage } from "./connect-page.ts";

/** Connects the Reddit account that the person allows to the group `group_id`. */
export const createRedditConnect = (options: ConnectOptions): Hono =>
  createConnectPage(
    {
      platform: "reddit",
      targetOf: async (context, { group_id = "" }) => {
        const { id: group } = await findGroup(context, group_id);
        return { group, account: null };
      },
      authorizationUrl: ({ reddit }, request) => reddit.authorizationUrl(request),
      exchange: async ({ database, ports }, { group }, ...given) => {
        const account = await redditToConnect({ db: database.db, ports }, group);
        return ports.reddit.connect(account, ...given);
      },
      save: (context, { group }, connected) => saveConnection(context, group, connected),
    },
    options,
  );
