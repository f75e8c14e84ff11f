import { Plus } from "lucide-react";
import { useDeferredValue, useId, useMemo } from "react";
import { type Category, categoryName } from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { counted } from "@/shared/format/number";
import { useScreenAction } from "@/shared/keyboard/screen-actions";
import { LazyDialog } from "@/shared/lazy/lazy-boundary";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import { useOffered } from "@/shared/query/use-backend";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { Checkbox } from "@/shared/ui/form-controls/checkbox";
import { Segmented } from "@/shared/ui/form-controls/segmented";
import { PanelHead } from "@/shared/ui/panel/panel";
import { BesidePanel, PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { contentApi } from "../contract";
import { everything, isFiltered, type PoolFilter } from "../filter";
import { countsOf } from "../pool";
import { contentQueries } from "../queries";
import styles from "./content-pool.module.css";
import card from "./item-card.module.css";
import { ItemGrid } from "./item-grid";

const NewItemDialog = lazyOnPress(() =>
  import("../forms/new-item-dialog").then((part) => part.NewItemDialog),
);

const EditItemDialog = lazyOnPress(() =>
  import("../forms/edit-item-dialog").then((part) => part.EditItemDialog),
);

const PostNowDialog = lazyOnPress(() =>
  import("./post-now-dialog").then((part) => part.PostNowDialog),
);

/** The view of a category's items, by the names of its search params. */
export type ItemsPlace = PoolFilter & {
  /** The number of pages of items that are rendered. */
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
};

/** The items of one category, with their actions. */
export function CategoryItems({ group, category, place, onGo }: CategoryItemsProps) {
  const titleId = useId();
  const { status, unused, media } = place;
  const filter = useMemo(() => ({ status, unused, media }), [status, unused, media]);
  // The previous items stay until those of the new filter have loaded.
  const shown = useDeferredValue(filter);
  const pages = useDeferredValue(place.pages);
  const isEditOffered = useOffered(contentApi.edit);
  const isAdding = place.dialog === "new-item";
  const edited = isEditOffered ? place.edit : undefined;
  const posted = place["post-now"];
  const add = () => onGo({ dialog: "new-item" });
  const closeNew = () => onGo({ dialog: undefined }, { replace: true });
  const closeEdit = () => onGo({ edit: undefined }, { replace: true });
  const closePostNow = () => onGo({ "post-now": undefined }, { replace: true });
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
      <PanelBoundary resetKey={JSON.stringify(shown)} loading={<LoadingItems />}>
        <div className={styles.body} aria-busy={shown !== filter}>
          <ItemGrid
            key={JSON.stringify(shown)}
            category={category}
            filter={shown}
            pages={pages}
            onPages={(next) => onGo({ pages: next }, { replace: true })}
            onShowAll={() => onGo({ ...everything, pages: 1 })}
            onPostNow={(id) => onGo({ "post-now": id })}
            onEdit={(id) => onGo({ edit: id })}
          />
        </div>
      </PanelBoundary>
      <LazyDialog open={isAdding} onOpenChange={closeNew}>
        <NewItemDialog open={isAdding} category={category} onClose={closeNew} />
      </LazyDialog>
      <LazyDialog open={edited !== undefined} onOpenChange={closeEdit}>
        <EditItemDialog item={edited} category={category} onClose={closeEdit} />
      </LazyDialog>
      <LazyDialog open={posted !== undefined} onOpenChange={closePostNow}>
        <PostNowDialog item={posted} category={category} group={group} onClose={closePostNow} />
      </LazyDialog>
    </section>
  );
}

type ItemFiltersProps = {
  filter: PoolFilter;
  onChange: (change: Partial<PoolFilter>) => void;
};

const statuses = [
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
  { value: "all", label: "All" },
] as const;

const media = [
  { value: "all", label: "All" },
  { value: "image", label: "Image" },
  { value: "video", label: "Video" },
] as const;

const ItemFilters = ({ filter, onChange }: ItemFiltersProps) => (
  <>
    <Segmented
      label="Status"
      size="sm"
      value={filter.status}
      options={statuses}
      onChange={(status) => onChange({ status })}
    />
    <Segmented
      label="Media type"
      size="sm"
      value={filter.media}
      options={media}
      onChange={(chosen) => onChange({ media: chosen })}
    />
    <Checkbox
      label="Unused only"
      checked={filter.unused}
      onCheckedChange={(unused) => onChange({ unused })}
    />
  </>
);

type CountsOfProps = { category: Id; filter: PoolFilter };

/** Counts the items of the list below. The list itself shows loading and failures. */
const CountsOf = (props: CountsOfProps) => (
  <BesidePanel
    resetKey={JSON.stringify(props.filter)}
    loading={<Skeleton width={120} height={12} />}
  >
    <Counts {...props} />
  </BesidePanel>
);

function Counts({ category, filter }: CountsOfProps) {
  const items = useRead(contentQueries.items(category, filter)).items;
  const { active, unused } = countsOf(items);
  return (
    <span className="meta num" role="status">
      {isFiltered(filter)
        ? `${counted(items.length, "item")} with these filters`
        : `${active} active · ${unused} unused`}
    </span>
  );
}

export const LoadingItems = () => (
  <Loading label="Loading content items">
    <div className={styles.items}>
      {[0, 1, 2, 3, 4, 5].map((place) => (
        <div key={place} className={card.card}>
          <div className={card.media}>
            <Skeleton height="100%" radius={0} />
          </div>
          <div className={card.body}>
            <Skeleton width="92%" height={13} />
            <Skeleton width="78%" height={13} />
            <Skeleton width="60%" height={13} />
          </div>
          <div className={card.foot}>
            <Skeleton width={96} height={12} />
          </div>
        </div>
      ))}
    </div>
  </Loading>
);
