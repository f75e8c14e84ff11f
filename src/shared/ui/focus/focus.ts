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
