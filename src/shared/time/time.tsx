import { formatDateTime, formatRelative, formatUtc, parseTime } from "@/shared/format/time";
import styles from "./time.module.css";
import { useNow } from "./use-now";

type TimeProps = {
  /** As the server sent it; without a zone it is UTC. */
  value: string | null | undefined;
  as?: "relative" | "absolute";
};

/** A server time in the operator's zone, with UTC on hover; relative ones tick. */
export function Time({ value, as = "absolute" }: TimeProps) {
  const now = useNow();
  const time = parseTime(value);
  if (time === undefined) return <span>{value || "—"}</span>;
  const utc = formatUtc(time);
  const iso = new Date(time).toISOString();
  if (as === "absolute") {
    return (
      <time dateTime={iso} title={utc}>
        {formatDateTime(time, now)}
      </time>
    );
  }
  return (
    <time
      dateTime={iso}
      // Formatted only on hover: finding the zone's name costs more than everything else on a card.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = `${formatDateTime(time, now)} · ${utc}`;
      }}
    >
      {formatRelative(time, now)}
    </time>
  );
}

/** A time, and below it the distance from now. */
export const StackedTime = ({ value }: { value: string | null | undefined }) => (
  <span className={styles.time}>
    <Time value={value} />
    <Time value={value} as="relative" />
  </span>
);
