import { clock } from "@/shared/time/clock";
import { useNow } from "@/shared/time/use-now";

type BatchWaitProps = {
  /** The time on the server's clock, in milliseconds; undefined while the batch does not wait. */
  until: number | undefined;
};

/** Says that the server asks a batch to wait, and counts down. Renders nothing otherwise. */
export const BatchWait = ({ until }: BatchWaitProps) =>
  until === undefined ? null : <Countdown until={until} />;

function Countdown({ until }: { until: number }) {
  // Renders every second. The time that it returns may be a second old.
  useNow("second");
  return (
    <span className="meta">
      <span role="status">Server busy.</span>{" "}
      <span role="timer">Continues in {sayWait(Math.ceil((until - clock.now()) / 1_000))}.</span>
    </span>
  );
}

/** '12 s', '2 min', '3 h': rounded up. */
function sayWait(seconds: number) {
  if (seconds <= 90) return `${Math.max(0, seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
