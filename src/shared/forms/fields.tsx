import type { ComponentProps, ReactNode } from "react";
import {
  type Control,
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
  useController,
} from "react-hook-form";
import { formatFigure } from "@/shared/format/number";
import { Checkbox } from "@/shared/ui/form-controls/checkbox";
import { Field, type FieldAttributes } from "@/shared/ui/form-controls/field";
import { Input, NumberInput, SecretInput, TextArea } from "@/shared/ui/form-controls/input";
import { Select, type SelectOption } from "@/shared/ui/form-controls/select";
import { Switch } from "@/shared/ui/form-controls/switch";
import styles from "./forms.module.css";

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

type BoundFieldProps<TValues extends FieldValues, TOutput> = BoundProps<TValues, TOutput> & {
  /** Rendered at the right end of the label, from the typed value. */
  aside?: ((value: string) => ReactNode) | undefined;
  children: (control: BoundControl<TValues>) => ReactNode;
};

/** The attributes that tie a control to its label and hint, and to the form's value. */
type BoundControl<TValues extends FieldValues> = FieldAttributes &
  Omit<ControllerRenderProps<TValues>, "value"> & {
    value: string | number;
    placeholder: string | undefined;
  };

/** Label, hint and error around one control. An absent value is "", so that the control stays controlled. */
function BoundField<TValues extends FieldValues, TOutput>({
  control,
  name,
  label,
  required,
  hint,
  disabled,
  placeholder,
  aside,
  children,
}: BoundFieldProps<TValues, TOutput>) {
  const { field, fieldState } = useController({ control, name });
  const value: string | number = field.value ?? "";
  return (
    <Field
      label={label}
      required={required}
      hint={hint}
      error={fieldState.error?.message}
      aside={aside?.(String(value))}
    >
      {(props) => children({ ...props, ...field, value, disabled, placeholder })}
    </Field>
  );
}

export type TextFieldProps<TValues extends FieldValues, TOutput> = BoundProps<TValues, TOutput> &
  Pick<ComponentProps<typeof Input>, "autoComplete" | "inputMode">;

export const TextField = <TValues extends FieldValues, TOutput>({
  autoComplete,
  inputMode,
  ...bound
}: TextFieldProps<TValues, TOutput>) => (
  <BoundField {...bound}>
    {(control) => <Input {...control} autoComplete={autoComplete} inputMode={inputMode} />}
  </BoundField>
);

type TextAreaFieldProps<TValues extends FieldValues, TOutput> = BoundProps<TValues, TOutput> & {
  rows?: number;
  /**
   * Counts the typed characters against a limit. The counter only shows an excess; the schema
   * refuses it.
   */
  count?: { max: number };
};

export const TextAreaField = <TValues extends FieldValues, TOutput>({
  rows,
  count,
  ...bound
}: TextAreaFieldProps<TValues, TOutput>) => (
  <BoundField
    {...bound}
    aside={count && ((value) => <Counter length={[...value].length} max={count.max} />)}
  >
    {(control) => <TextArea {...control} rows={rows} />}
  </BoundField>
);

function Counter({ length, max }: { length: number; max: number }) {
  return (
    <span className={styles.counter} data-over={length > max ? "" : undefined}>
      {formatFigure(length)} / {formatFigure(max)}
    </span>
  );
}

type SecretFieldProps<TValues extends FieldValues, TOutput> = BoundProps<TValues, TOutput> & {
  /** Called after each change: results of the old secret may have to be dropped. */
  onTyped?: () => void;
};

export const SecretField = <TValues extends FieldValues, TOutput>({
  onTyped,
  ...bound
}: SecretFieldProps<TValues, TOutput>) => (
  <BoundField {...bound}>
    {(control) => (
      <SecretInput
        {...control}
        onChange={(event) => {
          control.onChange(event);
          onTyped?.();
        }}
      />
    )}
  </BoundField>
);

type NumberFieldProps<TValues extends FieldValues, TOutput> = BoundProps<TValues, TOutput> &
  Pick<ComponentProps<typeof NumberInput>, "min" | "max" | "step" | "unit">;

/** The form's value is a number, or "" while the typed text is none. */
export const NumberField = <TValues extends FieldValues, TOutput>({
  min,
  max,
  step,
  unit,
  ...bound
}: NumberFieldProps<TValues, TOutput>) => (
  <BoundField {...bound}>
    {(control) => (
      <NumberInput
        {...control}
        min={min}
        max={max}
        step={step}
        unit={unit}
        onChange={({ target }) =>
          control.onChange(Number.isNaN(target.valueAsNumber) ? "" : target.valueAsNumber)
        }
      />
    )}
  </BoundField>
);

type SelectFieldProps<TValues extends FieldValues, TOutput> = BoundProps<TValues, TOutput> & {
  options: readonly SelectOption[];
  /** Called after another choice: values that depend on it may have to be reset. */
  onPicked?: ((value: string) => void) | undefined;
};

export const SelectField = <TValues extends FieldValues, TOutput>({
  options,
  onPicked,
  ...bound
}: SelectFieldProps<TValues, TOutput>) => (
  <BoundField {...bound}>
    {(control) => (
      <Select
        {...control}
        options={options}
        onChange={(event) => {
          control.onChange(event);
          onPicked?.(event.target.value);
        }}
      />
    )}
  </BoundField>
);

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
