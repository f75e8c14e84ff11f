import { CatchBoundary, getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Layers, Plus } from "lucide-react";
import { useId, useState } from "react";
import type { Group } from "@/entities/group";
import { SocialAccounts } from "@/features/accounts";
import { MemeTemplatePool } from "@/features/meme-templates";
import { ProductCatalog } from "@/features/products";
import { SaleRotator, saleRotatorKeys } from "@/features/sale-rotator";
import { Reveal } from "@/shared/query/reveal";
import { Below } from "@/shared/ui/below";
import { Button } from "@/shared/ui/button";
import { EmptyState } from "@/shared/ui/notice";
import { Panel } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import { TabPanel, Tabs } from "@/shared/ui/tabs";
import { useAfterFrame } from "@/shared/ui/use-after-frame";
import { VisuallyHidden } from "@/shared/ui/visually-hidden";
import { RouteFailure } from "../routes/route-failure";
import { useActiveGroup, useNewGroupDialog } from "../shell/active-group";
import { PageHead } from "../shell/page-head";
import { configTabs } from "../shell/tabs";
import styles from "./config-page.module.css";
import { lateTab, type TabProps } from "./config-tabs";

const route = getRouteApi("/dashboard/config");

export function ConfigPage() {
  return (
    <>
      <OpenedTab />
      <PanelBoundary loading={<LoadingGroup />} failedHead={<PageHead title="Configuration" />}>
        <OfGroup />
      </PanelBoundary>
      {/* These belong to no group. */}
      <Below>
        <MemeTemplatePool />
        <ProductCatalog />
      </Below>
    </>
  );
}

/** A page is shown with the tab that it is opened with, or all below would jump when that comes. */
function OpenedTab() {
  const [opened] = useState(route.useSearch().tab);
  lateTab(opened)?.awaitCode();
  return null;
}

function OfGroup() {
  const group = useActiveGroup();
  return (
    <>
      <PageHead title="Configuration" of={group?.name}>
        <Sections hasGroup={group !== undefined} />
      </PageHead>
      <GroupSettings group={group} />
      {group && (
        <Below reads={saleRotatorKeys.settings(group.id)}>
          <SaleRotator group={group} />
        </Below>
      )}
    </>
  );
}

const sections = [
  { id: "group-settings", label: "Group Settings" },
  { id: "sale-rotator", label: "Sale Rotator" },
  { id: "meme-templates", label: "Meme Templates" },
  { id: "products", label: "Products" },
] as const;

/** The page is long: ways to its parts. */
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

/** The region is there without a group too, and says what to do. */
function GroupSettings({ group }: { group: Group | undefined }) {
  const titleId = useId();
  return (
    <section id="group-settings" aria-labelledby={titleId}>
      <h2 id={titleId}>
        <VisuallyHidden>Group Settings</VisuallyHidden>
      </h2>
      {group ? <GroupTabs group={group} /> : <WithoutGroup />}
    </section>
  );
}

const Accounts = ({ group }: TabProps) => <SocialAccounts group={group.id} />;

function GroupTabs({ group }: TabProps) {
  const { tab } = route.useSearch();
  // The press is seen at once, and what it leads to drawn after that.
  const shown = useAfterFrame(tab);
  const Content = lateTab(shown) ?? Accounts;
  const navigate = useNavigate();
  return (
    <Tabs
      label="Group Settings"
      value={tab}
      onChange={(next) =>
        void navigate({
          to: ".",
          // What is open in one tab is nothing to another.
          search: ({ group }) => ({ group, tab: next }),
        })
      }
      onHint={(hinted) => lateTab(hinted)?.preload()}
      tabs={configTabs}
    >
      <TabPanel value={tab}>
        <CatchBoundary key={shown} getResetKey={() => shown} errorComponent={RouteFailure}>
          <Reveal fallback={<LoadingTab />}>
            {/* What is typed and open belongs to its tab and its group. */}
            <Content key={`${shown} ${group.id}`} group={group} />
          </Reveal>
        </CatchBoundary>
      </TabPanel>
    </Tabs>
  );
}

function WithoutGroup() {
  const dialog = useNewGroupDialog();
  return (
    <Panel>
      <EmptyState
        icon={<Layers />}
        title="No group selected"
        hint="Select a group from the header or click 'New Group' to set it up."
        action={
          <Button variant="primary" icon={<Plus />} onClick={dialog.open}>
            New Group
          </Button>
        }
      />
    </Panel>
  );
}

const LoadingTab = () => (
  <Loading label="Loading the tab">
    <Skeleton height={240} radius={10} />
  </Loading>
);

const LoadingGroup = () => (
  <>
    <PageHead title="Configuration" />
    <Loading label="Loading Configuration">
      <Skeleton height={240} radius={10} />
    </Loading>
  </>
);
