import { ChevronDown } from "lucide-react";
import { PlatformGlyph } from "@/entities/account";
import { PostThumb } from "@/entities/post";
import { type PostGroup, summed } from "../groups";
import { Figures, PostCell } from "./post-row";
import styles from "./post-row.module.css";

type GroupRowProps = {
  lineKey: string;
  group: PostGroup;
  isOpen: boolean;
  isStop: boolean;
};

/** One post that was published to several accounts, with the figures of all of them. */
export function GroupRow({ lineKey, group: { posts }, isOpen, isStop }: GroupRowProps) {
  const [first] = posts;
  if (!first) return null;
  const platforms = [...new Set(posts.map(({ platform }) => platform))];
  return (
    <tr className={styles.row} data-line={lineKey} data-focus-ring="">
      <PostCell
        text={first.text_content}
        isStop={isStop}
        thumb={<PostThumb content={first} />}
        aria-expanded={isOpen}
      />
      <Figures post={{ ...first, ...summed(posts) }}>
        <span className={styles.platformLines}>
          <span className={styles.accounts}>
            <ChevronDown data-closed={isOpen ? undefined : ""} />
            {posts.length} accounts
          </span>
          <span className={styles.glyphs}>
            {platforms.map((platform) => (
              <PlatformGlyph key={platform} type={platform} />
            ))}
          </span>
        </span>
      </Figures>
    </tr>
  );
}
