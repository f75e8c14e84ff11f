import { Check, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type FieldPath, type FieldValues, useFormState } from "react-hook-form";
import { type Id, sameId } from "@/shared/api/id";
import { Button } from "@/shared/ui/button";
import { TitledPanel } from "@/shared/ui/panel";
import { ConsoleForm } from "./console-form";
import { DiscardQuestion } from "./discard-question";
import { FormFoot } from "./form-foot";
import { UnsavedBadge } from "./unsaved-badge";
import type { ConsoleForm as Form } from "./use-console-form";

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
  form: Form<Input, Output>,
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
  <DiscardQuestion
    open={replacing.waiting !== undefined}
    onKeep={replacing.keep}
    onDiscard={replacing.discard}
  />
);

type RecordFormProps<Input extends FieldValues, Output> = {
  form: Form<Input, Output>;
  isBusy: boolean;
  /** The name of the record that is edited; undefined while a new one is added. */
  editing: string | undefined;
  onCancel: () => void;
  /** What the form is called. */
  label: string;
  /** What its title says while a new record is added. */
  title: string;
  create: string;
  update: string;
  children: ReactNode;
};

/** The form beside a list of records, in which one of them is edited or a new one added. */
export function RecordForm<Input extends FieldValues, Output>({
  form,
  isBusy,
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
      actions={<UnsavedBadge control={form.control} />}
    >
      <ConsoleForm form={form} label={label} standsIn="screen" stacked>
        {children}
        <FormFoot>
          {!isNew && (
            <Button variant="ghost" onClick={onCancel}>
              Cancel Edit
            </Button>
          )}
          <Button type="submit" variant="primary" icon={isNew ? <Plus /> : <Check />} busy={isBusy}>
            {isNew ? create : update}
          </Button>
        </FormFoot>
      </ConsoleForm>
    </TitledPanel>
  );
}
