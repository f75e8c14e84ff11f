import { Check, TriangleAlert } from "lucide-react";
import { useId } from "react";
import { isPlatform, PlatformGlyph, platformShortLabel } from "@/entities/account";
import { useIsPaused } from "@/entities/group";
import type { QueueItem } from "@/entities/post";
import { formatTimeOfDay, formatUtc, parseTime } from "@/shared/format/time";
import { useReach } from "@/shared/query/use-backend";
import { useNow } from "@/shared/time/use-now";
import { Tooltip } from "@/shared/ui/button/tooltip";
import { StateDot } from "@/shared/ui/status/badge";
import { type Verdict, verdictsOf } from "../verdicts";
import styles from "./destinations.module.css";

/** The number of accounts listed on a card; those with a problem come first. */
const most = 6;
const order = ["fails", "left out", "fits"];

/** Shows where and when a post is published if it is approved now, and how it fits there. */
export function Destinations({ item }: { item: QueueItem }) {
  const id = useId();
  const verdicts = verdictsOf(item);
  if (verdicts.length === 0) {
    return (
      <p className={styles.lead} data-nowhere="">
        No active account can publish this, so it won't be scheduled.
      </p>
    );
  }
  const listed = verdicts
    .toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
    .slice(0, most);
  return (
    <div className={styles.lead}>
      <span id={id}>Goes out on</span>
      <ul className={styles.accounts} aria-labelledby={id}>
        {listed.map((verdict, index) => (
          <Destination key={verdict.account.social_account_id ?? index} verdict={verdict} />
        ))}
        {verdicts.length > most && <li>and {verdicts.length - most} more</li>}
      </ul>
      <NextSlot verdicts={verdicts} group={item.group_name} />
    </div>
  );
}

const icons = { fails: <TriangleAlert />, "left out": null, fits: <Check /> };

function Destination({ verdict: { account, kind, reason, price } }: { verdict: Verdict }) {
  const { platform_type, platform_username } = account;
  const label = platformShortLabel(platform_type);
  const name = [label, platform_username].filter(Boolean).join(" ");
  const cost = useReach(platform_type) === "real" && price ? `link costs ${price}` : undefined;
  const fit = [kind !== "fails" && kind, reason].filter(Boolean).join(": ");
  const words = `${name}: ${[fit, cost].filter(Boolean).join(", ")}`;
  return (
    // Not every screen reader says the name of a list item, so its content says the same.
    <li aria-label={words} data-verdict={kind}>
      <span className="visually-hidden">{words}</span>
      <Tooltip text={words} describes={false}>
        <span className={styles.mark} aria-hidden="true">
          {isPlatform(platform_type) ? <PlatformGlyph type={platform_type} /> : label}
          {icons[kind]}
          {[kind === "fails" && reason, cost].filter(Boolean).join(", ")}
          {kind === "left out" && (
            <span>
              left out<span className={styles.reason}>: {reason}</span>
            </span>
          )}
        </span>
      </Tooltip>
    </li>
  );
}

type NextSlotProps = { verdicts: readonly Verdict[]; group: string | null | undefined };

/** Shows the first time at which it is published on any account; none while its group is paused. */
function NextSlot({ verdicts, group }: NextSlotProps) {
  const now = useNow();
  const isPaused = useIsPaused(group);
  const times = verdicts.flatMap(({ account }) => parseTime(account.publish_at) ?? []);
  if (times.length === 0) return null;
  if (isPaused) return <StateDot state="waiting">Waits: publishing is paused</StateDot>;
  const first = Math.min(...times);
  return (
    <time dateTime={new Date(first).toISOString()} title={formatUtc(first)}>
      Next slot {formatTimeOfDay(first, now)}
    </time>
  );
}
