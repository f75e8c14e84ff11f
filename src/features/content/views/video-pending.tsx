import { clock } from "@/shared/time/clock";
import { useNow } from "@/shared/time/use-now";
import { Spinner } from "@/shared/ui/spinner";
import styles from "./item-card.module.css";

export type VideoPendingProps = {
  text: string;
  /** When the video was asked for, on the server's clock, in ms. */
  since: number;
};

/** A video that takes longer than that, in seconds, is said to take some minutes. */
const usual = 15;

/** Says that the video of an item is being made and, once that takes longer, how long it has taken. */
export function VideoPending({ text, since }: VideoPendingProps) {
  // Renders every second. The time that it returns may be a second old.
  useNow("second");
  const seconds = Math.floor((clock.now() - since) / 1_000);
  return (
    <p className={styles.pending}>
      <Spinner />
      <span>
        {text}{" "}
        {seconds < usual
          ? "This can take a minute."
          : `This can take a few minutes: ${elapsed(seconds)} so far.`}
      </span>
    </p>
  );
}

/** '45 s', '1 min 5 s' */
const elapsed = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
