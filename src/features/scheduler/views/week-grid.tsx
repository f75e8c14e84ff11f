import { useNow } from "@/shared/time/use-now";
import type { ScheduledPost } from "../schema";
import { boundsOf, dayNamed, daysOf, startOf } from "../week";
import { CalendarBar, type CalendarPlace } from "./calendar-bar";
import { DayGrid } from "./day-grid";
import { UndatedPosts } from "./undated-posts";

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
