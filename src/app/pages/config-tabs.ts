import type { ComponentType } from "react";
import type { Group } from "@/entities/group";
import { late } from "@/shared/ui/late";
import type { configTabs } from "../shell/tabs";

export type Tab = (typeof configTabs)[number]["value"];
export type TabProps = { group: Group };

/** The tabs whose code comes when they are opened: all but the first. */
const lateTabs = {
  evergreen: late<TabProps>(() => import("./evergreen-tab").then((code) => code.EvergreenTab)),
  direct: late<TabProps>(() => import("./direct-tab").then((code) => code.DirectTab)),
  integrations: late<TabProps>(() =>
    import("./integrations-tab").then((code) => code.IntegrationsTab),
  ),
  newsletter: late<TabProps>(() => import("./newsletter-tab").then((code) => code.NewsletterTab)),
  mascot: late<TabProps>(() => import("./mascot-tab").then((code) => code.MascotTab)),
  settings: late<TabProps>(() => import("./settings-tab").then((code) => code.SettingsTab)),
} satisfies Record<Exclude<Tab, "accounts">, ComponentType<TabProps>>;

export const lateTab = (tab: Tab) => (tab === "accounts" ? undefined : lateTabs[tab]);
