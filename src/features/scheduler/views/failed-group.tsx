import { RotateCcw } from "lucide-react";
import { type MouseEvent, useRef, useState } from "react";
import { AccountName } from "@/entities/account";
import { PostThumb, publishingStatusOf } from "@/entities/post";
import { StackedTime } from "@/shared/time/stacked-time";
import { Button } from "@/shared/ui/button";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { FailureLine } from "@/shared/ui/failure-line";
import { focusMain } from "@/shared/ui/focus-main";
import { type FailedGroup, mayBeLive } from "../failed-groups";
import { useRetryPost } from "../mutations";
import type { ScheduledPost } from "../schema";
import styles from "./failed-group.module.css";
import { PostAccount, PostLines, PostStatus, PostWords } from "./post-parts";

/** Lists the failed posts of one account and one cause, below the cause and the next step. */
export const FailedGroupRows = ({ group: { account, cause, posts } }: { group: FailedGroup }) => (
  <tbody className={styles.failedGroup}>
    <tr>
      <th scope="rowgroup" colSpan={5}>
        <span className={styles.cause}>
          {account ? (
            <AccountName type={account.platform_type} username={account.platform_username} />
          ) : (
            "Account removed"
          )}
          <span className={styles.causeWords}>
            {cause ? `${cause.meaning} ${cause.nextStep}` : "Not a known cause: see the error."}
          </span>
          <span className={styles.causeCount}>
            {posts.length === 1 ? "1 post" : `${posts.length} posts`}
          </span>
        </span>
      </th>
    </tr>
    {posts.map((post) => (
      <FailedRow key={post.id} post={post} />
    ))}
  </tbody>
);

function FailedRow({ post }: { post: ScheduledPost }) {
  return (
    <tr>
      <td>
        <span className={styles.post}>
          <PostThumb content={post.content_queue_item} />
          <PostLines>
            <PostAccount post={post} />
            <PostWords post={post} />
          </PostLines>
        </span>
      </td>
      <td className={styles.when} data-label="When">
        <StackedTime value={post.publish_at} />
      </td>
      <td data-label="Retries" data-align="end">
        {post.retry_count ?? "—"}
      </td>
      <RetryCells post={post} />
    </tr>
  );
}

/** Shows the error and Retry. A post that may be live is sent again only after a confirmation. */
function RetryCells({ post }: { post: ScheduledPost }) {
  const { send, isBusy, failure } = useRetryPost();
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLElement>(null);
  const isUnknown = publishingStatusOf(post.status) === "unknown";

  async function retry() {
    setAsking(false);
    const { kind } = await send({
      params: { id: post.id },
      ...(isUnknown && { query: { confirm_unknown: true } }),
    });
    // The row is about to be removed, and the focus would be lost with it.
    if (kind === "ok" && document.activeElement === button.current) focusNeighbour(button.current);
  }

  function press({ currentTarget }: MouseEvent<HTMLElement>) {
    button.current = currentTarget;
    if (mayBeLive(post)) setAsking(true);
    else void retry();
  }

  return (
    <>
      <td>
        <PostStatus post={post} usual="failed" />
        <p className={styles.lastError}>
          <span className={styles.errorLabel}>Last error of this account: </span>
          {post.social_account?.last_known_error ?? "none reported"}
        </p>
        {failure && <FailureLine {...failure} />}
      </td>
      <td data-align="end">
        <Button size="sm" icon={<RotateCcw />} busy={isBusy} onClick={press}>
          Retry
        </Button>
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title="Retry a post that may be live?"
          confirm="Retry"
          icon={<RotateCcw />}
          onConfirm={() => void retry()}
        >
          <p>It may already be live: check the profile. Sent again, it would be there twice.</p>
          <PostAccount post={post} />
          <PostWords post={post} />
        </ConfirmDialog>
      </td>
    </>
  );
}

function focusNeighbour(button: HTMLElement | null) {
  const all = button?.closest("table")?.querySelectorAll<HTMLElement>("td > button") ?? [];
  const buttons = [...all];
  const index = button ? buttons.indexOf(button) : -1;
  const next = buttons[index + 1] ?? buttons[index - 1];
  if (next) next.focus();
  else if (button) focusMain();
}
