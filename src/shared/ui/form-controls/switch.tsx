import type { ComponentProps, ReactNode } from "react";
import styles from "./switch.module.css";

type SwitchProps = Omit<ComponentProps<"input">, "type" | "role" | "checked" | "onChange"> & {
  label: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  hideLabel?: boolean | undefined;
};

/** For a setting that takes effect at once. A setting that waits for a save is a checkbox. */
export function Switch({ label, onCheckedChange, hideLabel, className, ...rest }: SwitchProps) {
  return (
    <label className={className ? `${styles.switch} ${className}` : styles.switch}>
      <input
        type="checkbox"
        role="switch"
        className={styles.track}
        aria-checked={rest.checked}
        {...rest}
        onChange={(event) => onCheckedChange(event.target.checked)}
      />
      {hideLabel ? <span className="visually-hidden">{label}</span> : <span>{label}</span>}
    </label>
  );
}
