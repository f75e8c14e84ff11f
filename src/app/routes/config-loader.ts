import type { QueryClient } from "@tanstack/react-query";
import { accountQueries } from "@/entities/account";
import type { Id } from "@/shared/api/id";
import { prefetch } from "@/shared/query/prefetch";
import { lazyTab, type Tab } from "../pages/config-tabs";
import { inGroup } from "./in-group";

type Args = {
  context: { queryClient: QueryClient };
  deps: { group: Id | undefined; tab: Tab };
};

export function load({ context: { queryClient }, deps: { group: named, tab } }: Args) {
  return inGroup(queryClient, named, (group) => [loadTab(queryClient, group, tab)]);
}

/** The page is shown together with its tab; otherwise everything below the tab would jump. */
export const loadCode = ({ deps: { tab } }: Args) => lazyTab(tab)?.preload();

/** The tabs that are not shown first keep their queries out of the screen's chunk. */
async function loadTab(client: QueryClient, group: Id, tab: Tab) {
  switch (tab) {
    case "accounts":
    case "direct":
      return prefetch(client, accountQueries.ofGroup(group));
    case "evergreen":
    case "integrations":
    case "newsletter": {
      const { loadTab } = await import("./config-tab-loader");
      return loadTab(client, group, tab);
    }
    default:
      // The other tabs show the group itself.
      return undefined;
  }
}
