import { type RefObject, useDeferredValue, useEffect, useRef, useState } from "react";
import type { Id } from "@/shared/api/id";
import { SafeLink } from "@/shared/media/safe-link";
import { useRead } from "@/shared/query/use-read";
import { Keys } from "@/shared/ui/button/kbd";
import { DialogBody, DialogFooter } from "@/shared/ui/dialog/dialog";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { performanceQueries, type Shown } from "../../queries";
import type { SeriesKey } from "../../series";
import { LoadingPost, PostDetail } from "./post-detail";
import { PostPager } from "./post-pager";
import styles from "./post-performance.module.css";

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
        resetKey={String(loaded)}
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

/** Shows the shortcut keys of the dialog and, if the URL is known, a link to the post itself. */
const PostFoot = ({ url }: { url: string | null | undefined }) => (
  <>
    <span className={styles.hint} aria-hidden="true">
      <Keys keys={["←", "→"]} /> previous / next post
    </span>
    {url && (
      <SafeLink url={url} showHost>
        View post
      </SafeLink>
    )}
  </>
);

/**
 * Focuses the row of the post shown last when the dialog closes. The dialog itself restores the
 * focus to the row that was opened, which may be far away.
 *
 * @param within an element in the dialog
 */
function useFocusAfter(within: RefObject<Element | null>, post: Id) {
  const last = useRef(post);
  last.current = post;
  useEffect(() => {
    const inside = within.current;
    return () => {
      // The dialog has scheduled its own focus for the end of this task; this runs after it.
      setTimeout(() => {
        if (!inside?.isConnected) rowOf(last.current)?.querySelector("button")?.focus();
      });
    };
  }, [within]);
}

/** Returns the post's row, or that of the closed group that it is in. */
function rowOf(post: Id) {
  const id = CSS.escape(String(post));
  return (
    document.querySelector(`tr[data-post="${id}"]`) ??
    document.querySelector(`tr[data-posts~="${id}"]`)
  );
}
