import { useDeferredValue, useRef, useState } from "react";
import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { DialogBody, DialogFooter } from "@/shared/ui/dialog/dialog";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { performanceQueries, type Shown } from "../queries";
import type { SeriesKey } from "../series";
import { LoadingPost, PostDetail } from "./post-detail";
import { PostFoot } from "./post-foot";
import { PostPager } from "./post-pager";
import styles from "./post-performance.module.css";
import { useFocusAfter } from "./use-focus-after";

export type OpenPostProps = {
  post: Id;
  /** The list whose order decides the neighbours. */
  shown: Shown;
  onTurn: (post: Id) => void;
};

export function OpenPost({ post, shown, onTurn }: OpenPostProps) {
  // The old post stays until its neighbour has loaded. The chosen series stays for every post.
  const loaded = useDeferredValue(post);
  const [series, setSeries] = useState<SeriesKey>("impressions");
  const content = useRef<HTMLDivElement>(null);
  useFocusAfter(content, post);
  return (
    <div ref={content} className={styles.content} aria-busy={loaded !== post}>
      <PostPager post={post} shown={shown} onTurn={onTurn} />
      <PanelBoundary
        of={String(loaded)}
        loading={
          <DialogBody>
            <LoadingPost />
          </DialogBody>
        }
      >
        <Post post={loaded} series={series} onSeries={setSeries} />
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
