import type { KeyboardEvent as ReactKeyboardEvent } from "react";

/**
 * The `ref` of an element that takes the focus when it appears. Defined once: an inline callback
 * would take it again with every render.
 */
export const takeFocus = (element: HTMLElement | null) => element?.focus();

/**
 * Focuses the progress or result that replaces a pressed button. It must not be a button, because the
 * key may still be down.
 */
export function takeLostFocus(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}

/** Focuses a field in the commit that mounts it: letters typed before an effect would be lost. */
export function focusField(field: HTMLInputElement | null) {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

/** Focuses what is around a control that disappears with its press, so that Tab goes on from there. */
export function focusAround(control: Element, selector: string) {
  const around = control.closest<HTMLElement>(selector);
  if (!around) return;
  around.tabIndex = -1;
  around.focus({ preventScroll: true });
}

/**
 * Gives the page's main part the focus, if nothing else is there to take it. The browser's own
 * scrolling would hide the group picker above it.
 */
export const focusMain = () => document.querySelector("main")?.focus({ preventScroll: true });

/** The width of the fade at an end of the row, in px; global.css says it too. */
const fade = 32;

/**
 * A ref for the chosen one of a row that scrolls sideways if not all fit: scrolls the row, and never
 * the page, until it is in view. The row is its parent.
 */
export function keepInRow(item: Element | null) {
  const row = item?.parentElement;
  if (!item || !row) return;
  // Measured in a ResizeObserver: it runs after the frame's own layout and before its paint, so that
  // measuring costs no other layout.
  const observer = new ResizeObserver(() => {
    const frame = row.getBoundingClientRect();
    const { left, right } = item.getBoundingClientRect();
    const [beforeStart, behindEnd] = [frame.left + fade - left, right + fade - frame.right];
    if (behindEnd > 0) row.scrollLeft += behindEnd;
    else if (beforeStart > 0) row.scrollLeft -= beforeStart;
  });
  observer.observe(row);
  return () => observer.disconnect();
}

const landmarks = "main, header, nav, [role=region], [role*=dialog]";

/**
 * The element that a menu or tooltip is portalled into: the landmark of its trigger, not the end of the
 * page, so that it is found by operators who navigate by landmarks.
 */
export function landmarkOf(trigger: HTMLElement): HTMLElement | null {
  const around = trigger.closest<HTMLElement>(landmarks);
  // Beside a dialog, not in it: Radix takes an element that leaves the dialog for lost focus and
  // returns the focus to the dialog, so that Tab would never move on.
  return around?.matches("[role*=dialog]") ? around.parentElement : around;
}

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
