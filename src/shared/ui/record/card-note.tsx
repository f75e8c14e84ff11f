import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";
import { parseTime } from "@/shared/format/time";
import { Time } from "@/shared/time/time";
import { useNow } from "@/shared/time/use-now";
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

type ApiEndProps = {
  /** The time in ISO 8601; null or missing if no end is near. */
  endsAt: string | null | undefined;
  platform: string;
};

/** Says on a card when a platform ends the API that the server calls, if the server says that it does. */
export function ApiEnd({ endsAt, platform }: ApiEndProps) {
  const now = useNow();
  const end = parseTime(endsAt);
  if (end === undefined) return null;
  return end > now ? (
    <CardNote>
      Works until <Time value={endsAt} />, when {platform} retires the API version that this server
      uses. Update the server before then.
    </CardNote>
  ) : (
    <CardNote tone="danger">
      {platform} retired the API version that this server uses on <Time value={endsAt} />. Update
      the server.
    </CardNote>
  );
}
