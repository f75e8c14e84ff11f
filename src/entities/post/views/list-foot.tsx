import type { ReactNode, RefObject } from "react";
import type { Failure } from "@/shared/query/outcome";
import { LoadMore } from "@/shared/ui/table/load-more";
import { kindNames, type PostKind } from "../contract";
import styles from "./post.module.css";

type ListFootProps = {
  kind: PostKind;
  /** The number of posts that the other tab shows. */
  hidden: number;
  /** Opens the other tab: only the page knows its address. */
  onShowOther: () => void;
  /** True if the foot has visible content. */
  isShown?: boolean;
  /** Stands above the count. */
  lead?: ReactNode;
  children?: ReactNode;
};

/** The foot of a list of posts: says how many of them the other tab shows, and leads there. */
export const ListFoot = ({
  kind,
  hidden,
  onShowOther,
  isShown = hidden > 0,
  lead,
  children,
}: ListFootProps) => (
  <div className={isShown ? styles.foot : undefined}>
    {lead}
    {hidden > 0 && (
      <button
        type="button"
        className={styles.more}
        onClick={({ currentTarget }) => {
          // The other tab may not have this button, and the focus would be lost with it.
          currentTarget.closest<HTMLElement>("[role=tabpanel]")?.focus({ preventScroll: true });
          onShowOther();
        }}
      >
        {hidden} {kindNames[kind === "media" ? "text" : "media"]}{" "}
        {hidden === 1 ? "post is" : "posts are"} on the other tab.
      </button>
    )}
    {children}
  </div>
);

type PagesFootProps = Pick<ListFootProps, "kind" | "hidden" | "onShowOther"> & {
  /** The number of posts loaded. */
  loaded: number;
  /** Those of them that are of the shown group, if others are loaded too. */
  ofGroup?: number;
  /** The number of posts in the list. */
  shown: number;
  hasMore: boolean;
  busy: boolean;
  moreFailure: Failure | undefined;
  onLoad: () => void;
  list: RefObject<HTMLElement | null>;
};

/** The foot of a list that is read page by page. */
export function PagesFoot({
  loaded,
  ofGroup = loaded,
  shown,
  hasMore,
  busy,
  moreFailure,
  onLoad,
  list,
  ...foot
}: PagesFootProps) {
  const isDone = !hasMore && moreFailure === undefined;
  return (
    <ListFoot
      {...foot}
      isShown={!isDone || foot.hidden > 0}
      lead={
        hasMore &&
        shown === 0 &&
        loaded > 0 && (
          <p className="meta">
            No {kindNames[foot.kind]} posts in the first {loaded}.
          </p>
        )
      }
    >
      <LoadMore
        busy={busy}
        onLoad={onLoad}
        shown={ofGroup}
        isCountHidden={shown === 0}
        failure={moreFailure}
        isDone={isDone}
        list={list}
      />
    </ListFoot>
  );
}
