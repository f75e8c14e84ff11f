import type { QueryKey } from "@tanstack/react-query";
import { Archive, Sprout } from "lucide-react";
import type { ReactNode } from "react";
import { categoryQueries } from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { useScreenAction } from "@/shared/keyboard/screen-actions";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button";
import { focusMain } from "@/shared/ui/focus-main";
import { Checkbox } from "@/shared/ui/form-controls/checkbox";
import { EmptyState } from "@/shared/ui/notice";
import { Panel, Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { activeCategory, listedCategories } from "../pool";
import { CategoryItems, type ItemsChange, type ItemsPlace } from "./category-items";
import { CategoryList } from "./category-list";
import styles from "./content-pool.module.css";
import { LoadingPool } from "./loading";

type PoolOnly = {
  /** The category whose items are shown; the first if it is missing or not listed. */
  readonly category?: Id | undefined;
  readonly archived: boolean;
};

/** The view of the pool, by the names of its search params. */
export type PoolPlace = ItemsPlace & PoolOnly;

type ContentPoolProps = {
  group: Id;
  place: PoolPlace;
  /** Closing a dialog replaces its history entry, so that Back does not open it again. */
  onGo: (change: ItemsChange & Partial<PoolOnly>, how?: { replace: boolean }) => void;
  /** Queries of other slices that become stale when the pool changes. */
  refreshes: readonly QueryKey[];
  /** A link to the screen where categories are added. */
  settings: ReactNode;
};

/** The content of a group that can be published repeatedly, by category. */
export function ContentPool(props: ContentPoolProps) {
  const { group, place, onGo } = props;
  const showArchived = (archived: boolean) => onGo({ archived });
  useScreenAction(place.archived ? "Hide archived categories" : "Show archived categories", () =>
    showArchived(!place.archived),
  );
  return (
    <Region
      title="Evergreen Content Pool"
      actions={
        <Checkbox
          label="Show Archived Categories"
          checked={place.archived}
          onCheckedChange={showArchived}
        />
      }
    >
      <Panel className={styles.panel}>
        <PanelBoundary of={String(group)} loading={<LoadingPool />}>
          <Pool {...props} />
        </PanelBoundary>
      </Panel>
    </Region>
  );
}

function Pool({ group, place, onGo, refreshes, settings }: ContentPoolProps) {
  const categories = useRead(categoryQueries.ofGroup(group)).items;
  const listed = listedCategories(categories, place.archived);
  const category = activeCategory(listed, place.category);
  if (!category) {
    return categories.length === 0 ? (
      <EmptyState
        icon={<Sprout />}
        title="This group has no content categories."
        hint="Content belongs to categories. Add the first one."
        action={settings}
      />
    ) : (
      <EmptyState
        icon={<Archive />}
        title="All categories of this group are archived."
        hint="Tick 'Show Archived Categories' to see them, or give one of them posts per day."
        action={
          <Button
            onClick={() => {
              // The pressed button is about to leave.
              focusMain();
              onGo({ archived: true });
            }}
          >
            Show archived categories
          </Button>
        }
      />
    );
  }
  return (
    <div className={styles.pool}>
      <CategoryList
        categories={listed}
        current={category}
        onChoose={(id) => onGo({ category: id, "post-now": undefined, pages: 1 })}
      />
      <CategoryItems
        key={String(category.id)}
        group={group}
        category={category}
        place={place}
        onGo={onGo}
        refreshes={refreshes}
      />
    </div>
  );
}
