import { BatchWait } from "@/shared/ui/batch-wait";
import { accountOf } from "../post-names";
import type { ScheduledPost } from "../schema";
import styles from "./post-parts.module.css";

type AccountEndsProps = {
  command: {
    ends: readonly { post: ScheduledPost; words: string }[];
    waitUntil: number | undefined;
  };
};

/** How a command ended on each of several accounts, and whether it waits. */
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
