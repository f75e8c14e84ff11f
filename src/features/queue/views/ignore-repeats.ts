import type { KeyboardEvent } from "react";

/** Ignores key repeat: a key held down would decide on the whole queue. */
export function ignoreRepeats(event: KeyboardEvent) {
  if (event.repeat) event.preventDefault();
}
