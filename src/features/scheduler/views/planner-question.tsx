import { Play } from "lucide-react";
import { useOffered } from "@/shared/query/use-offered";
import { useRead } from "@/shared/query/use-read";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import { schedulerApi } from "../contract";
import type { useRunDailyPlanner } from "../mutations";
import { planInWords, plannedPosts, planPreview } from "../plan";

type PlannerQuestionProps = {
  command: ReturnType<typeof useRunDailyPlanner>;
  open: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asked before the planner runs: it schedules posts of all groups, not only of those shown. */
export function PlannerQuestion({ command, open, onConfirm, onClose }: PlannerQuestionProps) {
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
      onConfirm={onConfirm}
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
  const plan = useRead(planPreview());
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
