import type { Group } from "@/entities/group";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { BesidePanel } from "@/shared/ui/panel-boundary";

/** Loaded with the other parts that the screen does not wait for, and with it the query. */
const ShopName = lazyWithPreload(() => import("./loaded-later").then((part) => part.ShopName));

const unnamed = <strong>the shop</strong>;

/** The sentence that names the shop of a run. A dialog asks its question also while there is no name. */
export const TargetShop = ({ group: { id } }: { group: Group }) => (
  <>
    This changes prices in{" "}
    <BesidePanel of={String(id)} loading={unnamed} failed={unnamed}>
      <ShopName group={id} />
    </BesidePanel>
    .
  </>
);
