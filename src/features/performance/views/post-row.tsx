import { PlatformGlyph, platformLabel } from "@/entities/account";
import { PostThumb } from "@/entities/post";
import { formatCount, formatFigure, formatPercent, notMeasured } from "@/shared/format/number";
import { preview } from "@/shared/format/preview";
import { Time } from "@/shared/time/time";
import { EngagementLevel } from "@/shared/ui/level";
import { engagementLevel } from "../engagement";
import type { Performance } from "../schema";
import styles from "./all-posts.module.css";

/** How much of a text a row shows, in characters as a reader counts them. */
const wordsShown = 100;

type PostRowProps = {
  post: Performance;
  /** Whether Tab stops here. */
  isStop: boolean;
  onFocus: () => void;
  onOpen: () => void;
};

export function PostRow({ post, isStop, onFocus, onOpen }: PostRowProps) {
  return (
    // The keyboard has the button in the first cell, whose click comes up to here.
    <tr
      className={styles.row}
      onClick={({ currentTarget }) => {
        // Where the focus comes back to when the dialog closes.
        currentTarget.querySelector("button")?.focus({ preventScroll: true });
        onOpen();
      }}
    >
      <th scope="row" className={styles.post}>
        <span className={styles.postCell}>
          <PostThumb content={post} />
          <button
            type="button"
            className={styles.words}
            tabIndex={isStop ? 0 : -1}
            aria-haspopup="dialog"
            dir="auto"
            title={post.text_content ?? undefined}
            onFocus={onFocus}
          >
            {preview(post.text_content || "Without text", wordsShown)}
          </button>
        </span>
      </th>
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
        <span>
          <Time value={post.publish_at} />
          <Time value={post.publish_at} as="relative" />
        </span>
      </td>
      <Figure label="Impressions" value={post.impressions} />
      <Figure label="Views" value={post.video_views} />
      <Figure label="Likes" value={post.likes} />
      <Figure label="Comments" value={post.comments} />
      <Figure label="Shares" value={post.shares} />
      <td data-label="Engagement" data-align="end">
        <Engagement rate={post.engagement_rate} />
      </td>
    </tr>
  );
}

type FigureProps = { label: string; value: number | null | undefined };

const Figure = ({ label, value }: FigureProps) => (
  <td data-label={label} data-align="end">
    <span className={value ? undefined : styles.nothing} title={formatFigure(value)}>
      {formatCount(value)}
    </span>
  </td>
);

export function Engagement({ rate }: { rate: number | null | undefined }) {
  const level = engagementLevel(rate);
  return level ? (
    <EngagementLevel level={level}>{formatPercent(rate)}</EngagementLevel>
  ) : (
    <span className={styles.nothing}>{notMeasured}</span>
  );
}
