import { useMemo, useRef, useState } from "react";
import { type FieldValues, useFormState } from "react-hook-form";
import { reasonOf } from "@/shared/api/errors";
import type { Failure, Outcome } from "@/shared/query/outcome";
import { type ChangedValue, changedValues } from "./changed-values";
import { type ConsoleFormOptions, useConsoleForm } from "./use-console-form";

type Named = Readonly<Record<string, unknown>>;

type Options<Stored extends object, Input extends FieldValues, Output, Body, Reply> = Omit<
  ConsoleFormOptions<Input, Output, Reply>,
  "defaults" | "current" | "save" | "failure"
> & {
  failure: string;
  /** What the server holds, as far as is known. */
  stored: Stored;
  /** The same as the form holds it. */
  valuesOf: (stored: Stored) => Input;
  /** What a save would overwrite of it, by what that is called on the screen. */
  overwrites: (stored: Stored) => Named;
  /** What the server holds at this moment; undefined where it is gone. */
  readStored: () => Promise<Stored | undefined>;
  /** What is sent: by the names of what is stored, with what only a newer server knows as it came. */
  bodyOf: (values: Output, now: Stored) => Body;
  send: (body: Body) => Promise<Outcome<Reply>>;
};

/** What others have changed meanwhile, and what is stored as they have made it. */
type Conflict<Stored> = { readonly now: Stored; readonly changes: readonly ChangedValue[] };

/**
 * A form that saves several values at once, so that saving would undo what others have changed
 * since they were loaded. They are read again first, and where they have changed the operator
 * decides.
 */
export function useGuardedForm<
  Stored extends object,
  Input extends FieldValues,
  Output,
  Body extends object,
  Reply = unknown,
>({
  stored,
  valuesOf,
  overwrites,
  readStored,
  bodyOf,
  send,
  ...options
}: Options<Stored, Input, Output, Body, Reply>) {
  const [seen, setSeen] = useState(stored);
  const [conflict, setConflict] = useState<Conflict<Stored>>();
  const [unread, setUnread] = useState<Failure>();
  /** What the operator has agreed to overwrite. */
  const agreed = useRef<Stored>(undefined);
  const current = useMemo(() => valuesOf(seen), [seen, valuesOf]);

  async function save(values: Output): Promise<Outcome<Reply>> {
    setUnread(undefined);
    let now: Stored;
    try {
      // What is gone is refused in the server's own words.
      now = (await readStored()) ?? seen;
    } catch (error) {
      const detail = `${reasonOf(error) ?? ""} Nothing was sent.`.trim();
      setUnread({ text: options.failure, detail });
      return { kind: "held" };
    }
    const body = bodyOf(values, now);
    const before = overwrites(agreed.current ?? seen);
    const changes = changedValues(before, overwrites(now), overwrites({ ...now, ...body }));
    if (changes.length > 0) {
      setConflict({ now, changes });
      return { kind: "held" };
    }
    agreed.current = undefined;
    return send(body);
  }

  const form = useConsoleForm<Input, Output, Reply>({
    ...options,
    // A form that is given what it edits begins with that.
    defaults: current as ConsoleFormOptions<Input, Output, Reply>["defaults"],
    current,
    save,
  });
  const { isDirty, isSubmitting } = useFormState({ control: form.control });
  // While something is typed, the form stands on what was on the screen when that began.
  if (stored !== seen && !isDirty) setSeen(stored);

  return {
    form,
    isDirty,
    isBusy: isSubmitting,
    /** Why it could not be seen what would be overwritten. */
    unread,
    changes: conflict?.changes,
    overwrite: () => {
      agreed.current = conflict?.now;
      setConflict(undefined);
      void form.submit();
    },
    takeTheirs: () => {
      setConflict(undefined);
      form.discard();
    },
    goBack: () => setConflict(undefined),
  };
}

export type GuardedForm<Input extends FieldValues, Output> = Pick<
  ReturnType<typeof useGuardedForm<object, Input, Output, object>>,
  "form" | "unread" | "changes" | "overwrite" | "takeTheirs" | "goBack"
>;
