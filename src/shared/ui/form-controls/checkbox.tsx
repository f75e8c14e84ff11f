import { type ComponentProps, type ReactNode, type Ref, useId } from "react";
import styles from "./checkbox.module.css";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "checked" | "onChange"> & {
  label: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** True if some, but not all, of the things it stands for are checked. */
  indeterminate?: boolean | undefined;
  description?: ReactNode;
  hideLabel?: boolean | undefined;
};

/** `className` goes to the label around the box. */
export function Checkbox({
  label,
  onCheckedChange,
  indeterminate = false,
  description,
  hideLabel,
  className,
  ref,
  ...rest
}: CheckboxProps) {
  const id = useId();
  const box = (
    <label className={className ? `${styles.check} ${className}` : styles.check}>
      <input
        type="checkbox"
        className={styles.box}
        aria-describedby={description ? id : undefined}
        {...rest}
        ref={(node) => {
          // There is no attribute for `indeterminate`.
          if (node) node.indeterminate = indeterminate;
          return assignRef(ref, node);
        }}
        onChange={(event) => onCheckedChange(event.target.checked)}
      />
      {hideLabel ? <span className="visually-hidden">{label}</span> : <span>{label}</span>}
    </label>
  );
  if (!description) return box;
  return (
    <span className={styles.described}>
      {box}
      <span id={id} className={styles.description}>
        {description}
      </span>
    </span>
  );
}

function assignRef<T>(ref: Ref<T> | undefined, node: T | null) {
  if (typeof ref === "function") return ref(node);
  if (ref) ref.current = node;
}
