import { CalendarSync, Laugh, Sprout, Tag } from "lucide-react";
import { type ReactNode, useId } from "react";
import {
  type Category,
  categoryName,
  categoryTypeLabel,
  isArchived,
  postsPerDay,
} from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { Badge } from "@/shared/ui/badge";
import { PanelHead } from "@/shared/ui/panel";
import styles from "./content-pool.module.css";

type CategoryListProps = {
  categories: readonly Category[];
  current: Category;
  onChoose: (category: Id) => void;
};

/** The categories of a pool. The items of the current one are beside the list. */
export function CategoryList({ categories, current, onChoose }: CategoryListProps) {
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
