import { type ReactNode, useDeferredValue } from "react";
import type { Id } from "@/shared/api/id";
import { Panel } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { listMost, listStep } from "../../list-options";
import { type Shown, useListed } from "../../queries";
import { PostPerformance } from "../post/post-performance";
import styles from "./all-posts.module.css";
import { ExportCsv } from "./export-csv";
import { ListFilters } from "./list-filters";
import { ListToolbar } from "./list-toolbar";
import { PostsOf } from "./posts-of";
import { LoadingPosts, PostsTable } from "./posts-table";
import { TotalsStrip } from "./totals-strip";

/** The parts of the list that can be chosen; the group is given. */
export type Choice = Omit<Shown, "group">;

/** Changes parts of the choice. `replace` is for a change that Back should not undo. */
export type OnChoose = (change: Partial<Choice>, options?: { replace?: boolean }) => void;

type AllPostsProps = {
  /** Must be the same object as long as the choice is the same. */
  listed: Shown;
  groupName: string;
  /** The post whose dialog is open. */
  post: Id | undefined;
  /** Buttons shown beside our own. */
  actions: ReactNode;
  /** A link to where posts are published. */
  toPublishing: ReactNode;
  onChoose: OnChoose;
  onOpen: (post: Id) => void;
  /** Called when the dialog moves on to another post. */
  onTurn: (post: Id) => void;
  onClose: () => void;
};

/** Lists a group's published posts with their figures. The page remounts it for another group. */
export function AllPosts(props: AllPostsProps) {
  const { listed, groupName, post, actions, toPublishing, onChoose, ...on } = props;
  // The old rows stay until those of a new choice have loaded.
  const available = useListed(listed);
  const shown = useDeferredValue(available);
  return (
    <div className={styles.posts}>
      <ListFilters shown={listed} onChoose={onChoose} />
      <ListToolbar shown={listed} onChoose={onChoose}>
        {actions}
        <ExportCsv shown={shown} groupName={groupName} />
      </ListToolbar>
      <TotalsStrip shown={shown} />
      <Panel>
        <PanelBoundary
          resetKey={JSON.stringify(shown)}
          loading={<LoadingPosts sorting={listed} onSort={onChoose} />}
        >
          <div className={styles.rows} aria-busy={shown !== available}>
            <PostsOf shown={shown}>
              {(posts, loaded) => (
                <PostsTable
                  posts={posts}
                  loaded={loaded}
                  isLoadingMore={shown.limit !== listed.limit}
                  onMore={
                    shown.limit < listMost
                      ? () => {
                          const limit = Math.min(shown.limit + listStep, listMost);
                          // Replaced, because more of the same list is no place to return to.
                          onChoose({ limit }, { replace: true });
                        }
                      : undefined
                  }
                  isGrouped={shown.grouped}
                  toPublishing={toPublishing}
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
      <PostPerformance post={post} shown={shown} onTurn={on.onTurn} onClose={on.onClose} />
    </div>
  );
}
