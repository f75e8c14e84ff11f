import type { ReactNode } from "react";
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
export function PostCell({ text, isStop, thumb }: PostCellProps) {
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

export const Figures = ({ post, children }: FiguresProps) => (
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
