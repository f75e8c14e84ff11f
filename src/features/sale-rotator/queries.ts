import { queryOptions } from "@tanstack/react-query";
import { groupQueries } from "@/entities/group";
import { type Integration, integrationQueries } from "@/entities/integration";
import { call } from "@/shared/api/call";
import { type Id, sameId } from "@/shared/api/id";
import { saleRotatorApi } from "./contract";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    "sale-rotator": true;
  }
}

/** The shop that each group's rotator changes, by the group's id: its oldest one, which is listed first. */
function shopsOf(integrations: readonly Integration[]): ReadonlyMap<string, string> {
  const shops = new Map<string, string>();
  for (const { platform, account_group_id, store_name } of integrations) {
    const group = String(account_group_id);
    if (platform === "shopify" && store_name && !shops.has(group)) {
      shops.set(group, store_name.toLowerCase());
    }
  }
  return shops;
}

export const saleRotatorQueries = {
  all: () => ["sale-rotator"] as const,
  settings: (group: Id) =>
    queryOptions({
      queryKey: [...saleRotatorQueries.all(), "settings", String(group)] as const,
      queryFn: ({ signal }) =>
        call(saleRotatorApi.settings, { params: { groupId: group } }, { signal }),
      meta: { failure: "Failed to load settings. Please try refreshing the page." },
    }),
  /** The names of the other groups whose rotator is enabled for the same shop. */
  sameShop: (group: Id) =>
    queryOptions({
      queryKey: [...saleRotatorQueries.all(), "same-shop", String(group)] as const,
      queryFn: async ({ client }) => {
        const [integrations, groups] = await Promise.all([
          client.fetchQuery(integrationQueries.everywhere()),
          client.fetchQuery(groupQueries.list()),
        ]);
        const shops = shopsOf(integrations.items);
        const mine = shops.get(String(group));
        const others = groups.items.filter(
          ({ id }) => !sameId(id, group) && mine !== undefined && shops.get(String(id)) === mine,
        );
        const settings = await Promise.all(
          others.map(({ id }) => client.fetchQuery(saleRotatorQueries.settings(id))),
        );
        return others.filter((_, index) => settings[index]?.is_active).map(({ name }) => name);
      },
    }),
};
