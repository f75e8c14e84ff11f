import type { ReactNode } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { localZone } from "@/shared/time/local-time";
import { Field } from "@/shared/ui/form-controls/field";
import { Input } from "@/shared/ui/form-controls/input";

type DateTimeFieldProps<TValues extends FieldValues, TOutput> = {
  control: Control<TValues, unknown, TOutput>;
  name: FieldPath<TValues>;
  label: string;
  required?: boolean;
  /** Rendered at the right end of the label, from the typed value. */
  aside?: (value: string) => ReactNode;
};

/** A date and time in the operator's zone, which the hint names. The form's value is a text like '2026-11-21T18:30'. */
export function DateTimeField<TValues extends FieldValues, TOutput>({
  control,
  name,
  label,
  required,
  aside,
}: DateTimeFieldProps<TValues, TOutput>) {
  const { field, fieldState } = useController({ control, name });
  const value = String(field.value ?? "");
  return (
    <Field
      label={label}
      required={required}
      hint={`Your time zone: ${localZone()}`}
      error={fieldState.error?.message}
      aside={aside?.(value)}
    >
      {(attributes) => <Input {...attributes} {...field} value={value} type="datetime-local" />}
    </Field>
  );
}
