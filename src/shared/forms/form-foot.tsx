import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "@/shared/ui/button/button";
import { DialogFooter } from "@/shared/ui/dialog/dialog";
import styles from "./form-foot.module.css";
import { SaveButton, type SaveButtonProps } from "./save-button";

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
