import type { KeyboardEvent as ReactKeyboardEvent } from "react";

/** The presses of Escape that a toast has passed on and that nothing has taken yet. */
const passed = new WeakSet<Event>();

/**
 * Radix gives Escape to what opened last. A toast that came after a dialog or menu would take it, though
 * the operator is in the dialog: the toast passes it on.
 *
 * @param event a press that Radix gives to a toast, which does not close if its default is prevented
 */
export function passEscapeOn(event: KeyboardEvent) {
  const { target } = event;
  if (!(target instanceof Element)) return;
  if (!target.closest("[role=dialog], [role=alertdialog], [role=menu]")) return;
  event.preventDefault();
  passed.add(event);
}

/** Returns the `onKeyDown` of a dialog's or menu's content, which closes at Escape from a toast. */
export const onPassedEscape =
  (close: () => void) =>
  ({ nativeEvent }: ReactKeyboardEvent) => {
    // React also hands an event of a menu or question to the dialog that has rendered it.
    if (passed.delete(nativeEvent)) close();
  };
