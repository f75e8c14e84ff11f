import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import styles from "./select.module.css";

export type SelectOption = { value: string; label: string; disabled?: boolean };

type SelectProps = Omit<ComponentProps<"select">, "children"> & {
  options: readonly SelectOption[];
  /** The look of a toolbar's select, which filters. */
  inline?: boolean | undefined;
  /** Shown while the value is "". It cannot be chosen. */
  placeholder?: string | undefined;
};

/**
 * The native element: Radix Select throws under Trusted Types, and a phone's own list is the better
 * one.
 */
export function Select({ options, inline, placeholder, className, ...rest }: SelectProps) {
  return (
    <span
      className={className ? `${styles.select} ${className}` : styles.select}
      data-inline={inline ? "" : undefined}
    >
      <select {...rest}>
        {placeholder !== undefined && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown />
    </span>
  );
}
