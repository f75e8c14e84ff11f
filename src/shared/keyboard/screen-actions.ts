import { useEffect, useRef } from "react";

/** What the screen in view offers by name, beside its buttons. */
export type ScreenAction = { readonly label: string; readonly run: () => void };

let offered: readonly ScreenAction[] = [];

/** What can be done now on the screen in view, in the order in which it came into view. */
export const screenActions = { read: () => offered };

/**
 * Lets an action of a screen be found by its name in the command palette too, while its screen is
 * in view and `isPossible`. Only for what neither publishes nor changes anything: there is no
 * looking twice in a list that is typed into.
 */
export function useScreenAction(label: string, run: () => void, isPossible = true) {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!isPossible) return;
    const action = { label, run: () => latest.current() };
    offered = [...offered, action];
    return () => {
      offered = offered.filter((other) => other !== action);
    };
  }, [label, isPossible]);
}
