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
      // Not before it is asked for: to know the zone's name costs more than all else on a card.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = `${formatDateTime(time, now)} · ${utc}`;
      }}
    >
      {formatRelative(time, now)}
    </time>
  );
}
