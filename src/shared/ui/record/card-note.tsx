import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./card-note.module.css";

type CardNoteProps = {
  tone?: "neutral" | "success" | "danger";
  /** The subject, in a few words. */
  title?: string;
  /** Set if the note may appear while someone looks at the card. */
  role?: "alert" | "status";
  children?: ReactNode;
};

const icons = { neutral: Info, success: CircleCheck, danger: CircleAlert } as const;

/** A note on the record of a card, at full length, below its name. */
export function CardNote({ tone = "neutral", title, role, children }: CardNoteProps) {
  const Icon = icons[tone];
  return (
    <div role={role} className={styles.note} data-tone={tone}>
      <Icon aria-hidden="true" />
      <p>
        {title && <strong>{title}</strong>}
        {children}
      </p>
    </div>
  );
}
