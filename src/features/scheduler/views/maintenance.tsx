import { CircleAlert, Play } from "lucide-react";
import { Button } from "@/shared/ui/button";
import { Panel, Region } from "@/shared/ui/panel";
import { useRunDailyPlanner } from "../mutations";
import styles from "./scheduler.module.css";

export function Maintenance() {
  const planner = useRunDailyPlanner();
  return (
    <Region title="Maintenance">
      <Panel className={styles.maintenance}>
        <div className={styles.chore}>
          <Button
            size="sm"
            icon={<Play />}
            busy={planner.isBusy}
            onClick={() => void planner.send({})}
          >
            Run daily planner
          </Button>
          <span className={styles.choreNote}>plans today, all groups</span>
        </div>
        {planner.failure && <Refusal {...planner.failure} />}
      </Panel>
    </Region>
  );
}

type RefusalProps = { text: string; detail?: string | undefined };

/** How the last press failed, until the next. */
export const Refusal = ({ text, detail }: RefusalProps) => (
  <p className={styles.refusal}>
    <CircleAlert aria-hidden="true" />
    <span>
      {text} {detail && <span>{detail}</span>}
    </span>
  </p>
);
