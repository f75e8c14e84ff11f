import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { OnDemand } from "./on-demand";
import type { SelectionBarProps } from "./selection-bar";

const SelectionBar = lazyWithPreload(
  () => import("./selection-bar").then((part) => part.SelectionBar),
  { preloadWhenSettled: true },
);

/** Renders nothing while no post is selected and no batch is shown. */
export function Selection(props: SelectionBarProps) {
  if (props.selected.length === 0 && !props.bulk) return null;
  return (
    <OnDemand>
      <SelectionBar {...props} />
    </OnDemand>
  );
}
