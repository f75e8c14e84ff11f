import { useMemo, useRef, useState } from "react";
import { type FieldValues, useFormState } from "react-hook-form";
import { reasonOf } from "@/shared/api/errors";
import type { Failure, Outcome } from "@/shared/query/outcome";
import { type ConsoleFormOptions, useConsoleForm } from "../use-console-form";
import { type ChangedValue, changedValues } from "./compared-values";

type Named = Readonly<Record<string, unknown>>;

type Options<Stored extends object, Input extends FieldValues, Output, Body, Reply> = Omit<
  ConsoleFormOptions<Input, Output, Reply>,
  "defaults" | "current" | "save" | "failure"
> & {
  failure: string;
  /** The server's values, as far as known. */
  stored: Stored;
  /** Converts the server's values to those of the form. */
  valuesOf: (stored: Stored) => Input;
  /** Returns the values that a save would overwrite, by their names on the screen. */
  overwrites: (stored: Stored) => Named;
  /** Reads the server's current values; undefined if the record is gone. */
  readStored: () => Promise<Stored | undefined>;
  /**
   * Builds the request from the form's values. Fields that only a newer server knows are sent back
   * unchanged.
   */
  bodyOf: (values: Output, now: Stored) => Body;
  send: (body: Body) => Promise<Outcome<Reply>>;
  /** Called once the operator has taken the server's values. */
  onTaken?: () => void;
};

/** The values that others have changed meanwhile, and the stored record with these changes. */
type Conflict<Stored> = { readonly now: Stored; readonly changes: readonly ChangedValue[] };

/**
 * For a form that saves several values at once: a save could undo what others have changed since
 * they were loaded. So each save reads the values again first. If they have changed, the operator
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
  onTaken,
  ...options
}: Options<Stored, Input, Output, Body, Reply>) {
  const [seen, setSeen] = useState(stored);
  const [conflict, setConflict] = useState<Conflict<Stored>>();
  const [unread, setUnread] = useState<Failure>();
  /** The stored values that the operator has agreed to overwrite. */
  const agreed = useRef<Stored>(undefined);
  const current = useMemo(() => valuesOf(seen), [seen, valuesOf]);

  async function save(values: Output): Promise<Outcome<Reply>> {
    setUnread(undefined);
    let now: Stored;
    try {
      // If the record is gone, the request is sent all the same: the server refuses it in its own
      // words.
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
    // The form begins with the values that it edits.
    defaults: current as ConsoleFormOptions<Input, Output, Reply>["defaults"],
    current,
    save,
  });
  const { isDirty, isSubmitting } = useFormState({ control: form.control });
  // While there is unsaved input, the form stays based on the values that were shown when the
  // typing began.
  if (stored !== seen && !isDirty) setSeen(stored);

  return {
    form,
    isDirty,
    isBusy: isSubmitting,
    /** The failure if the server's values could not be read before a save. */
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
      onTaken?.();
    },
    goBack: () => setConflict(undefined),
  };
}

export type GuardedForm<Input extends FieldValues, Output> = Pick<
  ReturnType<typeof useGuardedForm<object, Input, Output, object>>,
  "form" | "unread" | "changes" | "overwrite" | "takeTheirs" | "goBack"
>;
