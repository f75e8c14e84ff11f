import { useElementScrollRestoration, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";

/** After one of these the page no longer scrolls by itself: the operator has taken over. */
const inputs = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Scrolls to where the operator left this entry of the history as soon as the page is tall enough.
 * The router scrolls once, when the screen has rendered, and a panel that loads later than that
 * would leave the page too short for it.
 */
export function LateScroll() {
  const key = useRouterState({
    // While the next screen is loading, the one before is still shown, and must not move.
    select: ({ location: { state }, resolvedLocation }) =>
      state.key === resolvedLocation?.state.key ? state.key : undefined,
  });
  const left = useElementScrollRestoration({ getElement: () => window })?.scrollY;
  useEffect(() => {
    if (!key || !left) return;
    const page = document.documentElement;
    const growth = new ResizeObserver(() => {
      if (page.scrollHeight - innerHeight < left - 1) return;
      if (scrollY < left) scrollTo({ top: left });
      stop();
    });
    const stop = () => {
      growth.disconnect();
      for (const input of inputs) removeEventListener(input, stop, true);
    };
    for (const input of inputs) addEventListener(input, stop, true);
    growth.observe(page);
    return stop;
  }, [key, left]);
  return null;
}
