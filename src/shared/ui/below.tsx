import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useElementScrollRestoration } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useAfterFrame } from "./use-after-frame";

type BelowProps = {
  /** What it reads: it comes at once where that is here already, because a high window may show it. */
  reads?: QueryKey;
  children: ReactNode;
};

/**
 * What stands below all that is seen when a page is opened: the first frame does not wait for it,
 * unless the page is opened where it was left, or at one of its sections.
 */
export function Below({ reads, children }: BelowProps) {
  const client = useQueryClient();
  const isHere = reads !== undefined && client.getQueryData(reads) !== undefined;
  const isOpenedBelow = useIsOpenedBelow();
  const isDrawn = useAfterFrame(true, isHere || isOpenedBelow);
  return isDrawn ? children : <div aria-busy="true" />;
}

/**
 * Whether the page is opened where it was left, or at one of its sections: then what is above all is
 * not what is seen first, and what is below has to be there for the page to be high enough.
 */
export function useIsOpenedBelow() {
  const left = useElementScrollRestoration({ getElement: () => window });
  return Boolean(location.hash || left?.scrollY);
}
