import type { ComponentProps, ReactNode } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { formatFigure } from "@/shared/format/number";
import { Checkbox } from "@/shared/ui/checkbox";
import { controlProps, Field } from "@/shared/ui/field";
import { Input, NumberInput, SecretInput, TextArea } from "@/shared/ui/input";
import { Select, type SelectOption } from "@/shared/ui/select";
import { Switch } from "@/shared/ui/switch";
import styles from "./fields.module.css";

/** A field of a form, tied to react-hook-form's `control` and to its label, hint and error. */
type BoundProps<TValues extends FieldValues, TOutput> = {
  control: Control<TValues, unknown, TOutput>;
  name: FieldPath<TValues>;
  label: string;
  required?: boolean;
  hint?: ReactNode;
  disabled?: boolean;
  placeholder?: string;
};

type TextFieldProps<TValues extends FieldValues, TOutput> = BoundProps<TValues, TOutput> &
  Pick<ComponentProps<"input">, "type" | "autoComplete" | "inputMode" | "maxLength"> &
  Pick<ComponentProps<typeof Input>, "mono" | "unit" | "leading">;

export function TextField<TValues extends FieldValues, TOutput>({
  control,
  name,
  label,
  required,
  hint,
  ...input
}: TextFieldProps<TValues, TOutput>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} required={required} hint={hint} error={fieldState.error?.message}>
      {(ids) => <Input {...controlProps(ids)} {...field} {...input} value={field.value ?? ""} />}
    </Field>
  );
}

type TextAreaFieldProps<TValues extends FieldValues, TOutput> = BoundProps<TValues, TOutput> & {
  rows?: number;
  mono?: boolean;
  /** Counts what is typed against a limit. Going over is shown, and left to the schema to refuse. */
  count?: { max: number };
};

export function TextAreaField<TValues extends FieldValues, TOutput>({
  control,
  name,
  label,
  required,
  hint,
  count,
  ...area
}: TextAreaFieldProps<TValues, TOutput>) {
  const { field, fieldState } = useController({ control, name });
  const value: string = field.value ?? "";
  const aside = count && <Counter length={[...value].length} max={count.max} />;
  return (
    <Field
      label={label}
      required={required}
      hint={hint}
      error={fieldState.error?.message}
      aside={aside}
    >
      {(ids) => <TextArea {...controlProps(ids)} {...field} {...area} value={value} />}
    </Field>
  );
}

function Counter({ length, max }: { length: number; max: number }) {
  return (
    <span className={styles.counter} data-over={length > max ? "" : undefined}>
      {formatFigure(length)} / {formatFigure(max)}
    </span>
  );
}

type SecretFieldProps<TValues extends FieldValues, TOutput> = BoundProps<TValues, TOutput> & {
  /** After each change: what was learned with the old one may have to go. */
  onTyped?: () => void;
};

export function SecretField<TValues extends FieldValues, TOutput>({
  control,
  name,
  label,
  required,
  hint,
  onTyped,
  ...input
}: SecretFieldProps<TValues, TOutput>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} required={required} hint={hint} error={fieldState.error?.message}>
      {(ids) => (
        <SecretInput
          {...controlProps(ids)}
          {...field}
          {...input}
          value={field.value ?? ""}
          onChange={(event) => {
            field.onChange(event);
            onTyped?.();
          }}
        />
      )}
    </Field>
  );
}

type NumberFieldProps<TValues extends FieldValues, TOutput> = BoundProps<TValues, TOutput> &
  Pick<ComponentProps<"input">, "min" | "max" | "step"> & { unit?: string };

/** The form holds a number, or "" while nothing is typed that is one. */
export function NumberField<TValues extends FieldValues, TOutput>({
  control,
  name,
  label,
  required,
  hint,
  ...input
}: NumberFieldProps<TValues, TOutput>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} required={required} hint={hint} error={fieldState.error?.message}>
      {(ids) => (
        <NumberInput
          {...controlProps(ids)}
          {...field}
          {...input}
          value={field.value ?? ""}
          onChange={({ target }) =>
            field.onChange(Number.isNaN(target.valueAsNumber) ? "" : target.valueAsNumber)
          }
        />
      )}
    </Field>
  );
}

type SelectFieldProps<TValues extends FieldValues, TOutput> = BoundProps<TValues, TOutput> & {
  options: readonly SelectOption[];
  /** After another choice: what depends on it may have to go. */
  onPicked?: ((value: string) => void) | undefined;
};

export function SelectField<TValues extends FieldValues, TOutput>({
  control,
  name,
  label,
  required,
  hint,
  onPicked,
  ...select
}: SelectFieldProps<TValues, TOutput>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} required={required} hint={hint} error={fieldState.error?.message}>
      {(ids) => (
        <Select
          {...controlProps(ids)}
          {...field}
          {...select}
          value={field.value ?? ""}
          onChange={(event) => {
            field.onChange(event);
            onPicked?.(event.target.value);
          }}
        />
      )}
    </Field>
  );
}

type CheckboxFieldProps<TValues extends FieldValues, TOutput> = Omit<
  BoundProps<TValues, TOutput>,
  "placeholder"
>;

export function CheckboxField<TValues extends FieldValues, TOutput>({
  control,
  name,
  label,
  required,
  hint,
  disabled,
}: CheckboxFieldProps<TValues, TOutput>) {
  const { field, fieldState } = useController({ control, name });
  const { value, onChange, ...rest } = field;
  const error = fieldState.error?.message;
  return (
    <Checkbox
      {...rest}
      label={label}
      checked={Boolean(value)}
      onCheckedChange={onChange}
      disabled={disabled}
      aria-required={required || undefined}
      aria-invalid={fieldState.invalid || undefined}
      description={error ? <span className={styles.error}>{error}</span> : hint}
    />
  );
}

export function SwitchField<TValues extends FieldValues, TOutput>({
  control,
  name,
  label,
  disabled,
}: Omit<CheckboxFieldProps<TValues, TOutput>, "required" | "hint">) {
  const { field } = useController({ control, name });
  const { value, onChange, ...rest } = field;
  return (
    <Switch
      {...rest}
      label={label}
      checked={Boolean(value)}
      onCheckedChange={onChange}
      disabled={disabled}
    />
  );
}
