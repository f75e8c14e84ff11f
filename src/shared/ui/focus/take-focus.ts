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
