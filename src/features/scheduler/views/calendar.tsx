import { useGroupFilter, useOfGroup } from "@/entities/group";
import { HiddenByTab, type PostKind } from "@/entities/post";
import { useRead } from "@/shared/query/use-read";
import { useNow } from "@/shared/time/use-now";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import { postQueries } from "../post-queries";
import { boundsOf, dayInAddress, dayNamed, daysOf, startOf } from "../week";
import { CalendarBar, type CalendarPlace } from "./calendar-bar";
import { DayGrid } from "./day-grid";
import { ListFoot } from "./list-foot";
import { UndatedPosts } from "./undated-posts";
import { useShownPosts } from "./use-shown-posts";

type CalendarProps = CalendarPlace & {
  kind: PostKind;
  onShowOther: () => void;
};

/** Shows all posts that are due in whole weeks: in one, or in those of a month. */
export function Calendar(props: CalendarProps) {
  const { asked } = useGroupFilter();
  const { span, week } = props;
  return (
    <>
      <CalendarBar {...props} hasMonth />
      <PanelBoundary of={`${span} ${week} ${asked}`} loading={<LoadingDays />}>
        <DueDays {...props} />
      </PanelBoundary>
    </>
  );
}

function DueDays({ kind, span, week, onPlace, onShowOther }: CalendarProps) {
  const day = dayNamed(week, useNow());
  const bounds = boundsOf(span, day);
  const { asked } = useGroupFilter();
  const posts = useRead(postQueries.range(bounds, asked)).items;
  const { ofGroup, shown } = useShownPosts(kind)(posts);
  const group = useOfGroup();
  return (
    <>
      <UndatedPosts posts={shown} />
      <DayGrid
        // A month is another grid: its posts do not slide there from their places in the week.
        key={span}
        span={span}
        start={startOf(span, day)}
        days={daysOf(bounds, shown)}
        onWeekOf={(date) => onPlace({ span: "week", week: dayInAddress(date) })}
      />
      <ListFoot isShown={shown.length === 0 || shown.length < ofGroup.length}>
        {shown.length === 0 && (
          <p className="meta">
            No {kind === "media" ? "image/video" : "text-only"} posts{group} are scheduled on these
            days.
          </p>
        )}
        <HiddenByTab kind={kind} count={ofGroup.length - shown.length} onShow={onShowOther} />
      </ListFoot>
    </>
  );
}

const LoadingDays = () => (
  <Loading label="Loading calendar">
    <Skeleton height={200} radius={6} />
  </Loading>
);
