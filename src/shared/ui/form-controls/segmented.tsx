import { type ReactNode, useId } from "react";
import styles from "./segmented.module.css";

type SegmentedProps<V extends string> = {
  label: string;
  value: V;
  onChange: (value: V) => void;
  options: readonly { value: V; label: string; icon?: ReactNode }[];
  size?: "md" | "sm";
};

/** Uses native radios: one stop for Tab, and the arrow keys choose, without a line of script. */
export function Segmented<V extends string>({
  label,
  value,
  onChange,
  options,
  size = "md",
}: SegmentedProps<V>) {
  const name = useId();
  return (
    <span role="radiogroup" aria-label={label} className={styles.segments} data-size={size}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          <span className="trunc">{option.label}</span>
        </label>
      ))}
    </span>
  );
}
