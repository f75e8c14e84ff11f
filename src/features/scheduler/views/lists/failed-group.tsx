import { Pencil, RotateCcw } from "lucide-react";
import { type ReactNode, type RefObject, use, useLayoutEffect, useRef, useState } from "react";
import { AccountName } from "@/entities/account";
import { PostThumb, PublishQuestion, publishingStatusOf, SubredditResults } from "@/entities/post";
import { counted } from "@/shared/format/number";
import { SafeLink } from "@/shared/media/safe-link";
import { safeUrl } from "@/shared/media/safe-url";
import { useOffered } from "@/shared/query/use-backend";
import { StackedTime } from "@/shared/time/time";
import { Button } from "@/shared/ui/button/button";
import { focusMain } from "@/shared/ui/focus/focus";
import { StateDot } from "@/shared/ui/status/badge";
import { FailureLine } from "@/shared/ui/status/failure-line";
import { schedulerApi } from "../../contract";
import {
  causeOfPost,
  errorsOf,
  type FailedGroup,
  isWorthARetry,
  mayBeLive,
  mustChange,
  mustReconnect,
  type Remedy,
  remedyOf,
  stepOf,
} from "../../failed-groups";
import { useRetryPost } from "../../mutations";
import type { ScheduledPost } from "../../schema";
import { ActOnPost, EditPost } from "../post/post-context";
import { PostStatus, PostWords } from "../post/post-parts";
import styles from "./failed-group.module.css";

/** Only where the backend can change a post of the queue. */
const editing = { capability: "queue-edit" };

/** Renders a link to the settings of a post's group, in the look of a button. */
export type SettingsLink = (post: ScheduledPost, remedy: Remedy) => ReactNode;

type FailedGroupRowsProps = { group: FailedGroup; settingsLink: SettingsLink };

/** Lists the failed posts of one account and one cause, below the cause and the next step. */
export const FailedGroupRows = ({ group, settingsLink }: FailedGroupRowsProps) => {
  const { account, posts } = group;
  const [post] = posts;
  const remedy = remedyOf(group);
  return (
    <tbody className={styles.failedGroup}>
      <tr>
        <th scope="rowgroup" colSpan={4}>
          <span className={styles.cause}>
            {account ? (
              <AccountName type={account.platform_type} username={account.platform_username} />
            ) : (
              "Account removed"
            )}
            <span className={styles.causeCount}>{counted(posts.length, "post")}</span>
            <span className={styles.causeWords}>
              {stepOf(group)}
              {errorsOf(group).map((error) => (
                <span key={error} className={styles.lastError}>
                  <span className={styles.errorLabel}>
                    Account's last error (may concern another post):{" "}
                  </span>
                  {error}
                </span>
              ))}
            </span>
            {post && remedy && settingsLink(post, remedy)}
          </span>
        </th>
      </tr>
      {posts.map((post) => (
        <FailedRow key={post.id} post={post} />
      ))}
    </tbody>
  );
};

function FailedRow({ post }: { post: ScheduledPost }) {
  const act = use(ActOnPost);
  const canOpen = useOffered(schedulerApi.detail);
  const { send, isBusy, failure } = useRetryPost(
    post,
    act && canOpen ? () => act("open", [post]) : undefined,
  );
  return (
    <tr>
      <td>
        <span className={styles.post}>
          <PostThumb content={post.content_queue_item} />
          <span className={styles.words}>
            <PostWords post={post} />
            <PostStatus post={post} usual="failed" />
            {post.is_changed && <StateDot state="waiting">Edited: ready to retry</StateDot>}
            <SubredditResults results={post.subreddit_results} />
            {failure && <FailureLine {...failure} />}
          </span>
        </span>
      </td>
      <td className={styles.when} data-label="When">
        <StackedTime value={post.publish_at} />
      </td>
      <td data-label="Retries" data-align="end">
        {post.retry_count ?? "—"}
      </td>
      <td data-align="end">
        <Acts post={post} isBusy={isBusy} onRetry={send} />
      </td>
    </tr>
  );
}

