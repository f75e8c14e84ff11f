import type { QueryKey } from "@tanstack/react-query";
import { FilterX, Image } from "lucide-react";
import { startTransition, useRef, useState } from "react";
import type { Category } from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { EmptyState } from "@/shared/ui/notice";
import { LoadMore } from "@/shared/ui/table/load-more";
import { isFiltered, type PoolFilter } from "../filter";
import { contentQueries } from "../queries";
import styles from "./content-pool.module.css";
import { DeleteItem } from "./delete-item";
import { ItemCard } from "./item-card";
import { useFocusOnNext } from "./use-focus-on-next";
import { useItems } from "./use-items";

/** Cards that are rendered at a time: a pool may have a thousand. */
const step = 24;

type ItemGridProps = {
  category: Category;
  filter: PoolFilter;
  refreshes: readonly QueryKey[];
  onPostNow: (item: Id) => void;
  onEdit: (item: Id) => void;
};

export function ItemGrid({ category, filter, refreshes, onPostNow, onEdit }: ItemGridProps) {
  const items = useRead(contentQueries.items(category.id, filter)).items;
  const [wanted, setWanted] = useState(step);
  const { act, isBusy, failureOf, asked, ask } = useItems(refreshes);
  const list = useRef<HTMLUListElement>(null);
  const shown = items.slice(0, wanted);
  const onFocus = useFocusOnNext(list, shown, asked !== undefined);

  return (
    <>
      {items.length === 0 ? (
        <Nothing isFiltered={isFiltered(filter)} />
      ) : (
        <ul ref={list} className={styles.items} onFocus={onFocus}>
          {shown.map((item) => (
            <ItemCard
              key={item.id}
              item={item}
              isBusy={isBusy(item.id)}
              failure={failureOf(item.id)}
              onAct={(kind) => void act(kind, item)}
              onDelete={() => ask(item)}
              onPostNow={() => onPostNow(item.id)}
              onEdit={() => onEdit(item.id)}
            />
          ))}
        </ul>
      )}
      <div className={shown.length < items.length ? styles.foot : undefined}>
        <LoadMore
          busy={false}
          onLoad={() => startTransition(() => setWanted((before) => before + step))}
          shown={shown.length}
          isCountHidden
          isDone={shown.length === items.length}
          list={list}
        />
        {shown.length < items.length && (
          <span className="meta num">
            {shown.length} of {items.length}
          </span>
        )}
      </div>
      <DeleteItem item={asked} act={act} onClose={() => ask(undefined)} />
    </>
  );
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState
      icon={<FilterX />}
      title="No items with these filters."
      hint="Set the status and the media type to All, or untick 'Unused only'."
    />
  ) : (
    <EmptyState
      icon={<Image />}
      title="This category has no items."
      hint="Write one with 'New item', or have some generated above."
    />
  );
