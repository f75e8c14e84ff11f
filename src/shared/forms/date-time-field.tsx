import type { ReactNode } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { formatDateTime } from "@/shared/format/time";
import { clock } from "@/shared/time/clock";
import { comesTwice } from "@/shared/time/local-time";
import { useZone } from "@/shared/time/use-now";
import { Field } from "@/shared/ui/form-controls/field";
import { Input } from "@/shared/ui/form-controls/input";

type DateTimeFieldProps<TValues extends FieldValues, TOutput> = {
  control: Control<TValues, unknown, TOutput>;
  name: FieldPath<TValues>;
  label: string;
  required?: boolean;
  /** The time that the field's text means, in milliseconds; undefined if it means none. */
  time: number | undefined;
  /** Rendered at the right end of the label. */
  aside?: ReactNode;
};

/** A date and time in the operator's zone, which the hint names. The form's value is a text like '2026-11-21T18:30'. */
export function DateTimeField<TValues extends FieldValues, TOutput>({
  control,
  name,
  label,
  required,
  time,
  aside,
}: DateTimeFieldProps<TValues, TOutput>) {
  const { field, fieldState } = useController({ control, name });
  const value = String(field.value ?? "");
  const zone = `Your time zone: ${useZone()}`;
  return (
    <Field
      label={label}
      required={required}
      hint={
        time !== undefined && comesTwice(time)
          ? `${zone}. This time occurs twice that day: ${formatDateTime(time, clock.now())} is used.`
          : zone
      }
      error={fieldState.error?.message}
      aside={aside}
    >
      {(attributes) => <Input {...attributes} {...field} value={value} type="datetime-local" />}
    </Field>
  );
}