type ActsProps = {
  post: ScheduledPost;
  isBusy: boolean;
  onRetry: ReturnType<typeof useRetryPost>["send"];
};

/** First what helps before a retry: Edit if the post must be changed. Retry asks first. */
function Acts({ post, isBusy, onRetry }: ActsProps) {
  const [isAsking, setAsking] = useState(false);
  const acts = useRef<HTMLSpanElement>(null);
  useFocusPassedOn(acts);
  const isUnknown = publishingStatusOf(post.status) === "unknown";

  function answer(isSure: boolean) {
    setAsking(false);
    if (!isSure) return;
    void onRetry({
      params: { id: post.id },
      ...(isUnknown && { query: { confirm_unknown: true } }),
    });
  }

  return (
    <>
      <span ref={acts} className={styles.acts}>
        <OpenMedia post={post} />
        <EditFailed post={post} />
        <Button
          size="sm"
          variant={isWorthARetry(post) ? "secondary" : "ghost"}
          icon={<RotateCcw />}
          busy={isBusy}
          onClick={() => setAsking(true)}
        >
          Retry
        </Button>
      </span>
      <RetryQuestion post={post} open={isAsking} onAnswer={answer} />
    </>
  );
}

/** Offered for a post whose image or video the platform could not download. */
function OpenMedia({ post }: { post: ScheduledPost }) {
  const content = post.content_queue_item;
  const media = content?.video_url ?? content?.image_url;
  if (causeOfPost(post)?.remedy !== "Open media" || !safeUrl(media)) return null;
  return <SafeLink url={media}>Open media</SafeLink>;
}

/** Offered for a post whose platform refuses its content, where the backend can change it. */
function EditFailed({ post }: { post: ScheduledPost }) {
  const edit = use(EditPost);
  const isOffered = useOffered(editing);
  const content = post.content_queue_item?.id;
  const isRefused = causeOfPost(post)?.refusesContent && !mayBeLive(post);
  if (!edit || !isOffered || !isRefused || content == null) return null;
  return (
    <Button size="sm" icon={<Pencil />} onClick={() => edit(content)}>
      Edit
    </Button>
  );
}

/** If the row leaves its list with the focus in it, a neighbour's button gets the focus. */
function useFocusPassedOn(acts: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const own = acts.current;
    return () => {
      if (!own?.contains(document.activeElement)) return;
      const others = own.closest("table")?.querySelectorAll<HTMLElement>(`.${styles.acts} button`);
      const buttons = [...(others ?? [])].filter((one) => !own.contains(one));
      const after = buttons.find(
        (one) => own.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING,
      );
      const next = after ?? buttons.at(-1);
      if (next) next.focus();
      else focusMain();
    };
  }, [acts]);
}

type RetryQuestionProps = {
  post: ScheduledPost;
  open: boolean;
  onAnswer: (isSure: boolean) => void;
};

/** Asked before a failed post is published again. */
function RetryQuestion({ post, open, onAnswer }: RetryQuestionProps) {
  const { social_account: account, content_queue_item: content } = post;
  const isDoubtful = mayBeLive(post);
  return (
    <PublishQuestion
      open={open}
      title={isDoubtful ? "Retry a post that may be live?" : `Retry post #${post.id}?`}
      confirm="Retry"
      icon={<RotateCcw />}
      effect={
        isDoubtful
          ? "It may already be live: check the profile. A retry could publish it twice."
          : "This publishes immediately and can't be undone here."
      }
      text={content?.text_content}
      targets={
        account ? [{ id: 0, type: account.platform_type, username: account.platform_username }] : []
      }
      onAnswer={onAnswer}
    >
      {post.account_problem && (
        <p>It will fail again, because the account cannot be used: {post.account_problem}.</p>
      )}
      {!post.account_problem && mustReconnect(post) && (
        <p>
          It will fail again until the account's credentials are updated:{" "}
          {causeOfPost(post)?.meaning}
        </p>
      )}
      {mustChange(post) && <p>It will probably be refused again: {causeOfPost(post)?.meaning}</p>}
      {post.is_changed && <p>It was edited after it failed. This is the current text.</p>}
    </PublishQuestion>
  );
}
