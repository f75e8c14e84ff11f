import { useRef, useState } from "react";
import { type Id, sameId } from "@/shared/api/id";

/** Brings the record that a dialog has added into view, once the dialog has closed. */
export function useAdded() {
  const saved = useRef<Id>(undefined);
  const [shown, setShown] = useState<Id>();
  return {
    /** A backend may answer with nothing: then no record is known to be the new one. */
    onAdded: (record: { readonly id: Id } | undefined) => {
      saved.current = record?.id;
    },
    /** After the focus has returned: the opener would scroll the page back to itself. */
    onClosed: () => setShown(saved.current),
    refOf: (id: Id) => (sameId(id, shown) ? showAdded : undefined),
  };
}

/** The new record takes the focus if the opener is gone: the button of a list that was empty. */
function showAdded(element: HTMLElement | null) {
  // jsdom has no layout to scroll.
  element?.scrollIntoView?.({ block: "nearest" });
  const { activeElement, body } = document;
  if (activeElement !== body && !activeElement?.matches("main")) return;
  element?.querySelector("button")?.focus({ preventScroll: true });
}
