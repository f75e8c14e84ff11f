import { useDeferredValue, useRef, useState } from "react";
import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { DialogBody, DialogFooter } from "@/shared/ui/dialog/dialog";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { type Listed, performanceQueries } from "../queries";
import type { SeriesKey } from "../series";
import { LoadingPost, PostDetail } from "./post-detail";
import { PostFoot } from "./post-foot";
import { PostPager } from "./post-pager";
import styles from "./post-performance.module.css";
import { useFocusAfter } from "./use-focus-after";

export type OpenPostProps = {
  post: Id;
  /** The list whose order decides the neighbours. */
  listed: Listed;
  onTurn: (post: Id) => void;
};

export function OpenPost({ post, listed, onTurn }: OpenPostProps) {
  // The old post stays until its neighbour has loaded. The chosen series stays for every post.
  const shown = useDeferredValue(post);
  const [series, setSeries] = useState<SeriesKey>("impressions");
  const content = useRef<HTMLDivElement>(null);
  useFocusAfter(content, post);
  return (
    <div ref={content} className={styles.content} aria-busy={shown !== post}>
      <PostPager post={post} listed={listed} onTurn={onTurn} />
      <PanelBoundary
        of={String(shown)}
        loading={
          <DialogBody>
            <LoadingPost />
          </DialogBody>
        }
      >
        <Post post={shown} series={series} onSeries={setSeries} />
      </PanelBoundary>
    </div>
  );
}

type PostProps = {
  post: Id;
  series: SeriesKey;
  onSeries: (series: SeriesKey) => void;
};

function Post({ post, series, onSeries }: PostProps) {
  const { performance, snapshots } = useRead(performanceQueries.detail(post));
  return (
    <>
      <DialogBody>
        <PostDetail
          post={performance}
          snapshots={snapshots.items}
          series={series}
          onSeries={onSeries}
        />
      </DialogBody>
      <DialogFooter>
        <PostFoot url={performance.published_post_url} />
      </DialogFooter>
    </>
  );
}
