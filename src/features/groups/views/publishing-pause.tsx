import { Pause, Play } from "lucide-react";
import { useState } from "react";
import type { Group } from "@/entities/group";
import type { Id } from "@/shared/api/id";
import { counted, formatFigure } from "@/shared/format/number";
import { wasDone } from "@/shared/query/use-batch";
import { useOffered } from "@/shared/query/use-offered";
import { useRead } from "@/shared/query/use-read";
import { Time } from "@/shared/time/time";
import { Button } from "@/shared/ui/button/button";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { TitledPanel } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { StateDot } from "@/shared/ui/status/state-dot";
import { groupsApi } from "../contract";
import { usePauseGroup, useResumeGroup } from "../mutations";
import { groupCountQueries } from "../queries";
import styles from "./group-settings.module.css";

/** Stops all publishing of a group, and goes on with it. */
export function PublishingPause({ group }: { group: Group }) {
  // Keeps the question that was asked: once the group is paused, the other one must not open.
  const [asked, setAsked] = useState<"pause" | "resume">();
  const isOffered = useOffered(groupsApi.pause);
  if (!isOffered) return null;
  const isPaused = Boolean(group.paused_at);
  const close = () => setAsked(undefined);
  return (
    <TitledPanel title="Publishing">
      <div className={styles.lines}>
        {isPaused ? (
          <StateDot state="waiting">
            Paused since <Time value={group.paused_at} />
          </StateDot>
        ) : (
          <StateDot state="on">On</StateDot>
        )}
        <PanelBoundary loading={<Counting />}>
          <WaitingPosts id={group.id} />
        </PanelBoundary>
        <div>
          <Button
            icon={isPaused ? <Play /> : <Pause />}
            onClick={() => setAsked(isPaused ? "resume" : "pause")}
          >
            {isPaused ? "Resume publishing" : "Pause publishing"}
          </Button>
        </div>
      </div>
      <PauseQuestion group={group} open={asked === "pause"} onClose={close} />
      <ResumeQuestion group={group} open={asked === "resume"} onClose={close} />
    </TitledPanel>
  );
}

function WaitingPosts({ id }: { id: Id }) {
  const { scheduled, due } = useRead(groupCountQueries.waiting(id));
  if (scheduled === 0) return <p>No posts are scheduled.</p>;
  return (
    <p>
      {counted(scheduled, "post")} {scheduled === 1 ? "is" : "are"} scheduled
      {due > 0 && (scheduled === 1 ? " and due" : `, ${formatFigure(due)} of them due`)}.
    </p>
  );
}

type QuestionProps = { group: Group; open: boolean; onClose: () => void };

function PauseQuestion({ group, open, onClose }: QuestionProps) {
  const pause = usePauseGroup();
  async function confirm() {
    if (wasDone(await pause.send({ params: { id: group.id } }))) onClose();
  }
  return (
    <CommandQuestion
      command={pause}
      open={open}
      onClose={onClose}
      title={
        <>
          Pause publishing of <bdi>{group.name}</bdi>?
        </>
      }
      confirm="Pause publishing"
      icon={<Pause />}
      onConfirm={() => void confirm()}
    >
      <p>
        Nothing in <strong>{group.name}</strong> is published or planned until you resume it. Posts
        that come due wait. Posts being published now are finished.
      </p>
      <PanelBoundary loading={<Counting />}>
        <Waits id={group.id} />
      </PanelBoundary>
    </CommandQuestion>
  );
}

function Waits({ id }: { id: Id }) {
  const { scheduled } = useRead(groupCountQueries.waiting(id));
  return <p>{counted(scheduled, "scheduled post waits", "scheduled posts wait")}.</p>;
}

function ResumeQuestion({ group, open, onClose }: QuestionProps) {
  const resume = useResumeGroup();
  async function confirm() {
    if (wasDone(await resume.send({ params: { id: group.id } }))) onClose();
  }
  return (
    <CommandQuestion
      command={resume}
      open={open}
      onClose={onClose}
      title={
        <>
          Resume publishing of <bdi>{group.name}</bdi>?
        </>
      }
      confirm="Resume publishing"
      icon={<Play />}
      tone="primary"
      onConfirm={() => void confirm()}
    >
      <p>
        Publishing of <strong>{group.name}</strong> continues. Posts that came due are published
        now, oldest first.
      </p>
      <PanelBoundary loading={<Counting />}>
        <GoesOut id={group.id} />
      </PanelBoundary>
    </CommandQuestion>
  );
}

function GoesOut({ id }: { id: Id }) {
  const { scheduled, due } = useRead(groupCountQueries.waiting(id));
  return (
    <p>
      {counted(due, "post will publish now", "posts will publish now")},{" "}
      {formatFigure(scheduled - due)} later.
    </p>
  );
}

const Counting = () => (
  <Loading label="Counting posts">
    <Skeleton width={180} height={20} />
  </Loading>
);
