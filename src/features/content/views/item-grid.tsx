import type { QueryKey } from "@tanstack/react-query";
import { FilterX, Image } from "lucide-react";
import { startTransition, useRef, useState } from "react";
import type { Category } from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { useIsOpenedBelow } from "@/shared/ui/below";
import { isPageOpening } from "@/shared/ui/late";
import { LoadMore } from "@/shared/ui/load-more";
import { EmptyState } from "@/shared/ui/notice";
import { useAfterFrame } from "@/shared/ui/use-after-frame";
import { isFiltered, type PoolFilter } from "../filter";
import { contentQueries } from "../queries";
import styles from "./content-pool.module.css";
import { DeleteItem } from "./delete-item";
import { CardPlace, ItemCard } from "./item-card";
import { useFocusOnNext } from "./use-focus-on-next";
import { useItems } from "./use-items";

/** Cards that come at a time: the whole pool may be a thousand, and the page stays quick. */
const step = 24;
/** One row, which is in view of a window of 1440 x 900: in the first frame the rest have their places only. */
const seen = 3;
/** How much of the cards is drawn. Of a page that opens only the media of that row is in view. */
type Drawn = "media" | "row" | "all";
const drawnAtFirst = (count: number) => {
  if (isPageOpening()) return "media";
  return count > seen ? "row" : "all";
};

type ItemGridProps = {
  category: Category;
  filter: PoolFilter;
  refreshes: readonly QueryKey[];
  onPostNow: (item: Id) => void;
};

export function ItemGrid({ category, filter, refreshes, onPostNow }: ItemGridProps) {
  const items = useRead(contentQueries.items(category.id, filter)).items;
  const [wanted, setWanted] = useState(step);
  const { act, isBusy, failureOf, asked, ask } = useItems(refreshes);
  const isOpenedBelow = useIsOpenedBelow();
  const drawn = useAfterFrame<Drawn>("all", isOpenedBelow ? "all" : drawnAtFirst(items.length));
  const list = useRef<HTMLUListElement>(null);
  const shown = items.slice(0, wanted);
  const onFocus = useFocusOnNext(list, shown, asked !== undefined);

  return (
    <>
      {items.length === 0 ? (
        <Nothing isFiltered={isFiltered(filter)} />
      ) : (
        <ul ref={list} className={styles.items} onFocus={onFocus}>
          {shown.map((item, index) =>
            drawn === "all" || index < seen ? (
              <ItemCard
                key={item.id}
                item={item}
                isWhole={drawn !== "media"}
                isBusy={isBusy(item.id)}
                failure={failureOf(item.id)}
                onAct={(kind) => void act(kind, item)}
                onDelete={() => ask(item)}
                onPostNow={() => onPostNow(item.id)}
              />
            ) : (
              <CardPlace key={item.id} />
            ),
          )}
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
