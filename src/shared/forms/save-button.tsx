import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { type Control, type FieldValues, useFormState } from "react-hook-form";
import { Button } from "@/shared/ui/button/button";
import { Badge } from "@/shared/ui/status/badge";

export type SaveButtonProps<Input extends FieldValues, Output> = {
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
