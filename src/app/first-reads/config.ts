import type { QueryClient } from "@tanstack/react-query";
import { accountQueries } from "@/entities/account";
import { integrationQueries } from "@/entities/integration";
import { setUpCategories } from "@/features/categories";
import { newsletterQueries } from "@/features/newsletter";
import type { Id } from "@/shared/api/id";
import { warm } from "@/shared/query/warm";
import { lateTab, type Tab } from "../pages/config-tabs";
import { inGroup } from "./in-group";

export function readForConfig(client: QueryClient, named: Id | undefined, tab: Tab) {
  void lateTab(tab)?.preload();
  return inGroup(client, named, (group) => {
    switch (tab) {
      case "accounts":
      case "direct":
        return [warm(client, accountQueries.ofGroup(group))];
      case "evergreen":
        return [warm(client, setUpCategories(group))];
      case "integrations":
        return [
          warm(client, integrationQueries.everywhere()),
          warm(client, integrationQueries.ofGroup(group)),
        ];
      case "newsletter":
        return [
          warm(client, integrationQueries.ofGroup(group)),
          warm(client, newsletterQueries.subscribers(group)),
          warm(client, newsletterQueries.settings(group)),
        ];
      default:
        // What the group itself holds is all that the others show.
        return [];
    }
  });
}
