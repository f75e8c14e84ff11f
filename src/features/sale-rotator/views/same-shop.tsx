import { useQuery } from "@tanstack/react-query";
import type { Id } from "@/shared/api/id";
import { Notice } from "@/shared/ui/notice";
import { saleRotatorQueries } from "../queries";

/** Warns of the rotators of other groups that run in the same shop. */
export function SameShop({ group }: { group: Id }) {
  const { data: others = [] } = useQuery(saleRotatorQueries.sameShop(group));
  if (others.length === 0) return null;
  const names = others.join(", ");
  return (
    <Notice tone="warning" title={`The rotator of ${names} is enabled for the same shop`}>
      Each rotator handles only its own products, so together they put more on sale than either of
      them shows.
    </Notice>
  );
}
