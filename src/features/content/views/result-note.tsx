import { NextTry } from "@/entities/post";
import type { PostResult } from "../posting";

type ResultNoteProps = Pick<PostResult, "error" | "waits_for" | "waits_until"> & {
  className: string | undefined;
};

/** Says why a post failed, or why it waits and when it is tried again. */
export function ResultNote({ error, waits_for, waits_until, className }: ResultNoteProps) {
  const note = error || waits_for;
  return note ? (
    <p className={className}>
      {note}
      <NextTry at={waits_until} />
    </p>
  ) : null;
}
