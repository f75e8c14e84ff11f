import { useRef } from "react";
import { hueOf } from "@/entities/group";
import { zonedFormat } from "@/shared/format/zone";
import { useNow } from "@/shared/time/use-now";
import { Badge } from "@/shared/ui/status/badge";
import { useSlides } from "@/shared/ui/use-slides";
import { isWaiting, postsOf } from "../../posts";
import { type Day, daysAfter, type Entry, type Span } from "../../week";
import { AccountMenu } from "../post/post-accounts";
import { PostActions } from "../post/post-actions";
import { useActOnPost } from "../post/post-context";
import { PostNotes, PostWords } from "../post/post-parts";
import styles from "./calendar.module.css";

import { type DropPlace, type EntryDrag, useEntryDrag } from "./use-entry-drag";

/** The number of entries that a day of a month shows. */
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
  const onAct = useActOnPost();
  const drag = useEntryDrag(span === "week", ({ posts }, time) => {
    const waiting = postsOf(posts.filter(isWaiting));
    if (waiting) onAct?.("reschedule", waiting, time);
  });
  const entries = days.flatMap((day) => day.entries);
  const grid = useRef<HTMLElement>(null);
  useSlides(grid, entries.map(({ time, posts }) => `${posts[0].id} ${time}`).join());
  const canDrag = onAct !== undefined;
  return (
    <>
      {/* Focusable: it is wider than a small window, and the keyboard must scroll it too. */}
      <section
        ref={grid}
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
            drag={canDrag ? drag : undefined}
            onWeekOf={onWeekOf}
          />
        ))}
      </section>
      <GroupLegend entries={entries} canDrag={canDrag} />
    </>
  );
}

type DayCellProps = Pick<DayGridProps, "onWeekOf"> & {
  day: Day;
  now: number;
  /** The number of entries that there is room for; undefined for all of them. */
  most: number | undefined;
  /** True for a day of the month before or after. */
  isOutside: boolean;
  /** Undefined where the backend cannot move a post. */
  drag: EntryDrag | undefined;
};

function DayCell({ day: { date, entries }, now, most, isOutside, drag, onWeekOf }: DayCellProps) {
  const isPast = daysAfter(date, 1).getTime() <= now;
  const isToday = !isPast && date.getTime() <= now;
  const shown = entries.slice(0, most);
  const rest = entries.length - shown.length;
  const place = drag?.place?.day === date.getTime() ? drag.place : undefined;
  return (
    <div
      className={styles.day}
      data-when={isToday ? "now" : isPast || isOutside ? "past" : undefined}
      {...drag?.ofDay(date)}
    >
      <h3>
        {nameOf(date)}
        {isToday && <Badge>Today</Badge>}
      </h3>
      <ul>
        {shown.map((entry) => (
          <EntryItem key={entry.posts[0].id} entry={entry} drag={drag} />
        ))}
      </ul>
      {rest > 0 && (
        <button
          type="button"
          className={styles.rest}
          aria-label={`${rest} more on ${nameOf(date)}`}
          onClick={() => onWeekOf?.(date)}
        >
          {rest} more
        </button>
      )}
      {place && <DropMark place={place} />}
    </div>
  );
}

type EntryItemProps = Pick<DayCellProps, "drag"> & { entry: Entry };

/** The colour of its group only repeats the name, which its tooltip and a screen reader say. */
function EntryItem({ entry, drag }: EntryItemProps) {
  const { time, posts } = entry;
  const [{ group_id, group_name }] = posts;
  return (
    <li
      className={styles.event}
      data-slides={posts[0].id}
      data-hue={group_id ? hueOf(String(group_id)) : undefined}
      data-dragged={drag?.dragged?.posts[0].id === posts[0].id ? "" : undefined}
      title={group_name ?? undefined}
      {...(posts.some(isWaiting) && drag?.ofEntry(entry))}
    >
      <span>
        {timeOfDay().format(time)}
        {group_name && <span className="visually-hidden">{group_name}</span>}
        {posts.map((post) => (
          <AccountMenu key={post.id} post={post} />
        ))}
        {posts.length > 1 && <PostActions posts={posts} />}
      </span>
      <p className="clamp-2">
        <PostWords post={posts[0]} />
      </p>
      <PostNotes posts={posts} usual="scheduled" />
    </li>
  );
}

/** 'Fri 27'; the first of a month is named with it, because a calendar shows days of two months. */
const nameOf = (date: Date) => (date.getDate() === 1 ? firstDay() : weekday()).format(date);

const firstDay = zonedFormat({ weekday: "short", day: "numeric", month: "short" });
const weekday = zonedFormat({ weekday: "short", day: "numeric" });
const timeOfDay = zonedFormat({ hour: "2-digit", minute: "2-digit" });

/** Over a day: its hours if one can be chosen, and the time at which the dragged entry would be dropped. */
const DropMark = ({ place: { time, skipped, part, isRefused } }: { place: DropPlace }) => (
  <div className={styles.drop} data-refused={isRefused ? "" : undefined} aria-hidden="true">
    {part !== undefined &&
      hours.map((hour) => (
        <span key={hour} className={styles.hour} style={{ top: `${(hour / 24) * 100}%` }}>
          {String(hour).padStart(2, "0")}
        </span>
      ))}
    <span className={styles.dropTime} style={{ top: `min(${(part ?? 0.5) * 100}%, 100% - 18px)` }}>
      {skipped ? `${skipped} does not exist: the clocks go forward` : dayAndTime().format(time)}
    </span>
  </div>
);

const hours = [6, 12, 18];

const dayAndTime = zonedFormat({
  weekday: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

type GroupLegendProps = {
  entries: readonly Entry[];
  canDrag: boolean;
};

/** Below the calendar: the colours of its groups if there are several, and how a post is moved. */
function GroupLegend({ entries, canDrag }: GroupLegendProps) {
  const groups = [
    ...new Map(
      entries.flatMap(({ posts: [{ group_id, group_name }] }) =>
        group_id && group_name ? [[String(group_id), group_name]] : [],
      ),
    ),
  ];
  const hasHint = canDrag && entries.length > 0;
  if (groups.length < 2 && !hasHint) return null;
  return (
    <div className={styles.legend}>
      {groups.length > 1 && (
        <ul aria-label="Groups">
          {groups.map(([id, name]) => (
            <li key={id} data-hue={hueOf(id)}>
              {name}
            </li>
          ))}
        </ul>
      )}
      {hasHint && (
        <span className={styles.dragHint}>
          To reschedule a post, drag it to another time or use its menu.
        </span>
      )}
    </div>
  );
}
