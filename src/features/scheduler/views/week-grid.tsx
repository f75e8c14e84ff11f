import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { PlatformGlyph, platformLabel } from "@/entities/account";
import { parseTime } from "@/shared/format/time";
import { useNow } from "@/shared/time/use-now";
import { Badge } from "@/shared/ui/badge";
import { Button, IconButton } from "@/shared/ui/button";
import { VisuallyHidden } from "@/shared/ui/visually-hidden";
import type { ScheduledPost } from "../schema";
import { type Day, daysAfter, mondayOf, weekOf } from "../week";
import { Overdue, PostWords } from "./post-parts";
import styles from "./scheduler.module.css";

type WeekGridProps = {
  /** Those that have been loaded. */
  posts: readonly ScheduledPost[];
  hasMore: boolean;
};

/** The loaded posts of one week by day, in the operator's zone. */
export function WeekGrid({ posts, hasMore }: WeekGridProps) {
  const now = useNow();
  const [weeks, setWeeks] = useState(0);
  const monday = daysAfter(mondayOf(now), weeks * 7);
  const days = weekOf(monday, posts);
  return (
    <>
      <div className={styles.weekBar}>
        <span className={styles.barWords} aria-live="polite">
          {dayAndMonth.format(monday)} – {dayAndMonth.format(daysAfter(monday, 6))}
        </span>
        {hasMore && <span className="meta">loaded posts only</span>}
        <IconButton
          size="sm"
          label="Previous week"
          icon={<ChevronLeft />}
          onClick={() => setWeeks(weeks - 1)}
        />
        <Button size="sm" aria-disabled={weeks === 0} onClick={() => setWeeks(0)}>
          This week
        </Button>
        <IconButton
          size="sm"
          label="Next week"
          icon={<ChevronRight />}
          onClick={() => setWeeks(weeks + 1)}
        />
      </div>
      {/* Wider than a small window: the keyboard scrolls it too. */}
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
        {weekday.format(date)}
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
              {timeOfDay.format(parseTime(post.publish_at))}
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

const dayAndMonth = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric" });
const timeOfDay = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
