import { formatDateTime, formatRelative, formatUtc, parseTime } from "@/shared/format/time";
import { useNow } from "./use-now";

type TimeProps = {
  /** As the server sent it; without a zone it is UTC. */
  value: string | null | undefined;
  as?: "relative" | "absolute";
};

/** A time of the server in the operator's zone, with UTC on hover; relative ones tick. */
export function Time({ value, as = "absolute" }: TimeProps) {
  const now = useNow();
  const time = parseTime(value);
  if (time === undefined) return <span>{value || "—"}</span>;
  const absolute = formatDateTime(time, now);
  const utc = formatUtc(time);
  return (
    <time
      dateTime={new Date(time).toISOString()}
      title={as === "relative" ? `${absolute} · ${utc}` : utc}
    >
      {as === "relative" ? formatRelative(time, now) : absolute}
    </time>
  );
}
