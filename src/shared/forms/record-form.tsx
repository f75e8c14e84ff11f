import { useState } from "react";
import { type FieldPath, type FieldValues, useFormState } from "react-hook-form";
import { type Id, sameId } from "@/shared/api/id";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import type { ConsoleForm } from "./use-console-form";

/** Which record of a list one form holds; without one it makes a new one. */
export function useEdited<Item extends { readonly id: Id }>(items: readonly Item[]) {
  const [id, hold] = useState<Id>();
  return { edited: items.find((item) => sameId(item.id, id)), hold };
}

type Replacing = {
  /** Asks first where something typed would be lost. */
  readonly replace: (id: Id | undefined) => void;
  /** What waits for the answer. */
  readonly waiting: { readonly id: Id | undefined } | undefined;
  readonly discard: () => void;
  readonly keep: () => void;
};

/** Puts another record, or none, into a form that may hold what was not saved. */
export function useReplacing<Input extends FieldValues, Output>(
  form: ConsoleForm<Input, Output>,
  hold: (id: Id | undefined) => void,
  /** Where one begins to type. */
  firstField: FieldPath<Input>,
): Replacing {
  const { isDirty, isSubmitting } = useFormState({ control: form.control });
  const [waiting, setWaiting] = useState<{ readonly id: Id | undefined }>();

  function put(id: Id | undefined) {
    hold(id);
    form.setFocus(firstField);
  }

  return {
    replace: (id) => {
      // What is being saved ends first: its answer empties the form.
      if (isSubmitting) return;
      if (isDirty) setWaiting({ id });
      else put(id);
    },
    waiting,
    discard: () => {
      form.discard();
      put(waiting?.id);
      setWaiting(undefined);
    },
    keep: () => setWaiting(undefined),
  };
}

export const ReplaceQuestion = ({ replacing }: { replacing: Replacing }) => (
  <ConfirmDialog
    open={replacing.waiting !== undefined}
    onOpenChange={(open) => open || replacing.keep()}
    title="Discard unsaved changes?"
    confirm="Discard"
    cancel="Keep editing"
    onConfirm={replacing.discard}
  >
    What you typed here has not been saved.
  </ConfirmDialog>
);
