import { useQueryClient } from "@tanstack/react-query";
import { Eraser, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { publishingStatusOf } from "@/entities/post";
import { counted } from "@/shared/format/number";
import { LazyDialog } from "@/shared/lazy/lazy-dialog";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import type { Failure } from "@/shared/query/outcome";
import { wasDone } from "@/shared/query/use-batch";
import { Button } from "@/shared/ui/button";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { FailureLine } from "@/shared/ui/failure-line";
import { mayHaveMore } from "../listed";
import { useClearFailed, useClearScheduled, useRunDailyPlanner } from "../mutations";
import { schedulerQueries } from "../queries";
import type { SchedulerStatus } from "../schema";
import styles from "./maintenance.module.css";

const PlannerQuestion = lazyWithPreload(
  () => import("./planner-question").then((part) => part.PlannerQuestion),
  { preloadWhenSettled: true },
);

/** The chores that concern the posts of all groups. */
export function Chores() {
  const planner = useRunDailyPlanner();
  const [isAsking, setAsking] = useState(false);
  const failed = useClearFailed();
  const scheduled = useClearScheduled();
  return (
    <>
      <div className={styles.chore}>
        <Button size="sm" icon={<Play />} busy={planner.isBusy} onClick={() => setAsking(true)}>
          Run daily planner
        </Button>
        <span className={styles.choreNote}>Fill today's schedule, all groups</span>
      </div>
      {planner.failure && <FailureLine {...planner.failure} />}
      <LazyDialog open={isAsking} onOpenChange={setAsking}>
        <PlannerQuestion
          command={planner}
          open={isAsking}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            void planner.send({}).then((outcome) => {
              if (wasDone(outcome)) setAsking(false);
            })
          }
        />
      </LazyDialog>
      <Clear
        name="Clear failed posts"
        list="failed_posts"
        noun="failed post"
        command={failed}
        onConfirm={() => failed.send({})}
      >
        Posts that may already be live stay. The content of the others can be scheduled again.
      </Clear>
      <Clear
        name="Clear scheduled posts"
        list="upcoming_posts"
        noun="scheduled post"
        command={scheduled}
        onConfirm={() => scheduled.send({})}
      >
        No scheduled post in any group will be published. Its content can be scheduled again.
      </Clear>
    </>
  );
}

type ClearProps = {
  /** The text of the button and of the question. */
  name: string;
  list: "failed_posts" | "upcoming_posts";
  noun: string;
  command: { isBusy: boolean; failure: Failure | undefined };
  onConfirm: () => Promise<{ kind: string }>;
  children: ReactNode;
};

/** Asks first. Names the number, and that it affects all groups: the screen may show only some. */
function Clear({ name, list, noun, command, onConfirm, children }: ClearProps) {
  const [isAsking, setAsking] = useState(false);
  const known = useQueryClient().getQueryData<SchedulerStatus>(schedulerQueries.status().queryKey);
  return (
    <>
      <div className={styles.chore}>
        <Button
          size="sm"
          variant="danger"
          icon={<Eraser />}
          busy={command.isBusy}
          onClick={() => setAsking(true)}
        >
          {name}
        </Button>
        <span className={styles.choreNote}>all groups</span>
      </div>
      {command.failure && <FailureLine {...command.failure} />}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`${name} of all groups?`}
        confirm={name}
        icon={<Eraser />}
        busy={command.isBusy}
        failure={command.failure}
        onConfirm={() =>
          void onConfirm().then(({ kind }) => {
            if (kind === "ok" || kind === "unreadable") setAsking(false);
          })
        }
      >
        <p>
          <strong>{sayHowMany(known, noun, list)}</strong> of all groups will be deleted, not only
          those shown here. {children}
        </p>
      </ConfirmDialog>
    </>
  );
}

/** How many of the listed posts a clear deletes: of those that failed, not those that may be live. */
function countCleared(status: SchedulerStatus, list: keyof SchedulerStatus): number {
  const { items, unreadable } = status[list];
  return items.filter((post) => publishingStatusOf(post.status) !== "unknown").length + unreadable;
}

function sayHowMany(
  known: SchedulerStatus | undefined,
  noun: string,
  list: keyof SchedulerStatus,
): string {
  if (!known) return `All ${noun}s`;
  const count = countCleared(known, list);
  return mayHaveMore(known, list) ? `${count} or more ${noun}s` : counted(count, noun);
}
