import type { ReactNode } from "react";
import { AccountName } from "@/entities/account";
import { NextTry } from "@/entities/post";
import { counted } from "@/shared/format/number";
import { preview } from "@/shared/format/text";
import { formatAge, parseTime } from "@/shared/format/time";
import { Time } from "@/shared/time/time";
import { useNow } from "@/shared/time/use-now";
import { StateDot } from "@/shared/ui/status/badge";
import { BatchWait } from "@/shared/ui/status/batch-wait";
import { accountOf, isOverdue, isUsual, type Posts, statusInWords } from "../../posts";
import type { ScheduledPost } from "../../schema";
import styles from "./post-parts.module.css";

/** The length of text that a row shows, in characters as a reader counts them. */
const wordsShown = 100;

/** Shows the beginning of the post's text on one line. */
export function PostWords({ post }: { post: ScheduledPost }) {
  const text = post.content_queue_item?.text_content;
  if (!text) return <span className={styles.wordless}>No text</span>;
  return (
    <span className={styles.words} title={text} dir="auto">
      {preview(text, wordsShown)}
    </span>
  );
}

export const PostAccount = ({ post: { social_account } }: { post: ScheduledPost }) =>
  social_account ? (
    <AccountName type={social_account.platform_type} username={social_account.platform_username} />
  ) : (
    <span className={styles.wordless}>Account removed</span>
  );

/** Shows a post's status, unless its list already implies it. */
export function PostStatus({ post, usual }: { post: ScheduledPost; usual: string }) {
  if (isUsual(post.status, usual)) return null;
  return <StateDot state="waiting">{statusInWords(post.status)}</StateDot>;
}

/**
 * Marks a post that waits because its group is paused, and an overdue one: then something is wrong with
 * the scheduler or with the post.
 */
export function Overdue({ post }: { post: ScheduledPost }) {
  const now = useNow();
  if (post.is_paused) return <StateDot state="waiting">Paused</StateDot>;
  if (!isOverdue(post, now)) return null;
  return (
    <span className={styles.overdue}>
      Overdue by {formatAge(now - (parseTime(post.publish_at) ?? now))}
    </span>
  );
}

/** The length of the text that a question shows, in characters as a reader counts them. */
const excerptLength = 160;

/** Shows the beginning of a post's text in several lines, for a question. */
export function PostExcerpt({ post: { content_queue_item } }: { post: ScheduledPost }) {
  const text = content_queue_item?.text_content;
  return (
    <p className="clamp-3" dir="auto">
      {text ? preview(text, excerptLength) : "No text"}
    </p>
  );
}

type PostNotesProps = {
  posts: Posts;
  /** The usual status in this list, which is not shown. */
  usual: string;
  /** From how many milliseconds on a post has a time of its own. */
  apart?: number;
};

/** Says what is unusual about the posts of a row: once if it holds for all, or else of each account. */
export function PostNotes({ posts, usual, apart = 60_000 }: PostNotesProps) {
  const now = useNow();
  const [first] = posts;
  const time = parseTime(first.publish_at) ?? 0;
  const noted = posts.map((post) => ({
    post,
    isApart: Math.abs((parseTime(post.publish_at) ?? time) - time) >= apart,
    /** Equal for posts of which the same would be said; empty if nothing would be. */
    note: [
      post.is_paused && "paused",
      post.waits_for,
      post.waits_until,
      isOverdue(post, now) && "overdue",
      !isUsual(post.status, usual) && post.status,
      post.retry_count,
    ]
      .filter(Boolean)
      .join(),
  }));
  const [{ note } = { note: "" }] = noted;
  const isAlike = noted.every((one) => one.note === note);
  const lines = noted.filter((one) => one.isApart || (!isAlike && one.note !== ""));
  return (
    <>
      {isAlike && <Note post={first} usual={usual} />}
      {lines.length > 0 && (
        <span className={styles.notes}>
          {lines.map(({ post, isApart }) => (
            <span key={post.id}>
              {accountOf(post)}: {isApart && <Time value={post.publish_at} />}{" "}
              {!isAlike && <Note post={post} usual={usual} />}
            </span>
          ))}
        </span>
      )}
    </>
  );
}

const Note = ({ post, usual }: { post: ScheduledPost; usual: string }) => (
  <>
    {usual === "scheduled" && <Overdue post={post} />}
    <PostStatus post={post} usual={usual} />
    {post.waits_for && (
      <StateDot state="waiting">
        {post.waits_for}
        <NextTry at={post.waits_until} />
      </StateDot>
    )}
    {post.retry_count ? (
      <span className={styles.retries}>{counted(post.retry_count, "retry", "retries")}</span>
    ) : null}
  </>
);

type AccountEndsProps = {
  command: {
    ends: readonly { post: ScheduledPost; words: string }[];
    waitUntil: number | undefined;
  };
};

/** Says how a command ended on each of several accounts, and whether it waits. */
export const AccountEnds = ({ command: { ends, waitUntil } }: AccountEndsProps) => (
  <>
    <BatchWait until={waitUntil} />
    {ends.length > 0 && (
      <ul className={styles.ends} aria-label="Result">
        {ends.map(({ post, words }) => (
          <li key={post.id}>
            <strong>{accountOf(post)}</strong> {words}
          </li>
        ))}
      </ul>
    )}
  </>
);

/** Stacks the account of a post and the beginning of its text. */
export const PostLines = ({ children }: { children: ReactNode }) => (
  <span className={styles.lines}>{children}</span>
);
