import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { PlatformGlyph, platformLabel } from "@/entities/account";
import { PostThumb } from "@/entities/post";
import { preview } from "@/shared/format/text";
import { StackedTime } from "@/shared/time/time";
import { type PostGroup, summed } from "../../groups";
import type { Performance } from "../../schema";
import { Engagement, FigureCell } from "../figures";
import styles from "./post-row.module.css";

/** The length of text that a row shows, in characters as a reader counts them. */
const wordsShown = 100;

type PostRowProps = {
  post: Performance;
  /** True if the row belongs to the group above it. */
  isInside: boolean;
  /** True if the row is the table's tab stop. */
  isStop: boolean;
};

/** The table handles presses and the focus. The button in the first cell is for the keyboard. */
export const PostRow = ({ post, isInside, isStop }: PostRowProps) => (
  <tr
    className={styles.row}
    data-line={post.scheduled_post_id}
    data-post={post.scheduled_post_id}
    data-inside={isInside ? "" : undefined}
    data-focus-ring=""
  >
    <PostCell text={post.text_content} isStop={isStop} thumb={<PostThumb content={post} />} />
    <Figures post={post}>
      <PlatformGlyph type={post.platform} />
      <span className={styles.platformLines}>
        <span>{platformLabel(post.platform)}</span>
        <span className={styles.username} title={post.platform_username ?? undefined}>
          {post.platform_username}
        </span>
      </span>
    </Figures>
  </tr>
);

type PostCellProps = {
  text: string | null | undefined;
  isStop: boolean;
  thumb: ReactNode;
};

/** The text is no button, because the text of a button cannot be marked. */
function PostCell({ text, isStop, thumb }: PostCellProps) {
  const shown = preview(text || "No text", wordsShown);
  return (
    <th scope="row" className={styles.post} aria-label={shown}>
      <span className={styles.postCell}>
        {thumb}
        <button
          type="button"
          className={styles.button}
          tabIndex={isStop ? 0 : -1}
          aria-label={shown}
          aria-haspopup="dialog"
        />
        <span className={styles.words} dir="auto" title={text ?? undefined} aria-hidden="true">
          <span className="clamp-2">{shown}</span>
        </span>
      </span>
    </th>
  );
}

type FiguresProps = {
  post: Performance;
  /** The account, or the accounts. */
  children: ReactNode;
};

const Figures = ({ post, children }: FiguresProps) => (
  <>
    <td className={styles.platform}>
      <span className={styles.platformCell}>{children}</span>
    </td>
    <td className={styles.category}>{post.category_name ?? "—"}</td>
    <td className={styles.when}>
      <StackedTime value={post.publish_at} />
    </td>
    <FigureCell label="Impressions" value={post.impressions} />
    <FigureCell label="Views" value={post.video_views} />
    <FigureCell label="Likes" value={post.likes} />
    <FigureCell label="Comments" value={post.comments} />
    <FigureCell label="Shares" value={post.shares} />
    <td data-label="Engagement" data-align="end">
      <Engagement rate={post.engagement_rate} />
    </td>
  </>
);

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
