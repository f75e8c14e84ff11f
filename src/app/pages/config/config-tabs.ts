import type { ComponentType } from "react";
import type { Group } from "@/entities/group";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import type { configTabs } from "../../shell/tabs";

export type Tab = (typeof configTabs)[number]["value"];
export type TabProps = { group: Group };

/** The tabs whose code is loaded when they are opened: all but the first. */
const lazyTabs = {
  evergreen: lazyWithPreload<TabProps>(() =>
    import("./evergreen-tab").then((code) => code.EvergreenTab),
  ),
  direct: lazyWithPreload<TabProps>(() => import("./direct-tab").then((code) => code.DirectTab)),
  integrations: lazyWithPreload<TabProps>(() =>
    import("@/features/integrations").then((code) => code.Integrations),
  ),
  newsletter: lazyWithPreload<TabProps>(() =>
    import("./newsletter-tab").then((code) => code.NewsletterTab),
  ),
  mascot: lazyWithPreload<TabProps>(() => import("./settings-tab").then((code) => code.MascotTab)),
  settings: lazyWithPreload<TabProps>(() =>
    import("./settings-tab").then((code) => code.SettingsTab),
  ),
} satisfies Record<Exclude<Tab, "accounts">, ComponentType<TabProps>>;

export const lazyTab = (tab: Tab) => (tab === "accounts" ? undefined : lazyTabs[tab]);
