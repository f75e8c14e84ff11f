import type { QueryKey } from "@tanstack/react-query";
import type { PostKind } from "@/entities/post";
import { FailedPosts, RecentlyPublished, UpcomingPosts } from "@/features/scheduler";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import styles from "./publishing-page.module.css";

const EditFailedPost = lazyWithPreload(() =>
  import("./edit-failed-post").then((part) => part.EditFailedPost),
);

type PublishingListsProps = {
  kind: PostKind;
  /** Shows the posts of the other kind. */
  onShowOther: () => void;
  /** Queries that an edit of a failed post makes stale. */
  refreshes: readonly QueryKey[];
};

export const PublishingLists = ({ refreshes, ...list }: PublishingListsProps) => (
  <>
    <FailedPosts
      {...list}
      editor={(post, onClose) => (
        <EditFailedPost post={post} refreshes={refreshes} onClose={onClose} />
      )}
    />
    <div className={styles.two}>
      <UpcomingPosts {...list} />
      <RecentlyPublished {...list} />
    </div>
  </>
);
