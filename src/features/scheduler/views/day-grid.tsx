import { PlatformGlyph } from "@/entities/account";
import { once } from "@/shared/format/once";
import { useNow } from "@/shared/time/use-now";
import { Badge } from "@/shared/ui/badge";
import { VisuallyHidden } from "@/shared/ui/visually-hidden";
import { accountOf } from "../post-names";
import type { ScheduledPost } from "../schema";
import { type Day, daysAfter, type Entry, type Span } from "../week";
import { PostActions } from "./post-actions";
import { Overdue, PostWords } from "./post-parts";
import styles from "./week-grid.module.css";

/** How many entries a day of a month shows. */
const shownInMonth = 3;

type DayGridProps = {
  span: Span;
  /** The first day of the week or month. */
  start: Date;
  days: readonly Day[];
  /** Shows the week of a day, for what its cell in the month has no room for. */
  onWeekOf?: ((day: Date) => void) | undefined;
};

/** Shows what is due by day, in the operator's time zone. */
export function DayGrid({ span, start, days, onWeekOf }: DayGridProps) {
  const now = useNow();
  return (
    // Focusable: it is wider than a small window, and the keyboard must scroll it too.
    <section
      className={styles.week}
      data-span={span}
      aria-label={span === "week" ? "Week" : "Month"}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
    >
      {days.map((day) => (
        <DayCell
          key={day.date.getTime()}
          day={day}
          now={now}
          most={span === "week" ? undefined : shownInMonth}
          isOutside={span === "month" && day.date.getMonth() !== start.getMonth()}
          onWeekOf={onWeekOf}
        />
      ))}
    </section>
  );
}

type DayCellProps = Pick<DayGridProps, "onWeekOf"> & {
  day: Day;
  now: number;
  /** How many entries there is room for; undefined for all of them. */
  most: number | undefined;
  /** True for a day of the month before or after. */
  isOutside: boolean;
};

function DayCell({ day: { date, entries }, now, most, isOutside, onWeekOf }: DayCellProps) {
  const isPast = daysAfter(date, 1).getTime() <= now;
  const isToday = !isPast && date.getTime() <= now;
  const shown = entries.slice(0, most);
  const rest = entries.length - shown.length;
  return (
    <div
      className={styles.day}
      data-when={isToday ? "now" : isPast || isOutside ? "past" : undefined}
    >
      <h3>
        {weekday().format(date)}
        {isToday && <Badge>Today</Badge>}
      </h3>
      <ul>
        {shown.map((entry) => (
          <EntryItem key={entry.posts[0].id} entry={entry} />
        ))}
      </ul>
      {rest > 0 && (
        <button
          type="button"
          className={styles.rest}
          aria-label={`${rest} more on ${weekday().format(date)}`}
          onClick={() => onWeekOf?.(date)}
        >
          {rest} more
        </button>
      )}
    </div>
  );
}

const EntryItem = ({ entry: { time, posts } }: { entry: Entry }) => (
  <li className={styles.event}>
    <span>
      {timeOfDay().format(time)}
      {posts.map((post) => (
        <PostActions key={post.id} post={post} icon={<PlatformGlyph type={typeOf(post)} />}>
          <PlatformGlyph type={typeOf(post)} />
          <VisuallyHidden>{accountOf(post)}</VisuallyHidden>
        </PostActions>
      ))}
    </span>
    <p>
      <PostWords post={posts[0]} />
    </p>
    <Overdue post={posts[0]} />
  </li>
);

const typeOf = ({ social_account }: ScheduledPost) => social_account?.platform_type ?? "unknown";

const weekday = once(() => new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric" }));
const timeOfDay = once(
  () => new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }),
);
