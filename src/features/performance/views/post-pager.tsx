import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useRef } from "react";
import type { Id } from "@/shared/api/id";
import { useNeighbourKeys } from "@/shared/keyboard/use-neighbour-keys";
import { buttonProps } from "@/shared/ui/button";
import { type Neighbours, neighboursOf } from "../neighbours";
import type { Listed } from "../queries";
import styles from "./post-performance.module.css";
import { PostsBeside } from "./posts-of";

type PostPagerProps = {
  post: Id;
  listed: Listed;
  onTurn: (post: Id) => void;
};

/** Moves through the list from within the dialog, with buttons and with ← and →. */
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
  /** The reason shown if the post has no place in the list. */
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
      {/* Announced when it changes, because the focus does not move. */}
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
  /** The reason why the button does nothing. It stays in its place and keeps the focus. */
  blocked: string | undefined;
  onTurn: () => void;
};

/**
 * Uses the browser's own tooltip. Our tooltip is rendered inside the dialog and unmounts when Tab
 * leaves the button. Radix takes that for lost focus and resets the focus of the dialog.
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
