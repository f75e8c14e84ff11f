import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type FieldValues, useFormState } from "react-hook-form";
import { session } from "@/shared/session/session";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { FormError } from "@/shared/ui/notice";
import type { ConsoleForm as Form } from "./use-console-form";

type ConsoleFormProps<Input extends FieldValues, Output> = {
  form: Form<Input, Output>;
  label?: string;
  /** Stands in a dialog that the address names: closing that leaves the form. */
  isInDialog?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** What in an address decides which form is seen: changing anything else leaves it standing. */
const places = ["group", "tab"] as const;
const dialogPlaces = [...places, "dialog"] as const;

/** The form element: it shows what the server refused, and asks before what was typed is left. */
export function ConsoleForm<Input extends FieldValues, Output>({
  form,
  label,
  isInDialog,
  className,
  children,
}: ConsoleFormProps<Input, Output>) {
  const { errors, isDirty, isSubmitting } = useFormState({ control: form.control });
  const refusal = errors.root?.server;
  const blocker = useBlocker({
    // After a save or a logout there is nothing left to ask about.
    shouldBlockFn: ({ current, next }) =>
      isDirty &&
      !form.isSettled() &&
      session.state() === "signed-in" &&
      (current.pathname !== next.pathname ||
        (isInDialog ? dialogPlaces : places).some(
          (place) => placeIn(current.search, place) !== placeIn(next.search, place),
        )),
    enableBeforeUnload: false,
    withResolver: true,
  });

  return (
    <>
      <form className={className} aria-label={label} onSubmit={form.submit} noValidate>
        {refusal?.message && (
          <FormError text={refusal.message} detail={String(refusal.type ?? "") || undefined} />
        )}
        {children}
      </form>
      <ConfirmDialog
        open={blocker.status === "blocked"}
        onOpenChange={(open) => open || blocker.reset?.()}
        title={isSubmitting ? "Leave while it is being saved?" : "Discard unsaved changes?"}
        confirm={isSubmitting ? "Leave" : "Discard"}
        cancel={isSubmitting ? "Stay" : "Keep editing"}
        onConfirm={() => {
          form.discard();
          blocker.proceed?.();
        }}
      >
        {isSubmitting
          ? "It is being saved. Leaving does not stop that."
          : "What you typed here has not been saved."}
      </ConfirmDialog>
    </>
  );
}

const placeIn = (search: object, place: string) =>
  String((search as Record<string, unknown>)[place] ?? "");
