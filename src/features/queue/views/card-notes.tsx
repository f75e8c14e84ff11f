import { useQuery } from "@tanstack/react-query";
import { Check, CircleMinus, Pencil } from "lucide-react";
import { type MouseEvent, useEffect, useRef } from "react";
import { accountQueries, fitOf, isPlatform, PlatformFit, platformLabel } from "@/entities/account";
import { groupQueries } from "@/entities/group";
import type { QueueItem } from "@/entities/post";
import { useOffered } from "@/shared/query/use-backend";
import { Button } from "@/shared/ui/button/button";
import { Notice } from "@/shared/ui/panel/notice";
import { Skeleton } from "@/shared/ui/status/skeleton";
import { ignoreRepeats } from "../card-keyboard";
import { approveAtCapability } from "../contract";
import { contentOf, linesOfWhatFails, restOf } from "../verdicts";
import styles from "./card-notes.module.css";
import { type InformedApproval, type Press, pressOf } from "./use-decisions";

type WouldFailProps = {
  item: QueueItem;
  /** Undefined if it cannot be edited. */
  onEdit: (() => void) | undefined;
  onApprove: (press: Press, informed: InformedApproval) => void;
};

/** Says why a post was not approved, and what the operator can do instead. */
export function WouldFail({ item, onEdit, onApprove }: WouldFailProps) {
  const canApproveAt = useOffered(approveAtCapability);
  const rest = canApproveAt ? restOf(item) : undefined;
  const place = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const card = place.current?.closest("[data-post]");
    // The press that was stopped came from this card. It is not a button that gets the focus, because
    // the key may still be down.
    if (card?.contains(document.activeElement)) place.current?.focus();
  }, []);
  const approve = (informed: InformedApproval) => (event: MouseEvent<HTMLElement>) =>
    onApprove(pressOf(event), informed);
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

type TextVerdictProps = {
  item: QueueItem;
  /** Shows the text's length on each platform, even if it fits. */
  isCounted?: boolean;
};

/**
 * Shows how a post fits the platforms. Its accounts are chosen only after the approval, so this
 * assumes the active platforms of its group. Renders nothing if they are
 * unknown: a missing verdict must not keep the operator from reading the post.
 */
export function TextVerdict({ item, isCounted = false }: TextVerdictProps) {
  const groups = useQuery(groupQueries.list());
  // A queue item carries only the name of its group; group names are unique.
  const group = groups.data?.items.find(({ name }) => name === item.group_name)?.id;
  const accounts = useQuery({
    ...accountQueries.ofGroup(group ?? ""),
    enabled: group !== undefined,
  });
  if (groups.isLoading || accounts.isLoading) {
    // As high as the usual verdict, wherever the line wraps.
    return (
      <p className={styles.verdict}>
        <Skeleton width="110px" />
      </p>
    );
  }
  const active = accounts.data?.items.filter(({ is_active }) => is_active) ?? [];
  const types = [...new Set(active.map(({ platform_type }) => platform_type))].filter(isPlatform);
  if (types.length === 0) return null;

  const content = contentOf(item);
  const fits = types.map((platform) => fitOf(platform, content));
  const failing = fits.filter(({ problems }) => problems.length > 0);
  return (
    <p className={styles.verdict}>
      {isCounted ? (
        fits.map((fit) => <PlatformFit key={fit.platform} fit={fit} isCounted />)
      ) : (
        <>
          {failing.length === 0 && (
            <span>
              Fits{" "}
              {types.length === 1 ? platformLabel(types[0] ?? "") : `all ${types.length} platforms`}
            </span>
          )}
          {fits.map((fit) => (
            <PlatformFit key={fit.platform} fit={fit} />
          ))}
        </>
      )}
    </p>
  );
}
