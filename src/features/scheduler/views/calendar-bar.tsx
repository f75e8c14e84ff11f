import { ChevronLeft, ChevronRight } from "lucide-react";
import { zonedFormat } from "@/shared/format/zone";
import { useNow } from "@/shared/time/use-now";
import { Button } from "@/shared/ui/button";
import { Segmented } from "@/shared/ui/form-controls/segmented";
import { IconButton } from "@/shared/ui/icon-button";
import { dayInAddress, dayNamed, daysAfter, type Span, startOf, turned } from "../week";
import styles from "./week-grid.module.css";

/** What the calendar shows, as the address has it. */
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
export function CalendarBar({ span, week, onPlace, hasMonth, note }: CalendarBarProps) {
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
