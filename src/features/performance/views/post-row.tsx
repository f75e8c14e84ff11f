import { PlatformGlyph, platformLabel } from "@/entities/account";
import { PostThumb } from "@/entities/post";
import { preview } from "@/shared/format/preview";
import { StackedTime } from "@/shared/time/stacked-time";
import type { Performance } from "../schema";
import { Engagement, FigureCell } from "./figures";
import styles from "./post-row.module.css";

/** The length of text that a row shows, in characters as a reader counts them. */
const wordsShown = 100;

type PostRowProps = {
  post: Performance;
  /** True if the row is the table's tab stop. */
  isStop: boolean;
  /** True if the row is out of view: only its text is rendered, for the browser's own search. */
  isTextOnly: boolean;
};

/** The table handles presses and the focus. The button in the first cell is for the keyboard. */
export function PostRow({ post, isStop, isTextOnly }: PostRowProps) {
  return (
    <tr className={styles.row} data-post={post.scheduled_post_id} data-focus-ring="">
      <th scope="row" className={styles.post}>
        <span className={styles.postCell}>
          {!isTextOnly && <PostThumb content={post} />}
          <button
            type="button"
            className={styles.words}
            tabIndex={isStop ? 0 : -1}
            aria-haspopup="dialog"
            dir="auto"
            title={post.text_content ?? undefined}
          >
            {preview(post.text_content || "Without text", wordsShown)}
          </button>
        </span>
      </th>
      {!isTextOnly && <Figures post={post} />}
    </tr>
  );
}

const Figures = ({ post }: { post: Performance }) => (
  <>
    <td className={styles.platform}>
      <span className={styles.platformCell}>
        <PlatformGlyph type={post.platform} />
        <span className={styles.platformLines}>
          <span>{platformLabel(post.platform)}</span>
          <span className={styles.username} title={post.platform_username ?? undefined}>
            {post.platform_username}
          </span>
        </span>
      </span>
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
