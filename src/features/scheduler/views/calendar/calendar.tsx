import { ChevronLeft, ChevronRight } from "lucide-react";
import { useGroupFilter, useOfGroup } from "@/entities/group";
import { kindNames, ListFoot, type PostKind } from "@/entities/post";
import { counted } from "@/shared/format/number";
import { parseTime } from "@/shared/format/time";
import { zonedFormat } from "@/shared/format/zone";
import { useRead } from "@/shared/query/use-read";
import { useNow } from "@/shared/time/use-now";
import { Button } from "@/shared/ui/button/button";
import { IconButton } from "@/shared/ui/button/icon-button";
import { Segmented } from "@/shared/ui/form-controls/segmented";
import { WarningStrip } from "@/shared/ui/panel/notice";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { schedulerQueries } from "../../queries";
import type { ScheduledPost } from "../../schema";
import {
  boundsOf,
  dayInAddress,
  dayNamed,
  daysAfter,
  daysOf,
  type Span,
  startOf,
  turned,
} from "../../week";
import { useShownPosts } from "../list-parts";
import styles from "./calendar.module.css";
import { DayGrid } from "./day-grid";

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
      <PanelBoundary resetKey={`${span} ${week} ${asked}`} loading={<LoadingDays />}>
        <DueDays {...props} />
      </PanelBoundary>
    </>
  );
}

function DueDays({ kind, span, week, onPlace, onShowOther }: CalendarProps) {
  const day = dayNamed(week, useNow());
  const bounds = boundsOf(span, day);
  const { asked } = useGroupFilter();
  const posts = useRead(schedulerQueries.range(bounds, asked)).items;
  const { shown, hidden } = useShownPosts(kind)(posts);
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
      <ListFoot
        kind={kind}
        hidden={hidden}
        onShowOther={onShowOther}
        isShown={shown.length === 0 || hidden > 0}
        lead={
          shown.length === 0 && (
            <p className="meta">
              No {kindNames[kind]} posts{group} are scheduled on these days.
            </p>
          )
        }
      />
    </>
  );
}

const LoadingDays = () => (
  <Loading label="Loading calendar">
    <Skeleton height={200} radius={6} />
  </Loading>
);

type WeekGridProps = CalendarPlace & {
  /** The posts that have been loaded. */
  posts: readonly ScheduledPost[];
  hasMore: boolean;
};

/** Shows those of the loaded posts that are due in one week. */
export function WeekGrid({ posts, hasMore, ...place }: WeekGridProps) {
  const day = dayNamed(place.week, useNow());
  return (
    <>
      <CalendarBar
        {...place}
        span="week"
        hasMonth={false}
        note={hasMore ? "loaded posts only" : undefined}
      />
      <UndatedPosts posts={posts} />
      <DayGrid
        span="week"
        start={startOf("week", day)}
        days={daysOf(boundsOf("week", day), posts)}
      />
    </>
  );
}

/** The place of the calendar, as the address has it. */
export type CalendarPlace = {
  readonly span: Span;
  /** A day of the week or month ('2026-11-23'); undefined for the present one. */
  readonly week: string | undefined;
  readonly onPlace: (place: { span?: Span; week: string | undefined }) => void;
};

type CalendarBarProps = CalendarPlace & {
  /** False where only a week can be shown. */
  hasMonth: boolean;
  /** Said beside the buttons. */
  note?: string | undefined;
};

const spans = [
  { value: "week", label: "Week" },
  { value: "month", label: "Month" },
] as const;

/** Turns the calendar: it names the days that are shown, and stays while they load. */
function CalendarBar({ span, week, onPlace, hasMonth, note }: CalendarBarProps) {
  const now = useNow();
  const day = dayNamed(week, now);
  const start = startOf(span, day);
  const present = startOf(span, dayNamed(undefined, now)).getTime();
  const isPresent = start.getTime() === present;
  const turn = (by: 1 | -1) => {
    const other = turned(span, day, by);
    onPlace({ week: other.getTime() === present ? undefined : dayInAddress(other) });
  };
  return (
    <div className={styles.weekBar}>
      <span className={styles.weekName} aria-live="polite">
        {span === "month"
          ? monthAndYear().format(start)
          : `${dayAndMonth().format(start)} – ${dayAndMonth().format(daysAfter(start, 6))}`}
      </span>
      {note && <span className="meta">{note}</span>}
      {hasMonth && (
        <Segmented
          label="Days shown"
          size="sm"
          value={span}
          onChange={(next) => onPlace({ span: next, week })}
          options={spans}
        />
      )}
      <IconButton size="sm" label="Previous" icon={<ChevronLeft />} onClick={() => turn(-1)} />
      <Button
        size="sm"
        aria-disabled={isPresent}
        onClick={() => isPresent || onPlace({ week: undefined })}
      >
        Today
      </Button>
      <IconButton size="sm" label="Next" icon={<ChevronRight />} onClick={() => turn(1)} />
    </div>
  );
}

const dayAndMonth = zonedFormat({ day: "numeric", month: "short" });
const monthAndYear = zonedFormat({ month: "long", year: "numeric" });

/** Says how many posts a calendar cannot show, because their time cannot be read. */
function UndatedPosts({ posts }: { posts: readonly ScheduledPost[] }) {
  const count = posts.filter(({ publish_at }) => parseTime(publish_at) === undefined).length;
  if (count === 0) return null;
  return (
    <WarningStrip>
      {counted(count, "post")} {count === 1 ? "has" : "have"} a time that cannot be read. Switch to
      the list to see {count === 1 ? "it" : "them"}.
    </WarningStrip>
  );
}
