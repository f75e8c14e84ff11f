import type { Hono } from "hono";
import {
  accountToConnect,
  findTikTokAccount,
  saveTikTok,
  tiktokOf,
} from "../../features/accounts/index.ts";
import { type ConnectOptions, createConnectPage } from "./connect-page.ts";

/** Connects the TikTok account `account_id` of the console to TikTok: this primes it in a live world. */
export const createTikTokConnect = (options: ConnectOptions): Hono =>
  createConnectPage(
    {
      platform: "tiktok",
      targetOf: async (context, { account_id = "" }) => {
        const { id, group_id } = await findTikTokAccount(context, account_id);
        return { group: group_id, account: id };
      },
      authorizationUrl: (ports, request) => tiktokOf(ports).authorizationUrl(request),
      exchange: async ({ database, ports }, { account }, ...given) => {
        const known = await accountToConnect({ db: database.db, ports }, account ?? 0);
        return tiktokOf(ports).connect(known, ...given);
      },
      save: (context, { account }, connected) => saveTikTok(context, account ?? 0, connected),
    },
    options,
  );
