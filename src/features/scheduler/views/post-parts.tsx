import { AccountName } from "@/entities/account";
import { preview } from "@/shared/format/preview";
import { StateDot } from "@/shared/ui/state-dot";
import type { ScheduledPost } from "../schema";
import { statusInWords } from "../statuses";
import styles from "./scheduler.module.css";

/** How much of a text a row shows, in characters as a reader counts them. */
const wordsShown = 100;

/** The beginning of what the post says, in one line. */
export function PostWords({ post }: { post: ScheduledPost }) {
  const text = post.content_queue_item?.text_content;
  if (!text) return <span className={styles.wordless}>Without text</span>;
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

/** A status that the list a post stands in does not already say. */
export function PostStatus({ post, usual }: { post: ScheduledPost; usual: string }) {
  if (post.status === usual) return null;
  return <StateDot state="waiting">{statusInWords(post.status)}</StateDot>;
}
