import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import styles from "./field.module.css";

/** The attributes that tie a control to the label, hint and error around it. */
export type FieldAttributes = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
};

type FieldProps = {
  label: ReactNode;
  required?: boolean | undefined;
  hint?: ReactNode;
  /** Replaces the hint. */
  error?: ReactNode;
  /** At the right end of the label: a counter, a link. */
  aside?: ReactNode;
  /** Renders the control with these attributes. */
  children: (attributes: FieldAttributes) => ReactNode;
};

export function Field({ label, required = false, hint, error, aside, children }: FieldProps) {
  const id = useId();
  const note = error || hint;
  const describedBy = note ? `${id}-note` : undefined;
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {required && (
          <span className={styles.required} aria-hidden="true">
            *
          </span>
        )}
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      {children({
        id,
        "aria-describedby": describedBy,
        "aria-invalid": error ? true : undefined,
        "aria-required": required || undefined,
      })}
      {note && (
        <p id={describedBy} className={error ? styles.error : styles.hint}>
          {error && <CircleAlert />}
          {error ? <span>{error}</span> : hint}
        </p>
      )}
    </div>
  );
}
