import type { ComponentProps, ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "@/shared/ui/button/button";
import { Dialog } from "@/shared/ui/dialog/dialog";
import { FormError } from "@/shared/ui/panel/notice";
import { Table } from "@/shared/ui/table/table";
import { ConsoleForm } from "../console-form";
import styles from "../forms.module.css";
import type { ChangedValue } from "./compared-values";
import type { GuardedForm as Guarded } from "./use-guarded-form";

type GuardedFormProps<Input extends FieldValues, Output> = {
  guarded: Guarded<Input, Output>;
  label: string;
  /** What is edited, as the question about others' changes names it: 'item'. */
  record?: string | undefined;
  standsIn?: ComponentProps<typeof ConsoleForm>["standsIn"];
  stacked?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/**
 * The form element for values that others may change meanwhile, with the dialog that asks if they
 * have.
 */
export const GuardedForm = <Input extends FieldValues, Output>({
  guarded,
  record,
  children,
  ...rest
}: GuardedFormProps<Input, Output>) => (
  <>
    <ConsoleForm form={guarded.form} {...rest}>
      {guarded.unread && <FormError {...guarded.unread} />}
      {children}
    </ConsoleForm>
    <OverwriteDialog guarded={guarded} record={record} />
  </>
);

type OverwriteDialogProps = {
  /** The edited record's noun, if it is not settings: 'item'. */
  record?: string | undefined;
  guarded: {
    /** Undefined while there is nothing to decide. */
    changes: readonly ChangedValue[] | undefined;
    overwrite: () => void;
    takeTheirs: () => void;
    goBack: () => void;
  };
};

/**
 * Shown if somebody else has changed the values that were loaded: it shows both versions, and the
 * operator keeps one.
 */
export const OverwriteDialog = ({
  record,
  guarded: { changes, overwrite, takeTheirs, goBack },
}: OverwriteDialogProps) => (
  <Dialog
    open={changes !== undefined}
    onOpenChange={(open) => open || goBack()}
    title={
      record ? `The ${record} has changed on the server` : "The settings have changed on the server"
    }
    description={
      record
        ? "Someone saved it after you loaded it. Your changes are not saved yet."
        : "Someone saved them after you loaded them. Your changes are not saved yet."
    }
    size="lg"
    footer={
      <>
        <Button variant="ghost" onClick={goBack}>
          Keep editing
        </Button>
        <Button onClick={takeTheirs}>Use the server's</Button>
        <Button variant="danger-solid" onClick={overwrite}>
          Overwrite
        </Button>
      </>
    }
  >
    <Table label={record ? "Fields that have changed" : "Settings that have changed"}>
      <thead>
        <tr>
          <th scope="col">{record ? "Field" : "Setting"}</th>
          <th scope="col">On the server now</th>
          <th scope="col">Would be saved</th>
        </tr>
      </thead>
      <tbody>
        {changes?.map(({ label, theirs, mine }) => (
          <tr key={label}>
            <td>{label}</td>
            <td data-label="On the server now">
              <Value text={theirs} label={`${label}, on the server now`} />
            </td>
            <td data-label="Would be saved">
              <Value text={mine} label={`${label}, would be saved`} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  </Dialog>
);

/** A text of several lines, such as a template, keeps its lines and scrolls. */
function Value({ text, label }: { text: string; label: string }) {
  if (!text.includes("\n")) return text;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by the keyboard
    <section className={styles.long} tabIndex={0} aria-label={label}>
      {text}
    </section>
  );
}
