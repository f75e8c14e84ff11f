import { useQueryClient } from "@tanstack/react-query";
import { Eraser, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { publishingStatusOf } from "@/entities/post";
import { counted } from "@/shared/format/number";
import { useOffered } from "@/shared/query/use-backend";
import { wasDone } from "@/shared/query/use-batch";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { Panel, Region } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { FailureLine } from "@/shared/ui/status/failure-line";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { schedulerApi } from "../contract";
import {
  planInWords,
  plannedPosts,
  useClearFailed,
  useClearScheduled,
  useRunDailyPlanner,
} from "../mutations";
import { mayHaveMore } from "../posts";
import { schedulerQueries } from "../queries";
import type { SchedulerStatus } from "../schema";
import styles from "./maintenance.module.css";

/** Offers the commands that concern the posts of all groups. */
export function Maintenance() {
  const planner = useRunDailyPlanner();
  const [isAsking, setAsking] = useState(false);
  const failed = useClearFailed();
  const scheduled = useClearScheduled();
  return (
    <Region title="Maintenance">
      <Panel className={styles.maintenance}>
        <div className={styles.chore}>
          <Button size="sm" icon={<Play />} busy={planner.isBusy} onClick={() => setAsking(true)}>
            Run daily planner
          </Button>
          <span className={styles.choreNote}>Fill today's schedule, all groups</span>
        </div>
        {planner.failure && <FailureLine {...planner.failure} />}
        <PlannerQuestion command={planner} open={isAsking} onClose={() => setAsking(false)} />
        <Clear name="Clear failed posts" list="failed_posts" noun="failed post" command={failed}>
          Posts that may already be live stay. The content of the others can be scheduled again.
        </Clear>
        <Clear
          name="Clear scheduled posts"
          list="upcoming_posts"
          noun="scheduled post"
          command={scheduled}
        >
          No scheduled post in any group will be published. Its content can be scheduled again.
        </Clear>
      </Panel>
    </Region>
  );
}

type ClearProps = {
  /** The text of the button and of the question. */
  name: string;
  list: "failed_posts" | "upcoming_posts";
  noun: string;
  command: ReturnType<typeof useClearFailed | typeof useClearScheduled>;
  children: ReactNode;
};

/** Asks first, with the number of posts of all groups: the screen may show only some. */
function Clear({ name, list, noun, command, children }: ClearProps) {
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
          void command.send({}).then((outcome) => {
            if (wasDone(outcome)) setAsking(false);
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

/** Counts the listed posts that a clear deletes: of those that failed, not those that may be live. */
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

type PlannerQuestionProps = {
  command: ReturnType<typeof useRunDailyPlanner>;
  open: boolean;
  onClose: () => void;
};

/** Asked before the planner runs: it schedules posts of all groups, not only of those shown. */
function PlannerQuestion({ command, open, onClose }: PlannerQuestionProps) {
  const isOffered = useOffered(schedulerApi.planPreview);
  return (
    <CommandQuestion
      command={command}
      open={open}
      onClose={onClose}
      title="Run the daily planner?"
      confirm="Run daily planner"
      icon={<Play />}
      tone="primary"
      onConfirm={() =>
        void command.send({}).then((outcome) => {
          if (wasDone(outcome)) onClose();
        })
      }
    >
      {isOffered ? (
        <PanelBoundary loading={<LoadingPlan />}>
          <Plan />
        </PanelBoundary>
      ) : (
        <p>Fills today's schedule in all groups from approved, unused content.</p>
      )}
    </CommandQuestion>
  );
}

function Plan() {
  const plan = useRead(schedulerQueries.planPreview());
  return (
    <p>
      {plannedPosts(plan) === 0
        ? "Nothing would be scheduled now."
        : `It schedules ${planInWords(plan)}. They are published without review.`}{" "}
      Missing content is generated.
    </p>
  );
}

const LoadingPlan = () => (
  <Loading label="Loading plan">
    <Skeleton width="90%" />
  </Loading>
);
