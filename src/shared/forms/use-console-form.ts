import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef } from "react";
import { type DefaultValues, type FieldValues, get, type Path, useForm } from "react-hook-form";
import type { z } from "@/shared/config/zod";
import { afterEdit, type FailureText, failureOf, type Outcome } from "@/shared/query/outcome";
import { drafts } from "@/shared/session/session";
import { keepDraft } from "./keep-draft";

const none: readonly never[] = [];

export type ConsoleFormOptions<Input extends FieldValues, Output, Reply> = {
  schema: z.ZodMiniType<Output, Input>;
  /** The form as it is when nothing has been typed. */
  defaults: DefaultValues<Input>;
  /**
   * What the server holds now, for a form that edits it. It may be renewed while someone types:
   * what was typed stays.
   */
  current?: Input | undefined;
  /** Under which name what was typed survives a reload; what is typed under one name is one form. */
  draft: string;
  /** Fields, or groups of fields, that are never written down. */
  secrets?: readonly Extract<keyof Input, string>[];
  /** Fields that the next one of the same kind will want again: a save leaves them as they are. */
  keeps?: readonly Extract<keyof Input, string>[];
  /** Said when the server refuses. */
  failure: FailureText;
  save: (values: Output) => Promise<Outcome<Reply>>;
  /** Undefined where it was saved but the answer could not be read. */
  onSaved?: (reply: Reply | undefined) => void;
};

/**
 * The one way to have a form. What was typed survives a reload, an expired session and a crash
 * (secrets excepted, which are kept nowhere); a refusal lands on the fields it names; after a save
 * the form is as new, secrets and all.
 */
export function useConsoleForm<Input extends FieldValues, Output, Reply = unknown>({
  schema,
  defaults,
  current,
  draft,
  secrets = none,
  keeps = none,
  failure,
  save,
  onSaved,
}: ConsoleFormOptions<Input, Output, Reply>) {
  /** Whether what is on the screen needs no keeping, before the next render could say so. */
  const isSettled = useRef(false);
  /** Who has left meanwhile is not to be taken elsewhere by what a save brings. */
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
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
      // A draft holds what this very form wrote; what no longer fits is caught by its schema.
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

  function settle(kept: Partial<Input> = {}) {
    drafts.clear(draft);
    // Otherwise the option that keeps what is typed under a renewal keeps it here too.
    reset({ ...(form.formState.defaultValues as Input), ...kept }, { keepDirtyValues: false });
    isSettled.current = true;
  }

  const submit = form.handleSubmit(async (values) => {
    const outcome = await save(values);
    if (outcome.kind === "held") return;
    if (outcome.kind === "ok" || outcome.kind === "unreadable") {
      const typed = form.getValues();
      const kept: Partial<Input> = {};
      for (const name of keeps) kept[name] = typed[name];
      settle(kept);
      if (isMounted.current) onSaved?.(outcome.kind === "ok" ? outcome.reply : undefined);
      return;
    }
    const { text, detail } = failureOf(failure, outcome.error);
    const typed = form.getValues();
    const known = outcome.error.fields.filter(({ field }) => get(typed, field) !== undefined);
    for (const [index, { field, message }] of known.entries()) {
      setError(field as Path<Input>, { message }, { shouldFocus: index === 0 });
    }
    const rest = known.length === outcome.error.fields.length && known.length > 0;
    setError("root.server", { message: text, type: rest ? "" : (detail ?? "") });
  });

  return {
    ...form,
    submit,
    /** Forgets what was typed, on the screen and in the draft. */
    discard: () => settle(),
    isSettled: () => isSettled.current,
  };
}

export type ConsoleForm<Input extends FieldValues, Output> = ReturnType<
  typeof useConsoleForm<Input, Output>
>;
