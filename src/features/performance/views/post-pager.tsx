import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useRef } from "react";
import type { Id } from "@/shared/api/id";
import { buttonProps } from "@/shared/ui/button";
import { type Neighbours, neighboursOf } from "../neighbours";
import type { Listed } from "../queries";
import styles from "./post-performance.module.css";
import { PostsBeside } from "./posts-of";
import { useNeighbourKeys } from "./use-neighbour-keys";

type PostPagerProps = {
  post: Id;
  listed: Listed;
  onTurn: (post: Id) => void;
};

/** Leads through the list from within the dialog, by buttons and by ← and →. */
export const PostPager = ({ post, listed, onTurn }: PostPagerProps) => (
  <PostsBeside
    listed={listed}
    instead={<Pager neighbours={none} without="The list is not there yet." onTurn={onTurn} />}
  >
    {(posts) => (
      <Pager
        neighbours={neighboursOf(posts, post)}
        count={posts.length}
        without="This post is not in the list."
        onTurn={onTurn}
      />
    )}
  </PostsBeside>
);

const none: Neighbours = { previous: undefined, next: undefined, place: undefined };

type PagerProps = {
  neighbours: Neighbours;
  count?: number;
  /** Why it leads nowhere where the post has no place. */
  without: string;
  onTurn: (post: Id) => void;
};

function Pager({ neighbours: { previous, next, place }, count, without, onTurn }: PagerProps) {
  const ref = useRef<HTMLDivElement>(null);
  const turnTo = (post: Id | undefined) => {
    if (post !== undefined) onTurn(post);
  };
  useNeighbourKeys(ref, (by) => turnTo(by === -1 ? previous : next));
  const end = (text: string) => (place === undefined ? without : text);
  return (
    <div ref={ref} className={styles.pager}>
      {/* Said when it changes, for the focus stays where it is. */}
      <span role="status" className={styles.place}>
        {place !== undefined && `${place} of ${count}`}
      </span>
      <TurnButton
        label="Previous post"
        shortcut="ArrowLeft"
        icon={<ChevronLeft />}
        blocked={previous === undefined ? end("This is the first post of the list.") : undefined}
        onTurn={() => turnTo(previous)}
      />
      <TurnButton
        label="Next post"
        shortcut="ArrowRight"
        icon={<ChevronRight />}
        blocked={next === undefined ? end("This is the last post of the list.") : undefined}
        onTurn={() => turnTo(next)}
      />
    </div>
  );
}

type TurnButtonProps = {
  label: string;
  shortcut: string;
  icon: ReactNode;
  /** Why it leads nowhere; it stays where it is, and keeps the focus. */
  blocked: string | undefined;
  onTurn: () => void;
};

/**
 * With the browser's own tooltip: the kit's stands in the dialog, and Radix takes its leaving, when
 * Tab goes on from here, for a focus that is lost and has to begin anew.
 */
const TurnButton = ({ label, shortcut, icon, blocked, onTurn }: TurnButtonProps) => (
  <button
    type="button"
    {...buttonProps({ variant: "ghost", size: "sm" })}
    data-icon-only=""
    aria-label={label}
    aria-keyshortcuts={shortcut}
    aria-disabled={blocked !== undefined || undefined}
    title={blocked ?? label}
    onClick={() => blocked === undefined && onTurn()}
  >
    {icon}
  </button>
);
