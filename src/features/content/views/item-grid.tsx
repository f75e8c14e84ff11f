import type { QueryKey } from "@tanstack/react-query";
import { FilterX, Image } from "lucide-react";
import { useRef, useState } from "react";
import type { Category } from "@/entities/category";
import { Enlarged, kindOf } from "@/entities/post";
import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button";
import { focusMain } from "@/shared/ui/focus-main";
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
const onPage = 24;

type ItemGridProps = {
  category: Category;
  filter: PoolFilter;
  pages: number;
  onPages: (pages: number) => void;
  refreshes: readonly QueryKey[];
  /** Clears the filters. */
  onShowAll: () => void;
  onPostNow: (item: Id) => void;
  onEdit: (item: Id) => void;
};

export function ItemGrid(props: ItemGridProps) {
  const { category, filter, pages, onPages, refreshes, onShowAll, onPostNow, onEdit } = props;
  const items = useRead(contentQueries.items(category.id, filter)).items;
  const { act, isBusy, pendingOf, failureOf, asked, ask } = useItems(refreshes);
  const list = useRef<HTMLUListElement>(null);
  const shown = items.slice(0, pages * onPage);
  const onFocus = useFocusOnNext(list, shown, asked !== undefined);
  const [large, setLarge] = useState<Id>();

  return (
    <>
      {items.length === 0 ? (
        <Nothing
          isFiltered={isFiltered(filter)}
          onShowAll={() => {
            // The pressed button is about to leave.
            focusMain();
            onShowAll();
          }}
        />
      ) : (
        <ul ref={list} className={styles.items} onFocus={onFocus}>
          {shown.map((item) => (
            <ItemCard
              key={item.id}
              item={item}
              isBusy={isBusy(item.id)}
              pending={pendingOf(item.id)}
              failure={failureOf(item.id)}
              onAct={(kind) => void act(kind, item)}
              onDelete={() => ask(item)}
              onPostNow={() => onPostNow(item.id)}
              onEdit={() => onEdit(item.id)}
              onEnlarge={() => setLarge(item.id)}
            />
          ))}
        </ul>
      )}
      <div className={shown.length < items.length ? styles.foot : undefined}>
        <LoadMore
          busy={false}
          onLoad={() => onPages(pages + 1)}
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
      <Enlarged
        items={shown.filter((item) => kindOf(item) === "media")}
        post={large}
        onShow={setLarge}
        noun="Item"
        cardOf={(id) => `li[data-item="${id}"] [aria-haspopup="dialog"]`}
      />
      <DeleteItem item={asked} act={act} onClose={() => ask(undefined)} />
    </>
  );
}

type NothingProps = { isFiltered: boolean; onShowAll: () => void };

const Nothing = ({ isFiltered, onShowAll }: NothingProps) =>
  isFiltered ? (
    <EmptyState
      icon={<FilterX />}
      title="No items with these filters."
      hint="Set the status and the media type to All, or untick 'Unused only'."
      action={<Button onClick={onShowAll}>Clear filters</Button>}
    />
  ) : (
    <EmptyState
      icon={<Image />}
      title="This category has no items."
      hint="Add one with 'New item', or generate some above."
    />
  );
