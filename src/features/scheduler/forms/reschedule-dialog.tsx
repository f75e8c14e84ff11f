import type { QueryKey } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { CalendarClock, Clock } from "lucide-react";
import { useState } from "react";
import { useFormState } from "react-hook-form";
import { formatRelative, parseTime } from "@/shared/format/time";
import { ConsoleForm } from "@/shared/forms/console-form";
import { DateTimeField } from "@/shared/forms/date-time-field";
import { DiscardQuestion } from "@/shared/forms/discard-question";
import { DialogFormFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { fetchFresh } from "@/shared/query/fetch-fresh";
import { type Failure, failureOf } from "@/shared/query/outcome";
import { localTimeOf, timeOfLocal } from "@/shared/time/local-time";
import { useNow } from "@/shared/time/use-now";
import { Button } from "@/shared/ui/button";
import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import { FailureLine } from "@/shared/ui/failure-line";
import { rescheduleFailure, useReschedulePost } from "../post-mutations";
import { accountOf } from "../post-names";
import { nextSlotFailure, postQueries } from "../post-queries";
import { rescheduleFormSchema } from "../reschedule-schema";
import type { ScheduledPost } from "../schema";

type RescheduleDialogProps = {
  post: ScheduledPost;
  refreshes: readonly QueryKey[];
  onClose: () => void;
};

/** Mounted only while it is open. */
export function RescheduleDialog({ post, refreshes, onClose }: RescheduleDialogProps) {
  const command = useReschedulePost(refreshes);
  const [isAsking, setAsking] = useState(false);
  const due = parseTime(post.publish_at);
  const form = useConsoleForm({
    schema: rescheduleFormSchema,
    defaults: { publish_at: due === undefined ? "" : localTimeOf(due) },
    draft: `reschedule-${post.id}`,
    failure: rescheduleFailure,
    save: ({ publish_at }) =>
      command.send({
        params: { id: post.id },
        body: { publish_at: new Date(timeOfLocal(publish_at) ?? 0).toISOString() },
      }),
    onSaved: onClose,
  });
  const { isDirty } = useFormState({ control: form.control });
  // No question while it saves: closing does not stop the save, so nothing typed is lost.
  const leave = () => (isDirty && !command.isBusy ? setAsking(true) : onClose());

  return (
    <>
      {/* Before the dialog: when both close at once, the last one returns the focus. */}
      <DiscardQuestion
        open={isAsking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          form.discard();
          onClose();
        }}
      />
      <Dialog
        open
        onOpenChange={(isOpen) => isOpen || leave()}
        title="Reschedule post"
        description={`On ${accountOf(post)}.`}
      >
        <ConsoleForm form={form} label="Reschedule post">
          <DialogBody>
            <DateTimeField
              control={form.control}
              name="publish_at"
              label="Publish at"
              required
              aside={(value) => <FromNow value={value} />}
            />
            <NextSlot
              post={post}
              onFound={(time) =>
                form.setValue("publish_at", localTimeOf(time), {
                  shouldDirty: true,
                  shouldValidate: true,
                })
              }
            />
          </DialogBody>
          <DialogFormFoot
            submit="Reschedule"
            icon={<CalendarClock />}
            busy={command.isBusy}
            onCancel={leave}
          />
        </ConsoleForm>
      </Dialog>
    </>
  );
}

/** How far away the typed time is, so that a wrong day is noticed. */
function FromNow({ value }: { value: string }) {
  const now = useNow();
  const time = timeOfLocal(value);
  return time === undefined ? null : formatRelative(time, now);
}

type NextSlotProps = { post: ScheduledPost; onFound: (time: number) => void };

/** Fills in the account's next free time, which is seen before the post is moved there. */
function NextSlot({ post, onFound }: NextSlotProps) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function find() {
    setBusy(true);
    setFailure(undefined);
    try {
      const { publish_at } = await fetchFresh(client, postQueries.nextSlot(post.id));
      const time = parseTime(publish_at);
      if (time === undefined) setFailure({ text: nextSlotFailure });
      else onFound(time);
    } catch (error) {
      setFailure(failureOf(nextSlotFailure, error, true));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div>
      <Button size="sm" icon={<Clock />} busy={isBusy} onClick={() => void find()}>
        Next slot
      </Button>
      {failure && <FailureLine {...failure} />}
    </div>
  );
}
