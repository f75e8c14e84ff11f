import { type Control, type FieldValues, useFormState } from "react-hook-form";
import { Badge } from "@/shared/ui/badge";

type UnsavedBadgeProps<Input extends FieldValues, Output> = {
  control: Control<Input, unknown, Output>;
};

/** In the head of a panel, while its form holds what has not been saved. */
export function UnsavedBadge<Input extends FieldValues, Output>({
  control,
}: UnsavedBadgeProps<Input, Output>) {
  const { isDirty } = useFormState({ control });
  return isDirty ? <Badge tone="warning">Unsaved</Badge> : null;
}
