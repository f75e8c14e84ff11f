import { CalendarClock, Send, X } from "lucide-react";
import { PostMedia, PostText, SubredditResults } from "@/entities/post";
import type { Id } from "@/shared/api/id";
import { SafeLink } from "@/shared/media/safe-link";
import { useRead } from "@/shared/query/use-read";
import { Time } from "@/shared/time/time";
import { Button } from "@/shared/ui/button/button";
import { Dialog, DialogBody, DialogFooter } from "@/shared/ui/dialog/dialog";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { isWaiting, statusInWords } from "../../posts";
import { schedulerQueries } from "../../queries";
import type { ScheduledPost } from "../../schema";
import type { PostAct } from "./post-context";
import { useActOnPost } from "./post-context";
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
    {post !== undefined && (
      <PanelBoundary resetKey={String(post)} loading={<LoadingPost />}>
        <OnePost id={post} onClose={onClose} />
      </PanelBoundary>
    )}
  </Dialog>
);

function OnePost({ id, onClose }: { id: Id; onClose: () => void }) {
  const post = useRead(schedulerQueries.post(id));
  return (
    <>
      <DialogBody>
        <WholePost post={post} />
      </DialogBody>
      <PostFooter post={post} onClose={onClose} />
    </>
  );
}

/** Offers the commands for a post that waits; renders nothing for another one. */
function PostFooter({ post, onClose }: { post: ScheduledPost; onClose: () => void }) {
  const act = useActOnPost();
  if (!act || !isWaiting(post)) return null;
  // Below an open dialog, no screen reader reaches the toast that says how the act has ended.
  function closeAnd(what: PostAct) {
    onClose();
    act?.(what, [post]);
  }
  return (
    <DialogFooter>
      <Button variant="ghost" icon={<X />} onClick={() => closeAnd("cancel")}>
        Cancel post…
      </Button>
      <Button icon={<CalendarClock />} onClick={() => closeAnd("reschedule")}>
        Reschedule…
      </Button>
      {!post.is_paused && (
        <Button icon={<Send />} onClick={() => closeAnd("publish")}>
          Publish now…
        </Button>
      )}
    </DialogFooter>
  );
}

function WholePost({ post }: { post: ScheduledPost }) {
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
          {post.group_name && (
            <div>
              <dt>Group</dt>
              <dd>{post.group_name}</dd>
            </div>
          )}
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
        <SubredditResults results={post.subreddit_results} />
        <PostText text={content?.text_content} folds={false} />
      </div>
    </div>
  );
}

const LoadingPost = () => (
  <DialogBody>
    <Loading label="Loading post">
      <div className={styles.post}>
        <Skeleton height={180} radius={6} />
        <div className={styles.body}>
          <Skeleton width="60%" />
          <Skeleton width="40%" />
          <Skeleton width="90%" height={60} />
        </div>
      </div>
    </Loading>
  </DialogBody>
);
