import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { useGroupFilter } from "@/entities/group";
import { formatTime } from "@/shared/format/time";
import { useScreenAction } from "@/shared/keyboard/screen-actions";
import { useRead } from "@/shared/query/use-read";
import { useNow } from "@/shared/time/use-now";
import { Button } from "@/shared/ui/button/button";
import { Panel, Region } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { StateDot } from "@/shared/ui/status/badge";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { mayHaveMore } from "../posts";
import { pace, schedulerQueries, useStatusCheck } from "../queries";
import type { SchedulerStatus } from "../schema";
import { useOfShownGroup } from "./list-parts";
import styles from "./scheduler-health.module.css";

type SchedulerHealthProps = {
  /** Further lines of the panel. */
  children: ReactNode;
};

export function SchedulerHealth({ children }: SchedulerHealthProps) {
  const { isChecking, check } = useStatusCheck();
  const { asked } = useGroupFilter();
  useScreenAction("Check the scheduler now", check, !isChecking);
  return (
    <Region
      title="Scheduler Health"
      actions={
        <Button variant="ghost" size="sm" icon={<RefreshCw />} busy={isChecking} onClick={check}>
          Refresh now
        </Button>
      }
    >
      <Panel>
        <PanelBoundary resetKey={String(asked)} loading={<LoadingHealth />}>
          <Health />
        </PanelBoundary>
        {children}
      </Panel>
    </Region>
  );
}

function Health() {
  const { asked } = useGroupFilter();
  const status = useRead(schedulerQueries.status(asked));
  const ofShownGroup = useOfShownGroup();
  /** '20+' if the server cuts its list at 20. */
  const countOf = (list: keyof SchedulerStatus) =>
    `${ofShownGroup(status[list].items).length}${mayHaveMore(status, list) ? "+" : ""}`;
  const failed = countOf("failed_posts");
  return (
    <>
      <dl className={styles.counts}>
        <div data-failed={failed === "0" ? undefined : ""}>
          <dt>{failed === "0" ? "Failed" : <StateDot state="failed">Failed</StateDot>}</dt>
          <dd>{failed}</dd>
        </div>
        <div>
          <dt>
            <StateDot state="waiting">Upcoming</StateDot>
          </dt>
          <dd>{countOf("upcoming_posts")}</dd>
        </div>
        <div>
          <dt>
            <StateDot state="on">Published</StateDot>
          </dt>
          <dd>{countOf("recently_published")}</dd>
        </div>
      </dl>
      <NextCheck checkedAt={status.checkedAt} />
    </>
  );
}

/** A component of its own, so that only this line re-renders every second. */
function NextCheck({ checkedAt }: { checkedAt: number }) {
  const { isChecking } = useStatusCheck();
  const seconds = secondsToNextCheck(checkedAt, useNow("second"), pace);
  return (
    <p className={styles.next}>
      <span
        className={styles.ring}
        aria-hidden="true"
        style={{ "--_share": `${(1 - seconds / (pace / 1_000)) * 100}%` } as React.CSSProperties}
      />
      <span>{sayNext(isChecking, seconds)}</span>
      <span className={styles.checked}>Checked {formatTime(checkedAt)}</span>
    </p>
  );
}

function sayNext(isChecking: boolean, seconds: number) {
  if (isChecking) return "Checking…";
  return seconds > 0 ? `Next check in ${seconds} s` : "Next check soon";
}

const LoadingHealth = () => (
  <Loading label="Loading scheduler status">
    <div className={styles.counts}>
      {[0, 1, 2].map((count) => (
        <div key={count}>
          <Skeleton width={56} />
          <Skeleton width={28} height={28} />
        </div>
      ))}
    </div>
    <p className={styles.next}>
      <Skeleton width={120} height={16} />
    </p>
  </Loading>
);

/**
 * Returns the seconds until the next check, at most a whole `pace`; 0 if it should have begun
 * already. All parameters are in milliseconds.
 */
export function secondsToNextCheck(checkedAt: number, now: number, pace: number) {
  const rest = Math.ceil((checkedAt + pace - now) / 1_000);
  return Math.min(Math.max(rest, 0), pace / 1_000);
}
