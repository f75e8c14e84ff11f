import { useState } from "react";
import { AccountName } from "@/entities/account";
import { PostMedia, PostText } from "@/entities/post";
import type { Id } from "@/shared/api/id";
import { formatCount, formatFigure } from "@/shared/format/number";
import { SafeLink } from "@/shared/media/safe-link";
import { useRead } from "@/shared/query/use-read";
import { Time } from "@/shared/time/time";
import { Dialog, DialogBody, DialogFooter } from "@/shared/ui/dialog";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import { performanceQueries } from "../queries";
import type { Performance } from "../schema";
import { type SeriesKey, seriesKeys, seriesLabels } from "../series";
import styles from "./post-performance.module.css";
import { Engagement } from "./post-row";
import { SnapshotChart } from "./snapshot-chart";

type PostPerformanceProps = {
  /** The post whose dialog is open; undefined while there is none. */
  post: Id | undefined;
  onClose: () => void;
};

export function PostPerformance({ post, onClose }: PostPerformanceProps) {
  return (
    <Dialog
      open={post !== undefined}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Post performance"
      size="xl"
    >
      {post !== undefined && (
        <PanelBoundary
          key={String(post)}
          loading={
            <DialogBody>
              <LoadingPost />
            </DialogBody>
          }
        >
          <PostDetail post={post} />
        </PanelBoundary>
      )}
    </Dialog>
  );
}

function PostDetail({ post }: { post: Id }) {
  const { performance, snapshots } = useRead(performanceQueries.detail(post));
  const [series, setSeries] = useState<SeriesKey>("impressions");
  const url = performance.published_post_url;
  return (
    <>
      <DialogBody>
        <div className={styles.detail}>
          <div>
            <div className={styles.media}>
              <PostMedia content={performance} />
            </div>
            <div className={styles.text}>
              <PostText text={performance.text_content} folds={false} />
            </div>
          </div>
          <div className={styles.data}>
            <PostFacts post={performance} />
            <Figures post={performance} series={series} onSeries={setSeries} />
            <SnapshotChart snapshots={snapshots.items} series={series} />
          </div>
        </div>
      </DialogBody>
      {url && (
        <DialogFooter>
          <SafeLink url={url} showHost>
            View post
          </SafeLink>
        </DialogFooter>
      )}
    </>
  );
}

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

type FiguresProps = {
  post: Performance;
  series: SeriesKey;
  onSeries: (series: SeriesKey) => void;
};

/** The figures themselves choose what the chart shows. */
const Figures = ({ post, series, onSeries }: FiguresProps) => (
  // A fieldset would be one of a form's.
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

const LoadingPost = () => (
  <Loading label="Loading the post's figures">
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
        <Skeleton height={280} radius={8} />
      </div>
    </div>
  </Loading>
);
