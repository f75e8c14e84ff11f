import type { QueryKey } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useDeferredValue, useId, useMemo } from "react";
import { type Category, categoryName } from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { useScreenAction } from "@/shared/keyboard/screen-actions";
import { Button } from "@/shared/ui/button";
import { PanelHead } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { everything, type PoolFilter } from "../filter";
import { EditItemDialog } from "../forms/edit-item-dialog";
import { NewItemDialog } from "../forms/new-item-dialog";
import styles from "./content-pool.module.css";
import { CountsOf } from "./counts-of";
import { ItemFilters } from "./item-filters";
import { ItemGrid } from "./item-grid";
import { LoadingItems } from "./loading";
import { PostNowDialog } from "./post-now-dialog";

/** The view of a category's items, by the names of its search params. */
export type ItemsPlace = PoolFilter & {
  /** How many pages of items are rendered. */
  readonly pages: number;
  /** The item whose 'Post now' dialog is open. */
  readonly "post-now"?: Id | undefined;
  /** The item whose 'Edit item' dialog is open. */
  readonly edit?: Id | undefined;
  /** The open dialog: here 'new-item'. */
  readonly dialog?: string | undefined;
};

/** The search params to change. */
export type ItemsChange = Partial<Omit<ItemsPlace, "dialog">> & {
  readonly dialog?: "new-item" | undefined;
};

type CategoryItemsProps = {
  group: Id;
  /** Callers use its id as the key, so that another category starts with fresh state. */
  category: Category;
  place: ItemsPlace;
  onGo: (change: ItemsChange, how?: { replace: boolean }) => void;
  /** Queries of other slices that become stale when the pool changes. */
  refreshes: readonly QueryKey[];
};

/** The items of one category, with their actions. */
export function CategoryItems({ group, category, place, onGo, refreshes }: CategoryItemsProps) {
  const titleId = useId();
  const { status, unused, media } = place;
  const filter = useMemo(() => ({ status, unused, media }), [status, unused, media]);
  // The previous items stay until those of the new filter have loaded.
  const shown = useDeferredValue(filter);
  const pages = useDeferredValue(place.pages);
  const add = () => onGo({ dialog: "new-item" });
  useScreenAction("New item", add);
  return (
    <section className={styles.main} aria-labelledby={titleId}>
      <PanelHead className={styles.head}>
        <h3 id={titleId} title={categoryName(category)}>
          {categoryName(category)}
        </h3>
        <CountsOf category={category.id} filter={shown} />
        <div className={styles.filters}>
          <ItemFilters filter={filter} onChange={(change) => onGo({ ...change, pages: 1 })} />
        </div>
        <Button size="sm" variant="primary" className={styles.add} icon={<Plus />} onClick={add}>
          New item
        </Button>
      </PanelHead>
      <PanelBoundary of={JSON.stringify(shown)} loading={<LoadingItems />}>
        <div className={styles.body} aria-busy={shown !== filter}>
          <ItemGrid
            key={JSON.stringify(shown)}
            category={category}
            filter={shown}
            pages={pages}
            onPages={(next) => onGo({ pages: next }, { replace: true })}
            refreshes={refreshes}
            onShowAll={() => onGo({ ...everything, pages: 1 })}
            onPostNow={(id) => onGo({ "post-now": id })}
            onEdit={(id) => onGo({ edit: id })}
          />
        </div>
      </PanelBoundary>
      <NewItemDialog
        open={place.dialog === "new-item"}
        category={category}
        refreshes={refreshes}
        onClose={() => onGo({ dialog: undefined }, { replace: true })}
      />
      <EditItemDialog
        item={place.edit}
        category={category}
        refreshes={refreshes}
        onClose={() => onGo({ edit: undefined }, { replace: true })}
      />
      <PostNowDialog
        item={place["post-now"]}
        category={category}
        group={group}
        refreshes={refreshes}
        onClose={() => onGo({ "post-now": undefined }, { replace: true })}
      />
    </section>
  );
}
