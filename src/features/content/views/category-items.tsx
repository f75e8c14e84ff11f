import type { QueryKey } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useDeferredValue, useId, useMemo } from "react";
import type { Category } from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { Button } from "@/shared/ui/button";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import type { PoolFilter } from "../filter";
import { NewItemDialog } from "../forms/new-item-dialog";
import styles from "./content-pool.module.css";
import { CountsOf } from "./counts-of";
import { ItemFilters } from "./item-filters";
import { ItemGrid } from "./item-grid";
import { LoadingItems } from "./loading";
import { PostNowDialog } from "./post-now-dialog";

/** What of a category's items is seen, as the address has it. */
export type ItemsPlace = PoolFilter & {
  /** The item that is about to be posted now: `post-now` in the address. */
  readonly postNow: Id | undefined;
  /** Whether a new item is being written: `item` in the address. */
  readonly isAdding: boolean;
};

type CategoryItemsProps = {
  group: Id;
  /** With another one it begins afresh: it is the key. */
  category: Category;
  place: ItemsPlace;
  onGo: (change: Partial<ItemsPlace>, how?: { replace: boolean }) => void;
  /** Queries of other slices that a change of the pool makes out of date. */
  refreshes: readonly QueryKey[];
};

/** The items of one category, with all that can be done with them. */
export function CategoryItems({ group, category, place, onGo, refreshes }: CategoryItemsProps) {
  const titleId = useId();
  const { status, unused, media, postNow, isAdding } = place;
  const filter = useMemo(() => ({ status, unused, media }), [status, unused, media]);
  // The items of before stay until those of another filter are there.
  const shown = useDeferredValue(filter);
  return (
    <section className={styles.main} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h3 id={titleId} title={category.name}>
          {category.name}
        </h3>
        <CountsOf category={category.id} filter={shown} />
        <div className={styles.filters}>
          <ItemFilters filter={filter} onChange={onGo} />
        </div>
        <Button
          size="sm"
          variant="primary"
          className={styles.add}
          icon={<Plus />}
          onClick={() => onGo({ isAdding: true })}
        >
          New item
        </Button>
      </div>
      <PanelBoundary of={JSON.stringify(shown)} loading={<LoadingItems />}>
        <div className={styles.body} aria-busy={shown !== filter}>
          <ItemGrid
            key={JSON.stringify(shown)}
            category={category}
            filter={shown}
            refreshes={refreshes}
            onPostNow={(id) => onGo({ postNow: id })}
          />
        </div>
      </PanelBoundary>
      <NewItemDialog
        open={isAdding}
        category={category}
        refreshes={refreshes}
        onClose={() => onGo({ isAdding: false }, { replace: true })}
      />
      <PostNowDialog
        item={postNow}
        category={category}
        group={group}
        refreshes={refreshes}
        onClose={() => onGo({ postNow: undefined }, { replace: true })}
      />
    </section>
  );
}
