import type { ReactNode } from "react";
import { formatCount, formatFigure, notMeasured } from "@/shared/format/number";
import { clock } from "@/shared/time/clock";
import { Panel } from "@/shared/ui/panel/panel";
import { Skeleton } from "@/shared/ui/status/skeleton";
import { filtered, hasAllFrom, type Range, rangeBefore, rangeOf } from "../../filter";
import type { Shown } from "../../queries";
import { formatDay } from "../../ticks";
import { changesOf, type Totals, totalsOf } from "../../totals";
import { Engagement } from "../figures";
import { PostsBeside } from "./posts-of";
import styles from "./totals-strip.module.css";

/** The totals of the posts that the table shows, and how they differ from the period before. */
export const TotalsStrip = ({ shown }: { shown: Shown }) => (
  <PostsBeside
    shown={shown}
    instead={<Strip figure={() => <Skeleton width={56} height={20} />} />}
    failed={<Strip figure={() => notMeasured} />}
  >
    {(posts, loaded) => {
      const totals = totalsOf(posts);
      const range = rangeOf(shown, clock.now());
      const before = rangeBefore(range, clock.now());
      // Without all posts of the period before, the difference would be wrong.
      const isComparable =
        before !== undefined && loaded.unreadable === 0 && hasAllFrom(before.from, loaded);
      const changes = isComparable
        ? changesOf(totals, totalsOf(filtered(loaded.posts, shown, before)))
        : undefined;
      return (
        <Strip
          figure={(name) => figures[name](totals)}
          change={(name) => changes?.[name]}
          note={
            hasAllFrom(range.from, loaded)
              ? isComparable && `Compared with ${inWords(before)}.`
              : `Only the first ${formatFigure(loaded.posts.length)} posts are counted.`
          }
        />
      );
    }}
  </PostsBeside>
);

/** '26 Oct to 24 Nov' */
const inWords = ({ from, until }: Range) => [from, until - 1].map(formatDay).join(" to ");

const figures: Readonly<Record<keyof Totals, (totals: Totals) => ReactNode>> = {
  posts: ({ posts }) => formatFigure(posts),
  impressions: ({ impressions }) => (
    <span title={formatFigure(impressions)}>{formatCount(impressions)}</span>
  ),
  engagement: ({ engagement }) => <Engagement rate={engagement} />,
};

const labels = [
  ["posts", "Posts"],
  ["impressions", "Impressions"],
  ["engagement", "Avg. engagement"],
] as const;

type StripProps = {
  figure: (name: keyof Totals) => ReactNode;
  change?: (name: keyof Totals) => ReactNode;
  note?: ReactNode;
};

const Strip = ({ figure, change, note }: StripProps) => (
  <Panel className={styles.strip}>
    <section aria-label="Totals">
      <dl>
        {labels.map(([name, label]) => {
          const changed = change?.(name);
          return (
            <div key={name}>
              <dt>{label}</dt>
              <dd>
                {figure(name)}
                {changed && <small> {changed}</small>}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
    {note && <p>{note}</p>}
  </Panel>
);
