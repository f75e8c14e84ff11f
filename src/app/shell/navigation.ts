import { ChartNoAxesColumn, Library, Send, SlidersHorizontal } from "lucide-react";

/** The screens of the console, in the order of the sidebar. */
export const screens = [
  { to: "/dashboard/content", label: "Content Library", icon: Library },
  { to: "/dashboard/dashboard", label: "Dashboard", icon: ChartNoAxesColumn },
  { to: "/dashboard/publishing", label: "Publishing", icon: Send },
  { to: "/dashboard/config", label: "Configuration", icon: SlidersHorizontal },
] as const;
