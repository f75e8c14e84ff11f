import { zodResolver } from "@hookform/resolvers/zod";
import {
  type BaseSyntheticEvent,
  createContext,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  type UseFormSubscribe,
  useForm,
} from "react-hook-form";
import type { z } from "@/shared/config/zod";
import { afterEdit, type FailureText, failureOf, type Outcome } from "@/shared/query/outcome";
import { drafts, session } from "@/shared/session/session";

const none: readonly never[] = [];

export type ConsoleFormOptions<Input extends FieldValues, Output, Reply> = {
  schema: z.ZodMiniType<Output, Input>;
  /** The values of the untouched form. */
  defaults: DefaultValues<Input>;
  /**
   * The server's current values, for a form that edits them. They may be refreshed while someone
   * types: typed input stays.
   */
  current?: Input | undefined;
  /** The name under which typed input survives a reload. Each name belongs to one form. */
  draft: string;
  /** Fields, or groups of fields, that are never stored in a draft. */
  secrets?: readonly Extract<keyof Input, string>[];
  /** Fields that, changed alone, are no input that leaving the form would lose. */
  choices?: readonly Extract<keyof Input, string>[];
  /** Shown if the save fails. */
  failure: FailureText;
  save: (values: Output) => Promise<Outcome<Reply>>;
  /** `reply` is undefined if the save was done but its answer could not be read. */
  onSaved?: (reply: Reply | undefined) => void;
};

/**
 * The one hook for forms. Typed input survives a reload, an expired session and a crash, except
 * secrets, which are never stored. A refusal is shown at the fields that it names. After a save the
 * form is reset, secrets included.
 */
export function useConsoleForm<Input extends FieldValues, Output, Reply = unknown>({
  schema,
  defaults,
  current,
  draft,
  secrets = none,
  choices = none,
  failure,
  save,
  onSaved,
}: ConsoleFormOptions<Input, Output, Reply>) {
  /** True if there is no input to keep. A ref, because it may be read before the next render. */
  const isSettled = useRef(false);
  /**
   * False once the form is unmounted, so that the answer to a save does not navigate away from the
   * operator's new page.
   */
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const [reminders, setReminders] = useState<readonly (() => void)[]>(none);
  const hold: HoldForm = useCallback((remind) => {
    setReminders((all) => [...all, remind]);
    return () => setReminders((all) => all.filter((one) => one !== remind));
  }, []);
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: defaults,
    ...(current && { values: current, resetOptions: { keepDirtyValues: true } }),
  });
  const { getFieldState, reset, setError, setValue, subscribe } = form;

  useEffect(() => {
    const stored = drafts.read(draft);
    if (typeof stored !== "object" || stored === null) return;
    for (const [name, value] of Object.entries(stored)) {
      // A draft holds what this form wrote itself. The schema rejects values that no longer fit.
      setValue(name as Path<Input>, value as never, { shouldDirty: true });
    }
  }, [draft, setValue]);

  useEffect(() => {
    const onTyped = () => {
      isSettled.current = false;
      const refusal = getFieldState("root.server" as Path<Input>).error;
      const detail = String(refusal?.type ?? "");
      if (afterEdit(detail) === detail) return;
      setError("root.server", { message: refusal?.message ?? "", type: afterEdit(detail) });
    };
    return keepDraft<Input>({ draft, secrets, subscribe, onTyped });
  }, [draft, secrets, subscribe, getFieldState, setError]);

  function settle() {
    drafts.clear(draft);
    // Otherwise `keepDirtyValues`, which keeps typed input when `current` is refreshed, would keep
    // it here too.
    reset(form.formState.defaultValues as Input, { keepDirtyValues: false });
    isSettled.current = true;
  }

  const submitNow = form.handleSubmit(async (values) => {
    const outcome = await save(values);
    if (outcome.kind === "held") return;
    if (outcome.kind === "ok" || outcome.kind === "unreadable") {
      settle();
      if (isMounted.current) onSaved?.(outcome.kind === "ok" ? outcome.reply : undefined);
      return;
    }
    const { text, detail } = failureOf(failure, outcome.error);
    const typed = form.getValues();
    const { fields } = outcome.error;
    /** The first complaint about each field of the form. */
    const known = new Map<string, string>();
    let unknown = 0;
    for (const { field, message } of fields) {
      const own = ownField(typed, field);
      if (own === undefined) unknown += 1;
      else if (!known.has(own)) known.set(own, message);
    }
    for (const [index, [field, message]] of [...known].entries()) {
      setError(field as Path<Input>, { message }, { shouldFocus: index === 0 });
    }
    const rest = known.size > 0 && unknown === 0;
    setError("root.server", { message: text, type: rest ? "" : (detail ?? "") });
  });

  /** A file that is on its way would not be saved with the rest. */
  async function submit(event?: BaseSyntheticEvent) {
    if (reminders.length === 0) return submitNow(event);
    event?.preventDefault();
    for (const remind of reminders) remind();
  }

  return {
    ...form,
    submit,
    hold,
    /** True while a file is on its way into one of the fields. */
    isHeld: reminders.length > 0,
    /** Drops the typed input, on the screen and in the draft. */
    discard: settle,
    isSettled: () => isSettled.current,
    choices: choices as readonly string[],
  };
}

