import type { ComponentProps, ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { FormError } from "@/shared/ui/panel/notice";
import { ConsoleForm } from "../console-form";
import { OverwriteDialog } from "./overwrite-dialog";
import type { GuardedForm as Guarded } from "./use-guarded-form";

type GuardedFormProps<Input extends FieldValues, Output> = {
  guarded: Guarded<Input, Output>;
  label: string;
  /** What is edited, as the question about others' changes names it: 'item'. */
  of?: string | undefined;
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
  of,
  children,
  ...rest
}: GuardedFormProps<Input, Output>) => (
  <>
    <ConsoleForm form={guarded.form} {...rest}>
      {guarded.unread && <FormError {...guarded.unread} />}
      {children}
    </ConsoleForm>
    <OverwriteDialog guarded={guarded} of={of} />
  </>
);
