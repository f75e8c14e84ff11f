import { zonedFormat } from "@/shared/format/zone";
import type { DropPlace } from "./use-entry-drag";
import styles from "./week-grid.module.css";

/** Over a day: its hours if one can be chosen, and the time at which the dragged entry would be dropped. */
export const DropMark = ({ place: { time, skipped, part, isRefused } }: { place: DropPlace }) => (
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
