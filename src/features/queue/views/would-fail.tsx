import { Check, CircleMinus, Pencil } from "lucide-react";
import { type MouseEvent, useEffect, useRef } from "react";
import type { QueueItem } from "@/entities/post";
import { useOffered } from "@/shared/query/use-offered";
import { Button } from "@/shared/ui/button";
import { Notice } from "@/shared/ui/notice";
import { approveAt } from "../contract";
import { linesOfWhatFails, restOf } from "../what-fails";
import { ignoreRepeats } from "./ignore-repeats";
import type { Knowing, Press } from "./use-decisions";
import styles from "./would-fail.module.css";

type WouldFailProps = {
  item: QueueItem;
  /** Undefined if it cannot be edited. */
  onEdit: (() => void) | undefined;
  onApprove: (press: Press, knowing: Knowing) => void;
};

/** Says why a post was not approved by the plain key, and what the operator can do instead. */
export function WouldFail({ item, onEdit, onApprove }: WouldFailProps) {
  const canApproveAt = useOffered(approveAt);
  const rest = canApproveAt ? restOf(item) : undefined;
  const place = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const card = place.current?.closest("[data-post]");
    // The press that was stopped came from this card. It is not a button that gets the focus, because
    // the key may still be down.
    if (card?.contains(document.activeElement)) place.current?.focus();
  }, []);
  const approve = (knowing: Knowing) => (event: MouseEvent<HTMLElement>) =>
    onApprove(
      { element: event.currentTarget, timeStamp: event.timeStamp, detail: event.detail },
      knowing,
    );
  return (
    <fieldset
      ref={place}
      tabIndex={-1}
      className={styles.stop}
      aria-label={`Not approved: ${linesOfWhatFails(item).join(", ")}`}
    >
      <Notice tone="warning" title="Not approved. This would fail:">
        <ul>
          {linesOfWhatFails(item).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <div className={styles.offers}>
          {onEdit && (
            <Button size="sm" icon={<Pencil />} onKeyDown={ignoreRepeats} onClick={onEdit}>
              Edit
            </Button>
          )}
          {rest && (
            <Button
              size="sm"
              icon={<CircleMinus />}
              onKeyDown={ignoreRepeats}
              onClick={approve({ on: rest.ids })}
            >
              Leave out {rest.leftOut}
            </Button>
          )}
          <Button size="sm" icon={<Check />} onKeyDown={ignoreRepeats} onClick={approve({})}>
            Approve anyway
          </Button>
        </div>
      </Notice>
    </fieldset>
  );
}
