import { Check, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type FieldPath, type FieldValues, useFormState } from "react-hook-form";
import { type Id, sameId } from "@/shared/api/id";
import { Button } from "@/shared/ui/button";
import { TitledPanel } from "@/shared/ui/panel";
import { DiscardQuestion } from "./discard-question";
import { FormFoot } from "./form-foot";
import { GuardedForm } from "./guarded-form";
import { UnsavedBadge } from "./unsaved-badge";
import type { ConsoleForm as Form } from "./use-console-form";
import type { GuardedForm as Guarded } from "./use-guarded-form";

/** Tracks which record of a list a form edits. Without one, the form creates a record. */
export function useEdited<Item extends { readonly id: Id }>(items: readonly Item[]) {
  const [id, hold] = useState<Id>();
  return { edited: items.find((item) => sameId(item.id, id)), hold };
}

type Replacing = {
  /** Asks first if unsaved input would be lost. */
  readonly replace: (id: Id | undefined) => void;
  /** The replacement that waits for the operator's answer. */
  readonly waiting: { readonly id: Id | undefined } | undefined;
  readonly discard: () => void;
  readonly keep: () => void;
};

/** Puts another record, or none, into a form that may have unsaved input. */
export function useReplacing<Input extends FieldValues, Output>(
  form: Form<Input, Output>,
  hold: (id: Id | undefined) => void,
  /** The field that gets the focus afterwards. */
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
      // A running save has to end first: its answer empties the form.
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
  <DiscardQuestion
    open={replacing.waiting !== undefined}
    onKeep={replacing.keep}
    onDiscard={replacing.discard}
  />
);

type RecordFormProps<Input extends FieldValues, Output> = {
  guarded: Guarded<Input, Output> & { readonly isBusy: boolean };
  /** What is edited, in the question about others' changes: 'product'. */
  of: string;
  /** The name of the record that is edited; undefined while a new one is added. */
  editing: string | undefined;
  onCancel: () => void;
  /** The form's accessible name. */
  label: string;
  /** The form's title while a new record is added. */
  title: string;
  create: string;
  update: string;
  children: ReactNode;
};

/**
 * The form beside a list of records: it edits one of them or adds a new one. It asks before it
 * overwrites what somebody else has changed meanwhile.
 */
export function RecordForm<Input extends FieldValues, Output>({
  guarded,
  of,
  editing,
  onCancel,
  label,
  title,
  create,
  update,
  children,
}: RecordFormProps<Input, Output>) {
  const isNew = editing === undefined;
  return (
    <TitledPanel
      title={
        isNew ? (
          title
        ) : (
          <>
            Editing "<bdi>{editing}</bdi>"
          </>
        )
      }
      actions={<UnsavedBadge control={guarded.form.control} />}
    >
      <GuardedForm guarded={guarded} of={of} label={label} standsIn="screen" stacked>
        {children}
        <FormFoot>
          {!isNew && (
            <Button variant="ghost" onClick={onCancel}>
              Cancel Edit
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            icon={isNew ? <Plus /> : <Check />}
            busy={guarded.isBusy}
          >
            {isNew ? create : update}
          </Button>
        </FormFoot>
      </GuardedForm>
    </TitledPanel>
  );
}
