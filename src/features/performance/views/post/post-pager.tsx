import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRef } from "react";
import { type Id, sameId } from "@/shared/api/id";
import { useNeighbourKeys } from "@/shared/keyboard/use-neighbour-keys";
import { TurnButton } from "@/shared/ui/button/turn-button";
import type { Shown } from "../../queries";
import { PostsBeside } from "../posts/posts-of";
import styles from "./post-performance.module.css";

type PostPagerProps = {
  post: Id;
  shown: Shown;
  onTurn: (post: Id) => void;
};

/** Moves through the list from within the dialog, with buttons and with ← and →. */
export const PostPager = ({ post, shown, onTurn }: PostPagerProps) => (
  <PostsBeside
    shown={shown}
    instead={<Pager neighbours={none} without="The list is still loading." onTurn={onTurn} />}
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

type Listed = { readonly scheduled_post_id: Id };

type Neighbours = {
  readonly previous: Id | undefined;
  readonly next: Id | undefined;
  /** The post's place in the list, from 1; undefined if the list does not contain it. */
  readonly place: number | undefined;
};

/** Returns the posts before and after a post in the list's order. */
function neighboursOf(posts: readonly Listed[], post: Id): Neighbours {
  const index = posts.findIndex(({ scheduled_post_id }) => sameId(scheduled_post_id, post));
  if (index === -1) return { previous: undefined, next: undefined, place: undefined };
  return {
    previous: posts[index - 1]?.scheduled_post_id,
    next: posts[index + 1]?.scheduled_post_id,
    place: index + 1,
  };
}
