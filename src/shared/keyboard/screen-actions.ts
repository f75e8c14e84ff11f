import { useEffect, useRef } from "react";

/** An action that the current screen offers by name, besides its button. */
type ScreenAction = { readonly label: string; readonly run: () => void };

let offered: readonly ScreenAction[] = [];

/** The actions that are possible on the current screen, by name: panels appear in any order. */
export const screenActions = { read: () => offered };

/**
 * Lists an action of a screen in the command palette too, while the screen is shown and
 * `isPossible`. Only for actions that neither publish nor change anything: in a list that filters
 * as one types, a wrong one is easily chosen.
 */
export function useScreenAction(label: string, run: () => void, isPossible = true) {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!isPossible) return;
    const action = { label, run: () => latest.current() };
    offered = [...offered, action].sort((one, other) => one.label.localeCompare(other.label));
    return () => {
      offered = offered.filter((other) => other !== action);
    };
  }, [label, isPossible]);
}
