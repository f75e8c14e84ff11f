import { NextTry } from "@/entities/post";
import { counted } from "@/shared/format/number";
import { parseTime } from "@/shared/format/time";
import { Time } from "@/shared/time/time";
import { useNow } from "@/shared/time/use-now";
import { StateDot } from "@/shared/ui/state-dot";
import type { Posts } from "../joined-posts";
import { isOverdue } from "../overdue";
import { accountOf } from "../post-names";
import type { ScheduledPost } from "../schema";
import { isUsual } from "../statuses";
import { Overdue, PostStatus } from "./post-parts";
import styles from "./post-parts.module.css";

type PostNotesProps = {
  posts: Posts;
  /** The usual status in this list, which is not shown. */
  usual: string;
  /** From how many milliseconds on a post has a time of its own. */
  apart?: number;
};

/** What is unusual about the posts of a row: said once if it holds for all, or else of each account. */
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
