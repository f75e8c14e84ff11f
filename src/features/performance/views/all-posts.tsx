import { type ReactNode, useDeferredValue } from "react";
import type { Id } from "@/shared/api/id";
import { Panel } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { listMost, listStep } from "../limits";
import { type Listed, useListed } from "../queries";
import styles from "./all-posts.module.css";
import { ExportCsv } from "./export-csv";
import { ListToolbar } from "./list-toolbar";
import { PostPerformance } from "./post-performance";
import { PostsOf } from "./posts-of";
import { LoadingPosts, PostsTable } from "./posts-table";

/** The parts of the list that can be chosen; the group is given. */
export type Choice = Omit<Listed, "group">;

type AllPostsProps = {
  /** Must be the same object as long as the choice is the same. */
  listed: Listed;
  groupName: string;
  /** The post whose dialog is open. */
  post: Id | undefined;
  /** Buttons shown beside our own. */
  actions: ReactNode;
  onChoose: (change: Partial<Choice>) => void;
  onOpen: (post: Id) => void;
  /** Called when the dialog moves on to another post. */
  onTurn: (post: Id) => void;
  onClose: () => void;
};

/** Lists a group's published posts with their figures. The page remounts it for another group. */
export function AllPosts({ listed, groupName, post, actions, onChoose, ...on }: AllPostsProps) {
  // The old rows stay until those of a new choice have loaded.
  const available = useListed(listed);
  const shown = useDeferredValue(available);
  return (
    <div className={styles.posts}>
      <ListToolbar listed={listed} onChoose={onChoose}>
        {actions}
        <ExportCsv listed={shown} groupName={groupName} />
      </ListToolbar>
      <Panel>
        <PanelBoundary
          of={JSON.stringify(shown)}
          loading={<LoadingPosts sorting={listed} onSort={onChoose} />}
        >
          <div className={styles.rows} aria-busy={shown !== available}>
            <PostsOf listed={shown}>
              {(posts, isFull) => (
                <PostsTable
                  posts={posts}
                  isFull={isFull}
                  isLoadingMore={shown.limit !== listed.limit}
                  onMore={
                    shown.limit < listMost
                      ? () => onChoose({ limit: Math.min(shown.limit + listStep, listMost) })
                      : undefined
                  }
                  isFiltered={shown.category !== undefined}
                  sorting={listed}
                  onSort={onChoose}
                  onOpen={on.onOpen}
                />
              )}
            </PostsOf>
          </div>
        </PanelBoundary>
      </Panel>
      <PostPerformance post={post} listed={shown} onTurn={on.onTurn} onClose={on.onClose} />
    </div>
  );
}
