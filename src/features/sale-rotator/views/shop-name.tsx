import { integrationQueries } from "@/entities/integration";
import type { Id } from "@/shared/api/id";
import { useSharedRead } from "@/shared/query/use-read";

/** The name of the shop that the rotator of a group changes: its oldest one, which is listed first. */
export function ShopName({ group }: { group: Id }) {
  const { items } = useSharedRead(integrationQueries.ofGroup(group));
  const shop = items.find(({ platform }) => platform === "shopify");
  return <strong>{shop?.store_name ?? "the shop"}</strong>;
}
