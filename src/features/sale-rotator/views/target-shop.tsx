import type { Group } from "@/entities/group";
import { integrationQueries } from "@/entities/integration";
import type { Id } from "@/shared/api/id";
import { useSharedRead } from "@/shared/query/use-read";
import { BesidePanel } from "@/shared/ui/panel/panel-boundary";

const unnamed = <strong>the shop</strong>;

/** The sentence that names the shop of a run. A dialog asks its question also while there is no name. */
export const TargetShop = ({ group: { id } }: { group: Group }) => (
  <>
    This changes prices in{" "}
    <BesidePanel resetKey={String(id)} loading={unnamed} failed={unnamed}>
      <ShopName group={id} />
    </BesidePanel>
    .
  </>
);

/** The name of the shop that the rotator of a group changes: its oldest one, which is listed first. */
function ShopName({ group }: { group: Id }) {
  const { items } = useSharedRead(integrationQueries.ofGroup(group));
  const shop = items.find(({ platform }) => platform === "shopify");
  return <strong>{shop?.store_name ?? "the shop"}</strong>;
}
