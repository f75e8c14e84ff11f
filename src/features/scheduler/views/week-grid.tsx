import { ChevronLeft, ChevronRight } from "lucide-react";
import { PlatformGlyph, platformLabel } from "@/entities/account";
import { once } from "@/shared/format/once";
import { parseTime } from "@/shared/format/time";
import { useNow } from "@/shared/time/use-now";
import { Badge } from "@/shared/ui/badge";
import { Button } from "@/shared/ui/button";
import { IconButton } from "@/shared/ui/icon-button";
import { VisuallyHidden } from "@/shared/ui/visually-hidden";
import type { ScheduledPost } from "../schema";
import { type Day, dayInAddress, daysAfter, mondayNamed, mondayOf, weekOf } from "../week";
import { Overdue, PostWords } from "./post-parts";
import styles from "./week-grid.module.css";

/** The week that is shown, named by one of its days ('2026-11-23'); undefined for this week. */
export type WeekPlace = {
  readonly week: string | undefined;
  readonly onWeek: (week: string | undefined) => void;
};

type WeekGridProps = WeekPlace & {
  /** The posts that have been loaded. */
  posts: readonly ScheduledPost[];
  hasMore: boolean;
};

/** Shows the loaded posts of one week by day, in the operator's time zone. */
export function WeekGrid({ posts, hasMore, week, onWeek }: WeekGridProps) {
  const now = useNow();
  const monday = mondayNamed(week, now);
  const isPresent = monday.getTime() === mondayOf(now).getTime();
  const turn = (weeks: 1 | -1) => {
    const other = daysAfter(monday, weeks * 7);
    onWeek(other.getTime() === mondayOf(now).getTime() ? undefined : dayInAddress(other));
  };
  const days = weekOf(monday, posts);
  return (
    <>
      <div className={styles.weekBar}>
        <span className={styles.weekName} aria-live="polite">
          {dayAndMonth().format(monday)} – {dayAndMonth().format(daysAfter(monday, 6))}
        </span>
        {hasMore && <span className="meta">loaded posts only</span>}
        <IconButton
          size="sm"
          label="Previous week"
          icon={<ChevronLeft />}
          onClick={() => turn(-1)}
        />
        <Button size="sm" aria-disabled={isPresent} onClick={() => isPresent || onWeek(undefined)}>
          This week
        </Button>
        <IconButton size="sm" label="Next week" icon={<ChevronRight />} onClick={() => turn(1)} />
      </div>
      {/* Focusable: it is wider than a small window, and the keyboard must scroll it too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={styles.week} aria-label="Week" tabIndex={0}>
        {days.map((day) => (
          <DayColumn key={day.date.getTime()} day={day} now={now} />
        ))}
      </section>
    </>
  );
}

function DayColumn({ day: { date, posts }, now }: { day: Day; now: number }) {
  const isPast = daysAfter(date, 1).getTime() <= now;
  const isToday = !isPast && date.getTime() <= now;
  return (
    <div className={styles.day} data-when={isToday ? "now" : isPast ? "past" : undefined}>
      <h3>
        {weekday().format(date)}
        {isToday && <Badge>Today</Badge>}
      </h3>
      <ul>
        {posts.map((post) => (
          <li key={post.id} className={styles.event}>
            <span>
              {post.social_account && (
                <>
                  <PlatformGlyph type={post.social_account.platform_type} />
                  <VisuallyHidden>
                    {platformLabel(post.social_account.platform_type)}
                  </VisuallyHidden>
                </>
              )}
              {timeOfDay().format(parseTime(post.publish_at))}
            </span>
            <p>
              <PostWords post={post} />
            </p>
            <Overdue post={post} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const dayAndMonth = once(
  () => new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" }),
);
const weekday = once(() => new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric" }));
const timeOfDay = once(
  () => new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }),
);
