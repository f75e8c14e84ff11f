import { linkOptions } from "@tanstack/react-router";
import { ChartNoAxesColumn, Library, type LucideIcon, Send, SlidersHorizontal } from "lucide-react";
import type { ComponentType } from "react";
import { FailedCount } from "@/features/scheduler";

type Screen = {
  readonly to:
    | "/dashboard/content"
    | "/dashboard/dashboard"
    | "/dashboard/publishing"
    | "/dashboard/config";
  readonly label: string;
  readonly icon: LucideIcon;
  /** What of it is to be known from everywhere. */
  readonly beside?: ComponentType;
};

/** The screens of the console, in the order of the sidebar. */
export const screens: readonly Screen[] = [
  { to: "/dashboard/content", label: "Content Library", icon: Library },
  { to: "/dashboard/dashboard", label: "Dashboard", icon: ChartNoAxesColumn },
  { to: "/dashboard/publishing", label: "Publishing", icon: Send, beside: FailedCount },
  { to: "/dashboard/config", label: "Configuration", icon: SlidersHorizontal },
];

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
  { value: "integrations", label: "Integrations" },
  { value: "newsletter", label: "Newsletter" },
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
