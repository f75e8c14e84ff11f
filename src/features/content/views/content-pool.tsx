import { Archive, CalendarSync, Laugh, Sprout, Tag } from "lucide-react";
import { type ReactNode, useId } from "react";
import {
  type Category,
  categoryName,
  categoryQueries,
  categoryTypeLabel,
  isArchived,
  postsPerDay,
} from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { useScreenAction } from "@/shared/keyboard/screen-actions";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { focusMain } from "@/shared/ui/focus/focus";
import { Checkbox } from "@/shared/ui/form-controls/checkbox";
import { EmptyState } from "@/shared/ui/panel/notice";
import { Panel, PanelHead, Region } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Badge } from "@/shared/ui/status/badge";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { activeCategory, listedCategories } from "../pool";
import { CategoryItems, type ItemsChange, type ItemsPlace, LoadingItems } from "./category-items";
import styles from "./content-pool.module.css";

type PoolOnly = {
  /** The category whose items are shown; the first if it is missing or not listed. */
  readonly category?: Id | undefined;
  readonly archived: boolean;
};

/** The view of the pool, by the names of its search params. */
type PoolPlace = ItemsPlace & PoolOnly;

type ContentPoolProps = {
  group: Id;
  place: PoolPlace;
  /** Closing a dialog replaces its history entry, so that Back does not open it again. */
  onGo: (change: ItemsChange & Partial<PoolOnly>, how?: { replace: boolean }) => void;
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
        <PanelBoundary resetKey={String(group)} loading={<LoadingPool />}>
          <Pool {...props} />
        </PanelBoundary>
      </Panel>
    </Region>
  );
}

function Pool({ group, place, onGo, settings }: ContentPoolProps) {
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
      />
    </div>
  );
}

type CategoryListProps = {
  categories: readonly Category[];
  current: Category;
  onChoose: (category: Id) => void;
};

/** The categories of a pool. The items of the current one are beside the list. */
function CategoryList({ categories, current, onChoose }: CategoryListProps) {
  const titleId = useId();
  return (
    <nav className={styles.side} aria-labelledby={titleId}>
      <PanelHead className={styles.sideHead}>
        <h3 id={titleId}>Categories</h3>
        <span className="meta" aria-hidden="true">
          posts per day
        </span>
      </PanelHead>
      <ul className={styles.categories}>
        {categories.map((category) => (
          <li key={category.id}>
            <button
              type="button"
              className={styles.category}
              aria-current={category === current ? "true" : undefined}
              data-archived={isArchived(category) ? "" : undefined}
              onClick={() => onChoose(category.id)}
            >
              <span className={styles.categoryName} title={categoryName(category)}>
                {categoryName(category)}
              </span>
              <Badge icon={icons.get(category.category_type)}>
                {categoryTypeLabel(category.category_type)}
              </Badge>
              <span className="meta num">{postsPerDay(category)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A map: in an object, a type like `__proto__` would find an inherited value. */
const icons: ReadonlyMap<string, ReactNode> = new Map(
  Object.entries({
    evergreen: <Sprout />,
    memes: <Laugh />,
    sales: <Tag />,
    weekly_sale: <CalendarSync />,
  }),
);

const LoadingPool = () => (
  <Loading label="Loading content categories">
    <div className={styles.pool}>
      <div className={styles.side}>
        <PanelHead className={styles.sideHead}>
          <h3>Categories</h3>
        </PanelHead>
        <div className={styles.categories}>
          {[0, 1, 2, 3].map((place) => (
            <div key={place} className={styles.category}>
              <span className={styles.categoryName}>
                <Skeleton width="64%" height={12} />
              </span>
              <Skeleton width={76} height={20} />
            </div>
          ))}
        </div>
      </div>
      <div className={styles.main}>
        <PanelHead>
          <Skeleton width={140} height={14} />
        </PanelHead>
        <LoadingItems />
      </div>
    </div>
  </Loading>
);
