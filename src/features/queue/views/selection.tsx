import { LazyPart } from "@/shared/lazy/lazy-part";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { FailedState } from "@/shared/ui/notice";
import type { SelectionBarProps } from "./selection-bar";

const SelectionBar = lazyWithPreload(
  () => import("./selection-bar").then((part) => part.SelectionBar),
  { preloadWhenSettled: true },
);

/** Renders nothing while no post is selected and no batch is shown. */
export function Selection(props: SelectionBarProps) {
  if (props.selected.length === 0 && !props.bulk) return null;
  return (
    <LazyPart
      fallback={null}
      failed={(onRetry) => (
        <FailedState text="This part of the console could not be loaded." onRetry={onRetry} />
      )}
    >
      <SelectionBar {...props} />
    </LazyPart>
  );
}
