import { useQueryClient } from "@tanstack/react-query";
import { CalendarClock, Clock } from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { type UseFormReturn, useFormState, useWatch } from "react-hook-form";
import { z } from "@/shared/config/zod";
import { formatDateTime, formatRelative, parseTime } from "@/shared/format/time";
import { DateTimeField } from "@/shared/forms/date-time-field";
import { DiscardQuestion } from "@/shared/forms/discard-question";
import { DialogFormFoot } from "@/shared/forms/form-foot";
import { GuardedForm } from "@/shared/forms/guarded/guarded-form";
import { useGuardedForm } from "@/shared/forms/guarded/use-guarded-form";
import { type Failure, failureOf } from "@/shared/query/outcome";
import { fetchFresh } from "@/shared/query/prefetch";
import { clock } from "@/shared/time/clock";
import { localTimeOf, putTime, timeOfLocal, whyNotToCome } from "@/shared/time/local-time";
import { Time } from "@/shared/time/time";
import { useNow, useZone } from "@/shared/time/use-now";
import { Button } from "@/shared/ui/button/button";
import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import { FailureLine } from "@/shared/ui/status/failure-line";
import { rescheduleFailure, useReschedulePosts } from "../mutations";
import { accountOf, accountsOf, type Posts } from "../posts";
import { readPosts } from "../present-posts";
import { nextSlotFailure, schedulerQueries } from "../queries";
import type { ScheduledPost } from "../schema";
import { AccountEnds, PostExcerpt } from "../views/post/post-parts";

/** The form of 'Reschedule post': a time as its field holds it, which has not passed. */
const rescheduleFormSchema = z
  .object({
    publish_at: z.string(),
    /** The time that was last put into the field, with the text that it got. */
    put: z.optional(z.object({ time: z.number(), text: z.string() })),
  })
  .check(({ value, issues }) => {
    const message = whyNotToCome(value.publish_at, value.put);
    if (message) issues.push({ code: "custom", input: value, path: ["publish_at"], message });
  });

type RescheduleValues = z.input<typeof rescheduleFormSchema>;

type RescheduleDialogProps = {
  posts: Posts;
  /** The time that is proposed, in milliseconds; undefined for that of the first post. */
  to: number | undefined;
  onClose: () => void;
};

/** Mounted only while it is open. */
export function RescheduleDialog({ posts, to, onClose }: RescheduleDialogProps) {
  const command = useReschedulePosts();
  const [isAsking, setAsking] = useState(false);
  const [first] = posts;
  const start = to ?? parseTime(first.publish_at);
  const client = useQueryClient();
  const guarded = useGuardedForm({
    schema: rescheduleFormSchema,
    stored: useMemo(() => ({ posts }), [posts]),
    valuesOf: useCallback(() => valuesAt(start), [start]),
    overwrites,
    readStored: async () => ({ posts: await readPosts(client, posts) }),
    // A draft of one drop is not the proposal of another.
    draft: ["reschedule", ...posts.map(({ id }) => id), to].filter(Boolean).join("-"),
    failure: rescheduleFailure,
    bodyOf: ({ publish_at, put }) => ({
      publish_at: new Date(timeOfLocal(publish_at, put) ?? 0).toISOString(),
    }),
    send: ({ publish_at }) => command.reschedule(posts, publish_at),
    onSaved: onClose,
    onTaken: () => {
      void client.invalidateQueries({ queryKey: schedulerQueries.all() });
      onClose();
    },
  });
  const { form } = guarded;
  useFollowZone(form);
  const isBusy = guarded.isBusy || command.isBusy;
  const { isDirty } = useFormState({ control: form.control });
  const [publish_at, put] = useWatch({ control: form.control, name: ["publish_at", "put"] });
  const time = timeOfLocal(publish_at, put);
  const fill = (next: number) => {
    form.setValue("put", putTime(next));
    form.setValue("publish_at", localTimeOf(next), { shouldDirty: true, shouldValidate: true });
  };
  // No question while it saves: closing does not stop the save, so nothing typed is lost.
  const leave = () => (isDirty && !isBusy ? setAsking(true) : onClose());

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
        <GuardedForm guarded={guarded} record="post" label="Reschedule post">
          <DialogBody>
            <PostExcerpt post={first} />
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
              time={time}
              aside={time !== undefined && <FromNow time={time} />}
            />
            <NextSlot posts={posts} onFound={fill} />
            <AccountEnds command={command} />
          </DialogBody>
          <DialogFormFoot
            submit="Reschedule"
            icon={<CalendarClock />}
            busy={isBusy}
            onCancel={leave}
          />
        </GuardedForm>
      </Dialog>
    </>
  );
}

const valuesAt = (time: number | undefined): RescheduleValues => ({
  publish_at: time === undefined ? "" : localTimeOf(time),
  put: time === undefined ? undefined : putTime(time),
});

/**
 * In another time zone, a time that was put into the field has another text. A typed text stays: its zone
 * is named below it.
 */
function useFollowZone({
  getFieldState,
  getValues,
  resetField,
  setValue,
}: Pick<
  UseFormReturn<RescheduleValues>,
  "getFieldState" | "getValues" | "resetField" | "setValue"
>) {
  const zone = useZone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the zone changes what `localTimeOf` returns
  useEffect(() => {
    const { publish_at, put } = getValues();
    const text = put && localTimeOf(put.time);
    if (!put || !text || put.text !== publish_at || text === publish_at) return;
    setValue("put", putTime(put.time));
    if (getFieldState("publish_at").isDirty) setValue("publish_at", text);
    else resetField("publish_at", { defaultValue: text });
  }, [zone, getFieldState, getValues, resetField, setValue]);
}

type Stored = { readonly posts: Posts; readonly publish_at?: string };

/** The times of the posts, by their accounts if there are several; `publish_at` is one for all of them. */
function overwrites({ posts, publish_at }: Stored) {
  const timeOf = (post: ScheduledPost) => {
    const time = parseTime(publish_at ?? post.publish_at);
    return time === undefined ? "" : formatDateTime(time, clock.now());
  };
  return Object.fromEntries(
    posts.map((post) => [
      posts.length === 1 ? "Publish at" : `Publish at, on ${accountOf(post)}`,
      timeOf(post),
    ]),
  );
}

/** Says how far away the typed time is, so that a wrong day is noticed. */
const FromNow = ({ time }: { time: number }) => formatRelative(time, useNow());

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
        posts.map(({ id }) => fetchFresh(client, schedulerQueries.nextSlot(id))),
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
