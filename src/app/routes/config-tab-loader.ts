import type { QueryClient } from "@tanstack/react-query";
import { integrationQueries } from "@/entities/integration";
import { setUpCategories } from "@/features/categories";
import { newsletterQueries } from "@/features/newsletter";
import type { Id } from "@/shared/api/id";
import { prefetch } from "@/shared/query/prefetch";

export function loadTab(
  client: QueryClient,
  group: Id,
  tab: "evergreen" | "integrations" | "newsletter",
) {
  switch (tab) {
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
  }
}
