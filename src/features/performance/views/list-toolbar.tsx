import { ArrowDownWideNarrow, ArrowUpNarrowWide } from "lucide-react";
import { type ReactNode, useId } from "react";
import { categoryName, categoryQueries } from "@/entities/category";
import { sameId } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button";
import { Select } from "@/shared/ui/form-controls/select";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Skeleton } from "@/shared/ui/skeleton";
import type { Listed } from "../queries";
import { sortKeys } from "../schema";
import { sortLabels, turned } from "../sorting";
import type { Choice } from "./all-posts";
import styles from "./list-toolbar.module.css";

type CategoryFilterProps = {
  listed: Listed;
  onChoose: (change: Partial<Choice>) => void;
};

type ListToolbarProps = CategoryFilterProps & {
  /** The actions on the list. */
  children: ReactNode;
};

export function ListToolbar({ listed, onChoose, children }: ListToolbarProps) {
  const id = useId();
  const { sort, order } = listed;
  return (
    <div className={styles.toolbar}>
      <PanelBoundary loading={<Skeleton width={186} height={32} radius={6} />}>
        <CategoryFilter listed={listed} onChoose={onChoose} />
      </PanelBoundary>
      <div className={styles.choice}>
        <label htmlFor={id} className={styles.choiceLabel}>
          Sort by
        </label>
        <Select
          id={id}
          inline
          value={sort}
          options={sortKeys.map((key) => ({ value: key, label: sortLabels[key] }))}
          onChange={({ target }) => {
            const key = sortKeys.find((candidate) => candidate === target.value);
            if (key) onChoose({ sort: key });
          }}
        />
      </div>
      <Button
        className={styles.order}
        icon={order === "asc" ? <ArrowUpNarrowWide /> : <ArrowDownWideNarrow />}
        onClick={() => onChoose({ order: turned(order) })}
      >
        {order === "asc" ? "Ascending" : "Descending"}
      </Button>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

function CategoryFilter({ listed, onChoose }: CategoryFilterProps) {
  const id = useId();
  const categories = useRead(categoryQueries.ofGroup(listed.group)).items;
  const chosen = categories.find((category) => sameId(category.id, listed.category));
  return (
    <div className={styles.choice}>
      <label htmlFor={id} className={styles.choiceLabel}>
        Category
      </label>
      <Select
        id={id}
        inline
        value={chosen ? String(chosen.id) : ""}
        options={[
          { value: "", label: "All categories" },
          ...categories.map((one) => ({ value: String(one.id), label: categoryName(one) })),
        ]}
        onChange={({ target }) =>
          onChoose({ category: categories.find((one) => String(one.id) === target.value)?.id })
        }
      />
    </div>
  );
}
