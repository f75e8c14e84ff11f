import { linkOptions } from "@tanstack/react-router";
import { ChartNoAxesColumn, Library, Send, SlidersHorizontal } from "lucide-react";

/** The screens of the console, in the order of the sidebar. */
export const screens = [
  { to: "/dashboard/content", label: "Content Library", icon: Library },
  { to: "/dashboard/dashboard", label: "Dashboard", icon: ChartNoAxesColumn },
  { to: "/dashboard/publishing", label: "Publishing", icon: Send },
  { to: "/dashboard/config", label: "Configuration", icon: SlidersHorizontal },
] as const;

/** The tabs of the screens that have them, each in its order. */
export const performanceTabs = [
  { value: "posts", label: "All Posts" },
  { value: "categories", label: "By Category" },
] as const;

export const publishingTabs = [
  { value: "media", label: "Image/Video Posts" },
  { value: "text", label: "Text-Only Posts" },
] as const;

export const configTabs = [
  { value: "accounts", label: "Social Accounts" },
  { value: "evergreen", label: "Evergreen Content" },
  { value: "direct", label: "Direct Publishing" },
  { value: "mascot", label: "AI Mascot Settings" },
  { value: "settings", label: "Settings" },
] as const;

/** What a tab is called in an address. */
export const valuesOf = <T extends readonly { value: string }[]>(tabs: T): T[number]["value"][] =>
  tabs.map(({ value }) => value);

/** Every tab with its screen and the way to it. */
export const tabPlaces = [
  ...performanceTabs.map(({ value, label }) => ({
    label,
    of: "Dashboard",
    go: linkOptions({ to: "/dashboard/dashboard", search: { tab: value } }),
  })),
  ...publishingTabs.map(({ value, label }) => ({
    label,
    of: "Publishing",
    go: linkOptions({ to: "/dashboard/publishing", search: { tab: value } }),
  })),
  ...configTabs.map(({ value, label }) => ({
    label,
    of: "Configuration",
    go: linkOptions({ to: "/dashboard/config", search: { tab: value } }),
  })),
];
