import { AccountName } from "@/entities/account";
import { preview } from "@/shared/format/preview";
import { formatAge, parseTime } from "@/shared/format/time";
import { useNow } from "@/shared/time/use-now";
import { StateDot } from "@/shared/ui/state-dot";
import { isOverdue } from "../overdue";
import type { ScheduledPost } from "../schema";
import { isUsual, statusInWords } from "../statuses";
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
