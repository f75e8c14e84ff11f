import { FailedState } from "@/shared/ui/notice";

/** In the place of a screen whose code did not come or broke: the shell around it stands. */
export function RouteFailure() {
  return (
    <FailedState
      text="This page could not be shown."
      detail="It may be from another version than the server. Trying again loads it afresh; what you typed is kept."
      onRetry={() => window.location.reload()}
    />
  );
}
