import { AccountName } from "@/entities/account";
import { PostMedia, PostText, SubredditResults } from "@/entities/post";
import { formatCount, formatFigure } from "@/shared/format/number";
import { Time } from "@/shared/time/time";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import type { Performance } from "../../schema";
import { type SeriesKey, type Snapshot, seriesKeys, seriesLabels } from "../../series";
import { Engagement } from "../figures";
import styles from "./post-performance.module.css";
import { SnapshotChart } from "./snapshot-chart";

type FiguresProps = {
  post: Performance;
  series: SeriesKey;
  onSeries: (series: SeriesKey) => void;
};

type PostDetailProps = FiguresProps & { snapshots: readonly Snapshot[] };

/** Shows the post as it was published, beside its figures. */
export const PostDetail = ({ post, snapshots, series, onSeries }: PostDetailProps) => (
  <div className={styles.detail}>
    <div>
      <div className={styles.media}>
        <PostMedia content={post} />
      </div>
      <div className={styles.text}>
        <PostText text={post.text_content} folds={false} />
      </div>
    </div>
    <div className={styles.data}>
      <PostFacts post={post} />
      <SubredditResults results={post.subreddit_results} />
      <Figures post={post} series={series} onSeries={onSeries} />
      <SnapshotChart snapshots={snapshots} series={series} />
    </div>
  </div>
);

const PostFacts = ({ post }: { post: Performance }) => (
  <dl className={styles.facts}>
    <div>
      <dt>Account</dt>
      <dd>
        <AccountName type={post.platform} username={post.platform_username} />
      </dd>
    </div>
    <div>
      <dt>Category</dt>
      <dd>{post.category_name ?? "—"}</dd>
    </div>
    <div>
      <dt>Published</dt>
      <dd>
        <Time value={post.publish_at} />
      </dd>
    </div>
    <div>
      <dt>Last updated</dt>
      <dd>
        <Time value={post.last_updated} />
      </dd>
    </div>
  </dl>
);

/** Each figure is a button that shows it in the chart. */
const Figures = ({ post, series, onSeries }: FiguresProps) => (
  // A fieldset would belong to a form.
  // biome-ignore lint/a11y/useSemanticElements: see above
  <div className={styles.figures} role="group" aria-label="Figures, shown in the chart">
    {seriesKeys.map((key) => (
      <button
        key={key}
        type="button"
        className={styles.figure}
        aria-pressed={key === series}
        onClick={() => onSeries(key)}
      >
        <span>{seriesLabels[key]}</span>{" "}
        <b title={formatFigure(post[key])}>{formatCount(post[key])}</b>
      </button>
    ))}
    <div className={styles.figure}>
      <span>Engagement</span>
      <b>
        <Engagement rate={post.engagement_rate} />
      </b>
    </div>
  </div>
);

export const LoadingPost = () => (
  <Loading label="Loading post figures">
    <div className={styles.detail}>
      <div>
        <div className={styles.media}>
          <Skeleton height="100%" radius={8} />
        </div>
        <div className={styles.text}>
          <Skeleton width="92%" height={14} />
        </div>
      </div>
      <div className={styles.data}>
        <Skeleton width="70%" height={38} />
        <Skeleton height={60} radius={8} />
        <Skeleton height={300} radius={8} />
      </div>
    </div>
  </Loading>
);
