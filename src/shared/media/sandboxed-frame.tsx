import type { ComponentProps } from "react";

type SandboxedFrameProps = Pick<
  ComponentProps<"iframe">,
  "ref" | "style" | "tabIndex" | "aria-hidden" | "onLoad"
> & {
  /** A page of our own. The content that it is given to show may come from anybody. */
  src: `/${string}`;
  title: string;
};

/**
 * Scripts in the frame run without an origin: they reach no storage, no session and nothing of this
 * page.
 */
export const SandboxedFrame = (props: SandboxedFrameProps) => (
  <iframe {...props} sandbox="allow-scripts" referrerPolicy="no-referrer" />
);
