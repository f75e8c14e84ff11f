import { accountOf } from "../post-names";
import type { ScheduledPost } from "../schema";
import styles from "./post-parts.module.css";

type AccountEndsProps = { ends: readonly { post: ScheduledPost; words: string }[] };

/** How a command ended on each of several accounts. */
export const AccountEnds = ({ ends }: AccountEndsProps) =>
  ends.length > 0 && (
    <ul className={styles.ends} aria-label="Result">
      {ends.map(({ post, words }) => (
        <li key={post.id}>
          <strong>{accountOf(post)}</strong> {words}
        </li>
      ))}
    </ul>
  );
