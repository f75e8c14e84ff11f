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
import { Time } from "@/shared/time/time";
import { useNow } from "@/shared/time/use-now";
import { Button } from "@/shared/ui/button";
import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import { FailureLine } from "@/shared/ui/failure-line";
import { accountsOf } from "../account-names";
import type { Posts } from "../joined-posts";
import { rescheduleFailure, useReschedulePosts } from "../post-mutations";
import { nextSlotFailure, postQueries } from "../post-queries";
import { rescheduleFormSchema } from "../reschedule-schema";
import { AccountEnds } from "../views/account-ends";

type RescheduleDialogProps = {
  posts: Posts;
  /** The time that is proposed, in milliseconds; undefined for that of the first post. */
  to: number | undefined;
  refreshes: readonly QueryKey[];
  onClose: () => void;
};

/** Mounted only while it is open. */
export function RescheduleDialog({ posts, to, refreshes, onClose }: RescheduleDialogProps) {
  const command = useReschedulePosts(refreshes);
  const [isAsking, setAsking] = useState(false);
  const [first] = posts;
  const start = to ?? parseTime(first.publish_at);
  const form = useConsoleForm({
    schema: rescheduleFormSchema,
    defaults: { publish_at: start === undefined ? "" : localTimeOf(start) },
    // A draft of one drop is not the proposal of another.
    draft: ["reschedule", ...posts.map(({ id }) => id), to].filter(Boolean).join("-"),
    failure: rescheduleFailure,
    save: ({ publish_at }) =>
      command.reschedule(posts, new Date(timeOfLocal(publish_at) ?? 0).toISOString()),
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
        description={`On ${accountsOf(posts)}.`}
      >
        <ConsoleForm form={form} label="Reschedule post">
          <DialogBody>
            {to !== undefined && (
              <p>
                Now scheduled for <Time value={first.publish_at} />
              </p>
            )}
            <DateTimeField
              control={form.control}
              name="publish_at"
              label="Publish at"
              required
              aside={(value) => <FromNow value={value} />}
            />
            <NextSlot
              posts={posts}
              onFound={(time) =>
                form.setValue("publish_at", localTimeOf(time), {
                  shouldDirty: true,
                  shouldValidate: true,
                })
              }
            />
            <AccountEnds ends={command.ends} />
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

type NextSlotProps = { posts: Posts; onFound: (time: number) => void };

/**
 * Fills in the next time at which the account is free, which is seen before the post is moved there. Of
 * several accounts it is the last of theirs: none of them is free later.
 */
function NextSlot({ posts, onFound }: NextSlotProps) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function find() {
    setBusy(true);
    setFailure(undefined);
    try {
      const slots = await Promise.all(
        posts.map(({ id }) => fetchFresh(client, postQueries.nextSlot(id))),
      );
      const times = slots.map(({ publish_at }) => parseTime(publish_at) ?? Number.NaN);
      const time = Math.max(...times);
      if (Number.isNaN(time)) setFailure({ text: nextSlotFailure });
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
