import type { ComponentProps } from "react";

type SandboxedFrameProps = Pick<
  ComponentProps<"iframe">,
  "ref" | "style" | "tabIndex" | "aria-hidden" | "onLoad"
> & {
  /** A page of our own: what it is given to show may be anybody's. */
  src: `/${string}`;
  title: string;
};

/** Its scripts run without an origin: they reach no storage, no session and nothing of this page. */
export const SandboxedFrame = (props: SandboxedFrameProps) => (
  <iframe {...props} sandbox="allow-scripts" referrerPolicy="no-referrer" />
);