/**
 * Returns the longest beginning of the path that is a field of the form: pydantic 2 adds the member of a
 * union, as in `name.str`. Undefined if there is none.
 */
function ownField(typed: FieldValues, path: string): string | undefined {
  const parts = path.split(".");
  for (let length = parts.length; length > 0; length -= 1) {
    const field = parts.slice(0, length).join(".");
    const value: unknown = get(typed, field);
    const list: unknown = length > 1 && get(typed, parts.slice(0, length - 1).join("."));
    const isGroup = typeof value === "object" && value !== null && !Array.isArray(value);
    // A group of fields has no place for a message, nor has one of several chosen values.
    if (value !== undefined && !isGroup && !Array.isArray(list)) return field;
  }
  return undefined;
}

export type ConsoleForm<Input extends FieldValues, Output> = ReturnType<
  typeof useConsoleForm<Input, Output>
>;

/**
 * Tells a form that a file is on its way into one of its fields: leaving the form asks, and saving it
 * waits. `remind` is called if the form was to be saved meanwhile. Returns what ends it.
 */
type HoldForm = (remind: () => void) => () => void;

/** Of the form around a field. */
export const HoldFormContext = createContext<HoldForm>(() => () => undefined);

const pause = 300;

/**
 * Stores typed input as a draft, a moment after the last key and at the latest when the page is
 * left. Stores only fields that were changed, and never a secret one.
 * @returns a function that stops it
 */
function keepDraft<Input extends FieldValues>({
  draft,
  secrets,
  subscribe,
  onTyped,
}: {
  draft: string;
  secrets: readonly string[];
  subscribe: UseFormSubscribe<Input>;
  onTyped: () => void;
}) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let write: (() => void) | undefined;

  const flush = () => {
    clearTimeout(timer);
    write?.();
    write = undefined;
  };

  const unsubscribe = subscribe({
    formState: { values: true, dirtyFields: true },
    callback: ({ values, dirtyFields = {} }) => {
      if (Object.keys(dirtyFields).length > 0) onTyped();
      const typed = Object.keys(dirtyFields).filter((name) => !secrets.includes(name));
      clearTimeout(timer);
      if (typed.length === 0) {
        write = undefined;
        drafts.clear(draft);
        return;
      }
      const kept = Object.fromEntries(typed.map((name) => [name, values[name]]));
      write = () => {
        // After a logout the text has no owner any more.
        if (session.state() !== "signed-out") drafts.write(draft, kept);
      };
      timer = setTimeout(flush, pause);
    },
  });

  window.addEventListener("pagehide", flush);
  return () => {
    flush();
    unsubscribe();
    window.removeEventListener("pagehide", flush);
  };
}
