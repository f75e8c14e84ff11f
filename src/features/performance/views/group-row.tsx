import { ChevronDown } from "lucide-react";
import { PlatformGlyph, platformLabel } from "@/entities/account";
import { PostThumb } from "@/entities/post";
import { type PostGroup, summed } from "../groups";
import { Figures, PostCell } from "./post-row";
import styles from "./post-row.module.css";

type GroupRowProps = {
  lineKey: string;
  group: PostGroup;
  isOpen: boolean;
  isStop: boolean;
  onToggle: () => void;
};

/** One post that was published to several accounts, with the figures of all of them. */
export function GroupRow({ lineKey, group: { posts }, isOpen, isStop, onToggle }: GroupRowProps) {
  const [first] = posts;
  if (!first) return null;
  const platforms = [...new Set(posts.map(({ platform }) => platform))];
  const names = posts
    .map(({ platform, platform_username }) =>
      [platformLabel(platform), platform_username].filter(Boolean).join(" "),
    )
    .join(", ");
  return (
    <tr
      className={styles.row}
      data-line={lineKey}
      data-posts={posts.map(({ scheduled_post_id }) => scheduled_post_id).join(" ")}
      data-focus-ring=""
    >
      <PostCell text={first.text_content} isStop={isStop} thumb={<PostThumb content={first} />} />
      <Figures post={{ ...first, ...summed(posts) }}>
        <span className={styles.platformLines}>
          <span>
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={isOpen}
              tabIndex={isStop ? 0 : -1}
              onClick={(event) => {
                // A press anywhere else in the row opens the post.
                event.stopPropagation();
                onToggle();
              }}
            >
              <ChevronDown />
              {posts.length} accounts
            </button>
          </span>
          <span className={styles.accounts} title={names}>
            {platforms.map((platform) => (
              <PlatformGlyph key={platform} type={platform} />
            ))}
            {/* For the browser's search, screen readers and paper; beside the icons it would be cut off. */}
            <span className={`${styles.username} ${styles.names}`}>{names}</span>
          </span>
        </span>
      </Figures>
    </tr>
  );
}
