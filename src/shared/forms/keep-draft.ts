import type { FieldValues, UseFormSubscribe } from "react-hook-form";
import { drafts, session } from "@/shared/session/session";

const pause = 300;

/**
 * Stores typed input as a draft, a moment after the last key and at the latest when the page is
 * left. Stores only fields that were changed, and never a secret one.
 * @returns a function that stops it
 */
export function keepDraft<Input extends FieldValues>({
  draft,
  secrets,
  subscribe,
  onTyped,
}: {
  draft: string;
  secrets: readonly string[];
  subscribe: UseFormSubscribe<Input>;
  onTyped: () => void;
}) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let write: (() => void) | undefined;

  const flush = () => {
    clearTimeout(timer);
    write?.();
    write = undefined;
  };

  const unsubscribe = subscribe({
    formState: { values: true, dirtyFields: true },
    callback: ({ values, dirtyFields = {} }) => {
      if (Object.keys(dirtyFields).length > 0) onTyped();
      const typed = Object.keys(dirtyFields).filter((name) => !secrets.includes(name));
      clearTimeout(timer);
      if (typed.length === 0) {
        write = undefined;
        drafts.clear(draft);
        return;
      }
      const kept = Object.fromEntries(typed.map((name) => [name, values[name]]));
      write = () => {
        // After a logout the text has no owner any more.
        if (session.state() !== "signed-out") drafts.write(draft, kept);
      };
      timer = setTimeout(flush, pause);
    },
  });

  window.addEventListener("pagehide", flush);
  return () => {
    flush();
    unsubscribe();
    window.removeEventListener("pagehide", flush);
  };
}
