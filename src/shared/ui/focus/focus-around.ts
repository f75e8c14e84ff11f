/** Focuses what is around a control that disappears with its press, so that Tab goes on from there. */
export function focusAround(control: Element, selector: string) {
  const around = control.closest<HTMLElement>(selector);
  if (!around) return;
  around.tabIndex = -1;
  around.focus({ preventScroll: true });
}
