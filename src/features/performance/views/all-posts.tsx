import { useDeferredValue } from "react";
import { categoryQueries } from "@/entities/category";
import { type Id, sameId } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { Panel } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import type { Listed } from "../queries";
import styles from "./all-posts.module.css";
import { ListToolbar } from "./list-toolbar";
import { LoadingPosts, PostsTable } from "./posts-table";

/** What of the list can be chosen; the rest is the group's. */
export type Choice = Omit<Listed, "group">;

type AllPostsProps = {
  /** The same object as long as the choice is the same. */
  listed: Listed;
  onChoose: (change: Partial<Choice>) => void;
  onOpen: (post: Id) => void;
};

/** A group's published posts with their figures. */
export function AllPosts({ listed, onChoose, onOpen }: AllPostsProps) {
  return (
    <section className={styles.posts} aria-label="All Posts">
      <ListToolbar listed={listed} onChoose={onChoose} />
      <Panel>
        <PanelBoundary
          of={JSON.stringify(listed)}
          key={String(listed.group)}
          loading={<LoadingPosts sorting={listed} onSort={onChoose} />}
        >
          <LatestPosts listed={listed} onChoose={onChoose} onOpen={onOpen} />
        </PanelBoundary>
      </Panel>
    </section>
  );
}

/** The rows of before stay until those of a new choice are there. */
function LatestPosts({ listed, onChoose, onOpen }: AllPostsProps) {
  const shown = useDeferredValue(listed);
  const props = { sorting: listed, onChoose, onOpen };
  return (
    <div className={styles.rows} aria-busy={shown !== listed}>
      {shown.category === undefined ? (
        <PostsTable listed={shown} {...props} />
      ) : (
        <PostsOfCategory listed={shown} {...props} />
      )}
    </div>
  );
}

type PostsOfCategoryProps = Parameters<typeof PostsTable>[0];

/** The address may name a category of another group, or one that is gone: then all are shown. */
function PostsOfCategory({ listed, ...rest }: PostsOfCategoryProps) {
  const categories = useRead(categoryQueries.ofGroup(listed.group)).items;
  const category = categories.find(({ id }) => sameId(id, listed.category))?.id;
  return <PostsTable listed={{ ...listed, category }} {...rest} />;
}
