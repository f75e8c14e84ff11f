import type { ComponentProps } from "react";
import { Toaster } from "@/shared/ui/toaster";
import { TooltipProvider } from "@/shared/ui/tooltip";

/** What has just happened, told at the edge of the screen. */
export const Notifications = (props: ComponentProps<typeof Toaster>) => (
  <TooltipProvider>
    <Toaster {...props} />
  </TooltipProvider>
);
