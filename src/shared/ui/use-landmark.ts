import { useRef, useState } from "react";

const landmarks = "main, header, nav, [role=region], [role*=dialog]";

/**
 * Where something that floats is put: into the landmark of its trigger, and not at the end of
 * the page, so that whoever walks the page by landmarks finds it.
 */
export function landmarkOf(trigger: HTMLElement): HTMLElement | null {
  const around = trigger.closest<HTMLElement>(landmarks);
  // Beside a dialog, not in it: when something leaves a dialog's inside, Radix takes it for lost
  // focus and sends the focus back to the dialog, so that Tab would never get on.
  return around?.matches("[role*=dialog]") ? around.parentElement : around;
}

/** The landmark of a trigger, found as something opens. */
export function useLandmark() {
  const trigger = useRef<HTMLButtonElement>(null);
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  function enter(open: boolean) {
    if (open) setLandmark(trigger.current && landmarkOf(trigger.current));
  }
  return { trigger, landmark, enter };
}
