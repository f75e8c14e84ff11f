import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type FieldValues, useFormState } from "react-hook-form";
import { session } from "@/shared/session/session";
import { FormError } from "@/shared/ui/panel/notice";
import { DiscardQuestion } from "./discard-question";
import styles from "./forms.module.css";
import { type ConsoleForm as Form, HoldFormContext } from "./use-console-form";

type ConsoleFormProps<Input extends FieldValues, Output> = {
  form: Form<Input, Output>;
  label?: string;
  /** The part of the console that the form is shown and closed with. */
  standsIn?: keyof typeof places;
  /** Puts the fields one below the other. */
  stacked?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/**
 * The search parameters that decide whether the form is shown. Changing any other one keeps it
 * open.
 */
const places = {
  /** A panel that belongs to no group. */
  screen: [],
  group: ["group"],
  tab: ["group", "tab"],
  /** A dialog that the address names. */
  dialog: ["group", "tab", "dialog", "edit", "record"],
} as const;

/** One navigation may leave several forms: the answer for the first one holds for all of them. */
let isAgreed = false;

function agree() {
  isAgreed = true;
  // The blockers of the other forms run before the next task, one after another.
  setTimeout(() => {
    isAgreed = false;
  });
}

/** The form element. It shows the server's refusal, and asks before unsaved input is lost. */
export function ConsoleForm<Input extends FieldValues, Output>({
  form,
  label,
  standsIn = "tab",
  stacked,
  className,
  children,
}: ConsoleFormProps<Input, Output>) {
  const { errors, isDirty, dirtyFields, isSubmitting } = useFormState({ control: form.control });
  const refusal = errors.root?.server;
  const { choices, isHeld } = form;
  const isOnlyChosen =
    choices.length > 0 && Object.keys(dirtyFields).every((name) => choices.includes(name));
  // After a save or a logout there is nothing left to ask about.
  const hasInput = () =>
    (isHeld || (isDirty && !isOnlyChosen && !form.isSettled())) && session.state() !== "signed-out";
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      // The dialog 'Session expired' is over the page, and the draft is kept.
      if (!hasInput() || session.state() === "expired") return false;
      const isLeft =
        current.pathname !== next.pathname ||
        places[standsIn].some(
          (place) => placeIn(current.search, place) !== placeIn(next.search, place),
        );
      if (!isLeft || !isAgreed || isSubmitting) return isLeft;
      form.discard();
      return false;
    },
    // A closed tab loses its drafts. 'Sign in again' leads back to the page.
    enableBeforeUnload: () => hasInput() && !session.isLeavingToSignIn(),
    withResolver: true,
  });

  return (
    <>
      <form
        className={stacked ? [styles.stacked, className].join(" ").trim() : className}
        aria-label={label}
        onSubmit={form.submit}
        noValidate
      >
        {refusal?.message && (
          <FormError text={refusal.message} detail={String(refusal.type ?? "") || undefined} />
        )}
        <HoldFormContext value={form.hold}>{children}</HoldFormContext>
      </form>
      <DiscardQuestion
        open={blocker.status === "blocked"}
        isSaving={isSubmitting}
        isUploading={isHeld}
        onKeep={() => blocker.reset?.()}
        onDiscard={() => {
          form.discard();
          if (!isSubmitting) agree();
          blocker.proceed?.();
        }}
      />
    </>
  );
}

const placeIn = (search: object, place: string) =>
  String((search as Record<string, unknown>)[place] ?? "");
