import type { QueryClient } from "@tanstack/react-query";
import { accountQueries } from "@/entities/account";
import { integrationQueries } from "@/entities/integration";
import { setUpCategories } from "@/features/categories";
import { newsletterQueries } from "@/features/newsletter";
import type { Id } from "@/shared/api/id";
import { prefetch } from "@/shared/query/prefetch";
import { lazyTab, type Tab } from "../../pages/config/config-tabs";
import { inGroup } from "../../shell/active-group";

type Args = {
  context: { queryClient: QueryClient };
  deps: { group: Id | undefined; tab: Tab };
};

export function load({ context: { queryClient }, deps: { group: named, tab } }: Args) {
  return inGroup(queryClient, named, (group) => [loadTab(queryClient, group, tab)]);
}

/** The page is shown together with its tab; otherwise everything below the tab would jump. */
export const loadCode = ({ deps: { tab } }: Args) => lazyTab(tab)?.preload();

/** The tabs that are left out show the group itself. */
function loadTab(client: QueryClient, group: Id, tab: Tab) {
  switch (tab) {
    case "accounts":
    case "direct":
      return prefetch(client, accountQueries.ofGroup(group));
    case "evergreen":
      return prefetch(client, setUpCategories(group));
    case "integrations":
      return Promise.all([
        prefetch(client, integrationQueries.everywhere()),
        prefetch(client, integrationQueries.ofGroup(group)),
      ]);
    case "newsletter":
      return Promise.all([
        prefetch(client, integrationQueries.ofGroup(group)),
        prefetch(client, newsletterQueries.subscribers(group)),
        prefetch(client, newsletterQueries.settings(group)),
      ]);
    default:
      return Promise.resolve();
  }
}
