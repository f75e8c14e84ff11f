import { Pause, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Group } from "@/entities/group";
import type { Id } from "@/shared/api/id";
import { counted, formatFigure } from "@/shared/format/number";
import { TextField } from "@/shared/forms/fields";
import { SaveFoot } from "@/shared/forms/form-foot";
import { GuardedForm } from "@/shared/forms/guarded/guarded-form";
import { useGuardedForm } from "@/shared/forms/guarded/use-guarded-form";
import { LazyDialog } from "@/shared/lazy/lazy-boundary";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { useOffered } from "@/shared/query/use-backend";
import { wasDone } from "@/shared/query/use-batch";
import { useRead } from "@/shared/query/use-read";
import { Time } from "@/shared/time/time";
import { Button } from "@/shared/ui/button/button";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { TitledPanel } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { StateDot } from "@/shared/ui/status/badge";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { groupsApi } from "../contract";
import { ProxyForm } from "../forms/proxy-form";
import { PublishingTimes } from "../forms/publishing-times-form";
import { SettingsForm } from "../forms/settings-form";
import { renameFailure, usePauseGroup, useRenameGroup, useResumeGroup } from "../mutations";
import { groupCountQueries, useReadGroup } from "../queries";
import { renamedGroupSchema } from "../schema";
import styles from "./group-settings.module.css";

/** The settings of the whole group. Each form is saved separately. */
export function GroupSettingsForms({ group }: { group: Group }) {
  return (
    <div className={styles.forms}>
      <div className={styles.column}>
        <PublishingPause group={group} />
        <SettingsForm group={group} />
        <GroupIdentity group={group} />
      </div>
      <div className={styles.column}>
        <PublishingTimes group={group} />
        <ProxyForm group={group} />
      </div>
    </div>
  );
}

const DeleteGroupDialog = lazyWithPreload(() =>
  import("../forms/delete-group-dialog").then((part) => part.DeleteGroupDialog),
);

/** Renames and deletes a group. */
function GroupIdentity({ group }: { group: Group }) {
  const [isDeleting, setDeleting] = useState(false);
  const isOffered = useOffered(groupsApi.rename);
  if (!isOffered) return null;
  const close = () => setDeleting(false);
  return (
    <TitledPanel title="Group">
      <RenameGroupForm group={group} />
      <div className={styles.danger}>
        <Button
          variant="danger"
          icon={<Trash2 />}
          aria-haspopup="dialog"
          onPointerEnter={() => void DeleteGroupDialog.preload()}
          onClick={() => setDeleting(true)}
        >
          Delete group…
        </Button>
      </div>
      <LazyDialog open={isDeleting} onOpenChange={setDeleting}>
        {isDeleting && <DeleteGroupDialog group={group} onClose={close} />}
      </LazyDialog>
    </TitledPanel>
  );
}

function RenameGroupForm({ group }: { group: Group }) {
  const rename = useRenameGroup();
  const guarded = useGuardedForm({
    schema: renamedGroupSchema,
    stored: group,
    valuesOf,
    overwrites: ({ name }) => ({ "Group Name": name }),
    readStored: useReadGroup(group.id),
    draft: `rename-group-${group.id}`,
    failure: renameFailure,
    bodyOf: (values) => values,
    send: (body) => rename.send({ params: { id: group.id }, body }),
  });
  const { control } = guarded.form;
  return (
    <GuardedForm guarded={guarded} label="Rename group" stacked>
      <TextField control={control} name="name" label="Group Name" autoComplete="off" required />
      <SaveFoot control={control} busy={guarded.isBusy}>
        Rename group
      </SaveFoot>
    </GuardedForm>
  );
}

const valuesOf = ({ name }: Group) => ({ name });

/** Stops all publishing of a group, and goes on with it. */
function PublishingPause({ group }: { group: Group }) {
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
