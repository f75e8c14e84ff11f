import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./card-note.module.css";

type CardNoteProps = {
  tone?: "neutral" | "success" | "danger";
  /** What it is about, in a few words. */
  title?: string;
  /** Where it comes while someone looks. */
  role?: "alert" | "status";
  children?: ReactNode;
};

const icons = { neutral: Info, success: CircleCheck, danger: CircleAlert } as const;

/** What is to be known of a card's thing, whole, below its name. */
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
