import { type Control, type FieldValues, useFormState } from "react-hook-form";
import { Badge } from "@/shared/ui/status/badge";

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
