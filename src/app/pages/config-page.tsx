import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import type { Group } from "@/entities/group";
import { SocialAccounts } from "@/features/accounts";
import { MemeTemplatePool } from "@/features/meme-templates";
import { ProductCatalog } from "@/features/products";
import { SaleRotator } from "@/features/sale-rotator";
import { TabPanel, Tabs } from "@/shared/ui/tabs";
import { VisuallyHidden } from "@/shared/ui/visually-hidden";
import { useActiveGroup } from "../shell/active-group";
import { GroupBoundary, NoGroup } from "../shell/need-group";
import { PageHead } from "../shell/page-head";
import { TabBoundary } from "../shell/tab-boundary";
import { configTabs } from "../shell/tabs";
import styles from "./config-page.module.css";
import { lazyTab, type TabProps } from "./config-tabs";

const route = getRouteApi("/dashboard/config");

export function ConfigPage() {
  return (
    <>
      <GroupBoundary title="Configuration">
        <OfGroup />
      </GroupBoundary>
      {/* These belong to no group. */}
      <MemeTemplatePool />
      <ProductCatalog />
    </>
  );
}

function OfGroup() {
  const group = useActiveGroup();
  return (
    <>
      <PageHead title="Configuration" of={group?.name}>
        <Sections hasGroup={group !== undefined} />
      </PageHead>
      <GroupSettings group={group} />
      {group && <SaleRotator group={group} />}
    </>
  );
}

const sections = [
  { id: "group-settings", label: "Group Settings" },
  { id: "sale-rotator", label: "Sale Rotator" },
  { id: "meme-templates", label: "Meme Templates" },
  { id: "products", label: "Products" },
] as const;

/** Links to the parts of the long page. */
function Sections({ hasGroup }: { hasGroup: boolean }) {
  return (
    <nav className={styles.sections} aria-label="Sections">
      {sections
        .filter(({ id }) => hasGroup || id !== "sale-rotator")
        .map(({ id, label }) => (
          <Link key={id} to="." search={true} hash={id} activeOptions={{ includeHash: true }}>
            {label}
          </Link>
        ))}
    </nav>
  );
}

/** The region is rendered without a group too, and then says what to do. */
function GroupSettings({ group }: { group: Group | undefined }) {
  const titleId = useId();
  return (
    <section id="group-settings" aria-labelledby={titleId}>
      <h2 id={titleId}>
        <VisuallyHidden>Group Settings</VisuallyHidden>
      </h2>
      {group ? (
        <GroupTabs group={group} />
      ) : (
        <NoGroup hint="Select a group from the header or click 'New Group' to set it up." />
      )}
    </section>
  );
}

const Accounts = ({ group }: TabProps) => <SocialAccounts group={group.id} />;

function GroupTabs({ group }: TabProps) {
  const { tab } = route.useSearch();
  const Content = lazyTab(tab) ?? Accounts;
  const navigate = useNavigate();
  return (
    <Tabs
      label="Group Settings"
      value={tab}
      onChange={(next) =>
        void navigate({
          to: ".",
          // The category that is open in one tab means nothing in another.
          search: ({ group }) => ({ group, tab: next }),
        })
      }
      onHint={(hinted) => lazyTab(hinted)?.preload()}
      tabs={configTabs}
    >
      <TabPanel value={tab}>
        <TabBoundary tab={tab}>
          {/* Keyed, because a form in it belongs to one tab and one group. */}
          <Content key={`${tab} ${group.id}`} group={group} />
        </TabBoundary>
      </TabPanel>
    </Tabs>
  );
}
