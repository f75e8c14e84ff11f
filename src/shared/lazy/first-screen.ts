import { useSyncExternalStore } from "react";

let isSettled = false;
let settle: () => void;

/** Resolves once the first screen has its code and data, so that other code can be preloaded then. */
export const firstScreenSettled = new Promise<void>((resolve) => {
  settle = resolve;
});

export function settleFirstScreen() {
  isSettled = true;
  settle();
}

/** True once the first screen has settled: reads that it does not need come after its own. */
export const useFirstScreenSettled = () => useSyncExternalStore(subscribe, () => isSettled);

function subscribe(listener: () => void) {
  void firstScreenSettled.then(listener);
  return () => {};
}
