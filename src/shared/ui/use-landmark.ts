import { useRef, useState } from "react";

const landmarks = "main, header, nav, [role=region], [role*=dialog]";

/**
 * Where something that floats is put: into the landmark of its trigger, and not at the end of
 * the page, so that whoever walks the page by landmarks finds it.
 */
export function useLandmark() {
  const trigger = useRef<HTMLButtonElement>(null);
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  function enter(open: boolean) {
    if (open) setLandmark(trigger.current?.closest<HTMLElement>(landmarks) ?? null);
  }
  return { trigger, landmark, enter };
}
