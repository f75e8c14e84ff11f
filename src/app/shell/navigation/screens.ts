import { linkOptions } from "@tanstack/react-router";
import { ChartNoAxesColumn, Library, type LucideIcon, Send, SlidersHorizontal } from "lucide-react";
import { configTabs, performanceTabs, publishingTabs } from "../tabs";

export type Screen = {
  readonly to:
    | "/dashboard/content"
    | "/dashboard/dashboard"
    | "/dashboard/publishing"
    | "/dashboard/config";
  readonly label: string;
  readonly icon: LucideIcon;
};

/** The screens of the console, in the order of the sidebar. */
export const screens: readonly Screen[] = [
  { to: "/dashboard/content", label: "Content Library", icon: Library },
  { to: "/dashboard/dashboard", label: "Dashboard", icon: ChartNoAxesColumn },
  { to: "/dashboard/publishing", label: "Publishing", icon: Send },
  { to: "/dashboard/config", label: "Configuration", icon: SlidersHorizontal },
];

/** Every tab, with its screen and its link. */
export const tabPlaces = [
  ...performanceTabs.map(({ value, label }) => ({
    label,
    screen: "Dashboard",
    go: linkOptions({ to: "/dashboard/dashboard", search: { tab: value } }),
  })),
  ...publishingTabs.map(({ value, label }) => ({
    label,
    screen: "Publishing",
    go: linkOptions({ to: "/dashboard/publishing", search: { tab: value } }),
  })),
  ...configTabs.map(({ value, label }) => ({
    label,
    screen: "Configuration",
    go: linkOptions({ to: "/dashboard/config", search: { tab: value } }),
  })),
];
