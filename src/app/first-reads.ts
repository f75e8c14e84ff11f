import type { QueryClient } from "@tanstack/react-query";
import { accountQueries } from "@/entities/account";
import { categoryQueries } from "@/entities/category";
import { groupQueries } from "@/entities/group";
import { integrationQueries } from "@/entities/integration";
import { setUpCategories } from "@/features/categories";
import { activeCategory, contentQueries, listedCategories } from "@/features/content";
import { generationQueries } from "@/features/generation";
import { newsletterQueries } from "@/features/newsletter";
import { performanceQueries } from "@/features/performance";
import { queueQueries } from "@/features/queue";
import { schedulerQueries } from "@/features/scheduler";
import { call } from "@/shared/api/call";
import { healthApi } from "@/shared/api/health";
import type { Id } from "@/shared/api/id";
import { warm, warmPages } from "@/shared/query/warm";
import { activeGroup } from "./shell/active-group";
import { healthQueries } from "./shell/health";

/*
 * What each screen reads first. A chunk of its own, which the API's client and contract come with:
 * who signs in needs none of it, and data is asked for while a screen's code is still on its way.
 */

type List = Omit<Parameters<typeof performanceQueries.list>[0], "group">;
type Filter = Parameters<typeof contentQueries.items>[1];

export function readForShell(client: QueryClient) {
  warm(client, groupQueries.list());
  warm(client, healthQueries.read());
}

export function readForContent(
  client: QueryClient,
  named: Id | undefined,
  { category, archived, filter }: { category: Id | undefined; archived: boolean; filter: Filter },
) {
  inGroup(client, named, (group) => {
    warm(client, generationQueries.status(group));
    client
      .query(categoryQueries.ofGroup(group))
      .then(({ items }) => {
        const open = activeCategory(listedCategories(items, archived), category);
        if (open) warm(client, contentQueries.items(open.id, filter));
      })
      .catch(() => {});
  });
}

export function readForPerformance(
  client: QueryClient,
  named: Id | undefined,
  { tab, ...list }: List & { tab: "posts" | "categories" },
) {
  inGroup(client, named, (group) => {
    if (tab === "categories") {
      warm(client, performanceQueries.byCategory(group));
      return;
    }
    warm(client, performanceQueries.list({ group, ...list }));
    warm(client, categoryQueries.ofGroup(group));
  });
}

export function readForPublishing(client: QueryClient) {
  warmPages(client, queueQueries.pending());
  warmPages(client, schedulerQueries.upcoming());
  warm(client, schedulerQueries.status());
}

export function readForConfig(client: QueryClient, named: Id | undefined, tab: string) {
  inGroup(client, named, (group) => {
    switch (tab) {
      case "accounts":
      case "direct":
        return warm(client, accountQueries.ofGroup(group));
      case "evergreen":
        return warm(client, setUpCategories(group));
      case "integrations":
        warm(client, integrationQueries.everywhere());
        return warm(client, integrationQueries.ofGroup(group));
      case "newsletter":
        warm(client, integrationQueries.ofGroup(group));
        warm(client, newsletterQueries.subscribers(group));
        return warm(client, newsletterQueries.settings(group));
      default:
        // What the group itself holds is all that the others show.
        return;
    }
  });
}

/** Fails where the server does not say that it is well. */
export const askHealth = () => call(healthApi.read, {});

/** As soon as it is known which group is worked in. Nobody waits for it: the screen is drawn meanwhile. */
function inGroup(client: QueryClient, named: Id | undefined, start: (group: Id) => void) {
  client
    .query(groupQueries.list())
    .then(({ items }) => {
      const group = activeGroup(items, named);
      if (group) start(group.id);
    })
    .catch(() => {});
}
