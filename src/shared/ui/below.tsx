import { useElementScrollRestoration } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useAfterFrame } from "./use-after-frame";

/**
 * What stands below all that is seen when a page is opened: the first frame does not wait for it,
 * unless the page is opened where it was left, or at one of its sections.
 */
export function Below({ children }: { children: ReactNode }) {
  const left = useElementScrollRestoration({ getElement: () => window });
  const isDrawn = useAfterFrame(true, Boolean(location.hash || left?.scrollY));
  return isDrawn ? children : <div aria-busy="true" />;
}
