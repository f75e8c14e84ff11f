import { Time } from "@/shared/time/time";
import type { PostResult } from "../posting";

type ResultNoteProps = Pick<PostResult, "error" | "waits_for" | "waits_until"> & {
  className: string | undefined;
};

/** Says why a post failed, what it waits for, and when it is tried again. */
export function ResultNote({ error, waits_for, waits_until, className }: ResultNoteProps) {
  const note = error || waits_for;
  if (!note && !waits_until) return null;
  return (
    <p className={className}>
      {note}
      {waits_until && (
        <>
          {" "}
          Next try: <Time value={waits_until} />
        </>
      )}
    </p>
  );
}
