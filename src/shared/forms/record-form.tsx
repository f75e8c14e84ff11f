import { Check, FilterX, Plus } from "lucide-react";
import { type ReactNode, use } from "react";
import type { FieldValues } from "react-hook-form";
import { type Id, sameId } from "@/shared/api/id";
import { UnreadableRecords } from "@/shared/query/panel-reports";
import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import type { Fold } from "@/shared/ui/panel/fold-region";
import { EmptyState } from "@/shared/ui/panel/notice";
import { DialogFormFoot } from "./form-foot";
import { GuardedForm } from "./guarded/guarded-form";
import type { GuardedForm as Guarded } from "./guarded/use-guarded-form";

/** A section of records: what of it the address names, and how to change that. */
export type RecordPlace = {
  readonly fold: Fold;
  /** The record that a link has led to: its card takes the focus. */
  readonly wanted: Id | undefined;
  /** True while the form for a new record is open. */
  readonly isAdding: boolean;
  /** The record whose form is open. */
  readonly edited: Id | undefined;
  readonly onAdd: () => void;
  readonly onEdit: (id: Id) => void;
  /** Closes the form. */
  readonly onClose: () => void;
};

type Named = { readonly id: Id; readonly name: string };

type RecordDialogProps<Item extends Named> = {
  items: readonly Item[];
  place: Pick<RecordPlace, "isAdding" | "edited" | "onClose">;
  onClosed: () => void;
  /** The kind of record: 'product'. */
  noun: string;
  /** The dialog's title while a new record is added. */
  title: string;
  /** The form of a record, or without one that of a new record. */
  form: (record: Item | undefined) => ReactNode;
};

/** The dialog that adds a record to a list, or edits one of them. */
export function RecordDialog<Item extends Named>({
  items,
  place: { isAdding, edited, onClose },
  onClosed,
  noun,
  title,
  form,
}: RecordDialogProps<Item>) {
  const record = items.find(({ id }) => sameId(id, edited));
  const isUnread = use(UnreadableRecords) > 0;
  const isGone = edited !== undefined && !record;
  return (
    <Dialog
      open={isAdding || edited !== undefined}
      onOpenChange={(isOpen) => isOpen || onClose()}
      onClosed={onClosed}
      title={
        record ? (
          <>
            Editing "<bdi>{record.name}</bdi>"
          </>
        ) : isGone ? (
          `Edit ${noun}`
        ) : (
          title
        )
      }
      size="lg"
    >
      {isGone ? (
        <DialogBody>
          <EmptyState
            isCertain
            icon={<FilterX />}
            {...(isUnread
              ? { title: `This ${noun} could not be read.` }
              : { title: `There is no such ${noun}.`, hint: "It was deleted." })}
          />
        </DialogBody>
      ) : (
        form(record)
      )}
    </Dialog>
  );
}

type RecordFormProps<Input extends FieldValues, Output> = {
  guarded: Guarded<Input, Output> & { readonly isBusy: boolean };
  /** The kind of record, in the question about others' changes: 'product'. */
  noun: string;
  isNew: boolean;
  onClose: () => void;
  /** The form's accessible name. */
  label: string;
  create: string;
  update: string;
  children: ReactNode;
};

/**
 * The form in the dialog of a record. It asks before it overwrites what somebody else has changed
 * meanwhile.
 */
export const RecordForm = <Input extends FieldValues, Output>({
  guarded,
  noun,
  isNew,
  onClose,
  label,
  create,
  update,
  children,
}: RecordFormProps<Input, Output>) => (
  <GuardedForm guarded={guarded} record={noun} label={label} standsIn="dialog">
    <DialogBody>{children}</DialogBody>
    <DialogFormFoot
      submit={isNew ? create : update}
      icon={isNew ? <Plus /> : <Check />}
      busy={guarded.isBusy}
      cancel={isNew ? "Cancel" : "Cancel Edit"}
      onCancel={onClose}
    />
  </GuardedForm>
);
