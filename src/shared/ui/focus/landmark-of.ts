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
