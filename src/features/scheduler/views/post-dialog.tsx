import { PostMedia, PostText } from "@/entities/post";
import type { Id } from "@/shared/api/id";
import { SafeLink } from "@/shared/media/safe-link";
import { useRead } from "@/shared/query/use-read";
import { Time } from "@/shared/time/time";
import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import { postQueries } from "../post-queries";
import { statusInWords } from "../statuses";
import styles from "./post-dialog.module.css";
import { Overdue, PostAccount } from "./post-parts";

type PostDialogProps = {
  /** Undefined while the dialog is closed. */
  post: Id | undefined;
  onClose: () => void;
};

/** One post on one account, with the whole of its text. */
export const PostDialog = ({ post, onClose }: PostDialogProps) => (
  <Dialog
    open={post !== undefined}
    onOpenChange={(isOpen) => isOpen || onClose()}
    title={post !== undefined && `Post #${post}`}
    size="lg"
  >
    <DialogBody>
      {post !== undefined && (
        <PanelBoundary of={String(post)} loading={<LoadingPost />}>
          <OnePost id={post} />
        </PanelBoundary>
      )}
    </DialogBody>
  </Dialog>
);

function OnePost({ id }: { id: Id }) {
  const post = useRead(postQueries.detail(id));
  const content = post.content_queue_item;
  return (
    <div className={styles.post}>
      {content && (
        <div className={styles.media}>
          <PostMedia content={content} />
        </div>
      )}
      <div className={styles.body}>
        <dl className={styles.facts}>
          <div>
            <dt>Account</dt>
            <dd>
              <PostAccount post={post} />
            </dd>
          </div>
          <div>
            <dt>Status</dt>
            <dd>{statusInWords(post.status)}</dd>
          </div>
          <div>
            <dt>Time</dt>
            <dd>
              <Time value={post.publish_at} /> (<Time value={post.publish_at} as="relative" />){" "}
              <Overdue post={post} />
            </dd>
          </div>
        </dl>
        {post.published_post_url && <SafeLink url={post.published_post_url}>View post</SafeLink>}
        <PostText text={content?.text_content} folds={false} />
      </div>
    </div>
  );
}

const LoadingPost = () => (
  <Loading label="Loading the post">
    <div className={styles.post}>
      <Skeleton height={180} radius={6} />
      <div className={styles.body}>
        <Skeleton width="60%" />
        <Skeleton width="40%" />
        <Skeleton width="90%" height={60} />
      </div>
    </div>
  </Loading>
);
