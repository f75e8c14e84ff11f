import { FilterX, Image, Trash2 } from "lucide-react";
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { Category } from "@/entities/category";
import { Enlarged, kindOf } from "@/entities/post";
import { type Id, sameId } from "@/shared/api/id";
import { type Failure, failureOf } from "@/shared/query/outcome";
import { wasDone } from "@/shared/query/use-batch";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { focusMain } from "@/shared/ui/focus/focus";
import { EmptyState } from "@/shared/ui/panel/notice";
import { LoadMore } from "@/shared/ui/table/load-more";
import { isFiltered, type PoolFilter } from "../filter";
import { itemFailures } from "../mutations";
import { nameOf } from "../pool";
import { contentQueries } from "../queries";
import type { ContentItem } from "../schema";
import styles from "./content-pool.module.css";
import { ItemCard } from "./item-card";
import { useItems } from "./use-items";

/** Cards that are rendered at a time: a pool may have a thousand. */
const onPage = 24;

type ItemGridProps = {
  category: Category;
  filter: PoolFilter;
  pages: number;
  onPages: (pages: number) => void;
  /** Clears the filters. */
  onShowAll: () => void;
  onPostNow: (item: Id) => void;
  onEdit: (item: Id) => void;
};

export function ItemGrid(props: ItemGridProps) {
  const { category, filter, pages, onPages, onShowAll, onPostNow, onEdit } = props;
  const items = useRead(contentQueries.items(category.id, filter)).items;
  const { act, isBusy, pendingOf, failureOf, mayRepeat, asked, ask } = useItems();
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
              mayRepeat={(kind) => mayRepeat(kind, item.id)}
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

type DeleteItemProps = {
  /** The item to delete; undefined while the dialog is closed. */
  item: ContentItem | undefined;
  act: ReturnType<typeof useItems>["act"];
  onClose: () => void;
};

/** Rendered outside the item's card, so that it stays mounted when the card unmounts. */
function DeleteItem({ item, act, onClose }: DeleteItemProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function remove() {
    if (!item) return;
    setBusy(true);
    setFailure(undefined);
    const outcome = await act("remove", item);
    setBusy(false);
    if (wasDone(outcome)) onClose();
    else if ("error" in outcome) setFailure(failureOf(itemFailures.remove, outcome.error));
  }

  return (
    <CommandQuestion
      command={{ isBusy, failure, forget: () => setFailure(undefined) }}
      open={item !== undefined}
      onClose={onClose}
      title={
        item && (
          <>
            Delete <bdi>{nameOf(item)}</bdi>?
          </>
        )
      }
      confirm="Delete"
      icon={<Trash2 />}
      onConfirm={() => void remove()}
    >
      This cannot be undone. Posts already made from it do not change.
    </CommandQuestion>
  );
}

/**
 * Moves the focus to the next card when the focused card leaves the list, so that keyboard users
 * can go on from there.
 *
 * @param isAsking true while a dialog has the focus
 */
function useFocusOnNext(
  list: RefObject<HTMLElement | null>,
  items: readonly { id: Id }[],
  isAsking: boolean,
) {
  const last = useRef<{ id: string; index: number }>(undefined);

  useEffect(() => {
    const left = last.current;
    if (!left || isAsking || items.some(({ id }) => sameId(id, left.id))) return;
    last.current = undefined;
    // A dialog that has just closed returns the focus at the end of this task. This must run later.
    setTimeout(() => setTimeout(() => focusCard(list.current, left.index)));
  }, [items, isAsking, list]);

  return ({ target }: FocusEvent<HTMLElement>) => {
    const id = target.closest<HTMLElement>("[data-item]")?.dataset.item;
    if (id) last.current = { id, index: items.findIndex((item) => sameId(item.id, id)) };
  };
}

/** Does nothing if the user has moved the focus elsewhere meanwhile. */
function focusCard(list: HTMLElement | null, index: number) {
  const { activeElement } = document;
  if (activeElement && !activeElement.matches("body, main")) return;
  const cards = [...(list?.children ?? [])];
  const card = cards[Math.min(index, cards.length - 1)];
  const next = card?.querySelector<HTMLElement>('[aria-haspopup="menu"]');
  if (next) next.focus();
  else if (list) focusMain();
}
