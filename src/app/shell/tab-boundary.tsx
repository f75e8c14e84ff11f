import { CatchBoundary } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { UnthrottledSuspense } from "@/shared/query/unthrottled-suspense";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { RouteFailure } from "../routes/route-fallbacks";

type TabBoundaryProps = { tab: string; children: ReactNode };

/** Loading and failure of a tab whose code is loaded lazily, like those of a screen. */
export const TabBoundary = ({ tab, children }: TabBoundaryProps) => (
  <CatchBoundary key={tab} getResetKey={() => tab} errorComponent={RouteFailure}>
    <UnthrottledSuspense
      fallback={
        <Loading label="Loading tab">
          <Skeleton height={240} radius={10} />
        </Loading>
      }
    >
      {children}
    </UnthrottledSuspense>
  </CatchBoundary>
);
