import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { type Control, type FieldValues, useFormState } from "react-hook-form";
import { Button } from "@/shared/ui/button/button";
import { DialogFooter } from "@/shared/ui/dialog/dialog";
import { Badge } from "@/shared/ui/status/badge";
import styles from "./forms.module.css";

/** The buttons at the end of a form. */
export const FormFoot = ({ children }: { children: ReactNode }) => (
  <footer className={styles.foot}>{children}</footer>
);

/** The foot of a form that has a save button of its own. */
export const SaveFoot = <Input extends FieldValues, Output>(
  props: SaveButtonProps<Input, Output>,
) => (
  <FormFoot>
    <SaveButton {...props} />
  </FormFoot>
);

type DialogFormFootProps = {
  /** The label of the submit button. */
  submit: string;
  icon: ReactNode;
  busy: boolean;
  /** The label of the button that closes the dialog. */
  cancel?: string;
  onCancel: () => void;
  /** Rendered before the buttons. */
  children?: ReactNode;
};

/** The foot of a form in a dialog. */
export const DialogFormFoot = ({
  submit,
  icon,
  busy,
  cancel = "Cancel",
  onCancel,
  children,
}: DialogFormFootProps) => (
  <DialogFooter>
    {children}
    <Button variant="ghost" onClick={onCancel}>
      {cancel}
    </Button>
    <Button type="submit" variant="primary" icon={icon} busy={busy}>
      {submit}
    </Button>
  </DialogFooter>
);

type SaveButtonProps<Input extends FieldValues, Output> = {
  control: Control<Input, unknown, Output>;
  busy: boolean;
  icon?: ReactNode;
  children: string;
};

/**
 * Primary only while there is something to save: among several sections with a button of their own,
 * that one stands out.
 */
export function SaveButton<Input extends FieldValues, Output>({
  control,
  busy,
  icon = <Check />,
  children,
}: SaveButtonProps<Input, Output>) {
  const { isDirty } = useFormState({ control });
  return (
    <Button
      type="submit"
      variant={isDirty || busy ? "primary" : "secondary"}
      icon={icon}
      busy={busy}
    >
      {children}
    </Button>
  );
}

type UnsavedBadgeProps<Input extends FieldValues, Output> = {
  control: Control<Input, unknown, Output>;
};

/** Shown in the head of a panel while its form has unsaved input. */
export function UnsavedBadge<Input extends FieldValues, Output>({
  control,
}: UnsavedBadgeProps<Input, Output>) {
  const { isDirty } = useFormState({ control });
  return isDirty ? <Badge tone="warning">Unsaved</Badge> : null;
}
