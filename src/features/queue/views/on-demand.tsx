import type { ReactNode } from "react";
import { LazyPart } from "@/shared/lazy/lazy-part";
import { FailedState } from "@/shared/ui/notice";

type OnDemandProps = {
  /** Shown while the code loads. */
  fallback?: ReactNode;
  children: ReactNode;
};

/** Around a part of the queue that is loaded when it is first needed. */
export const OnDemand = ({ fallback = null, children }: OnDemandProps) => (
  <LazyPart
    fallback={fallback}
    failed={(onRetry) => (
      <FailedState text="This part of the console could not be loaded." onRetry={onRetry} />
    )}
  >
    {children}
  </LazyPart>
);
