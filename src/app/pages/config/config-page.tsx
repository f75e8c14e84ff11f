import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import type { Group } from "@/entities/group";
import { SocialAccounts } from "@/features/accounts";
import { MemeTemplatePool } from "@/features/meme-templates";
import { ProductCatalog } from "@/features/products";
import { hasInterruptedRun, SaleRotator } from "@/features/sale-rotator";
import { TabPanel, Tabs } from "@/shared/ui/tabs";
import { useGo } from "../../routes/search";
import { useActiveGroup } from "../../shell/active-group";
import { GroupBoundary, NoGroup } from "../../shell/need-group";
import { PageHead } from "../../shell/page-head";
import { TabBoundary } from "../../shell/tab-boundary";
import { configTabs } from "../../shell/tabs";
import { lazyTab, type TabProps } from "./config-tabs";
import { SectionIndex } from "./section-index";
import { useFold, useRecordPlace } from "./section-place";

const route = getRouteApi("/dashboard/config");

/** The pools of records belong to no group. */
export const ConfigPage = () => (
  <>
    <GroupBoundary title="Configuration">
      <OfGroup />
    </GroupBoundary>
    <MemeTemplatePool {...useRecordPlace("meme-templates", "template")} />
    <ProductCatalog {...useRecordPlace("products", "product")} />
  </>
);

function OfGroup() {
  const group = useActiveGroup();
  return (
    <>
      <PageHead title="Configuration" group={group?.name} />
      <SectionIndex sections={group ? sectionsOfGroup : sectionsWithoutGroup} />
      <GroupSettings group={group} />
      {group && <Rotator group={group} />}
    </>
  );
}

function Rotator({ group }: TabProps) {
  const fold = useFold("sale-rotator", hasInterruptedRun(group.id) ? "run" : "");
  return <SaleRotator group={group} fold={fold} />;
}

const groupSettings = { id: "group-settings", label: "Group Settings" };
const pools = [
  { id: "meme-templates", label: "Meme Templates" },
  { id: "products", label: "Products" },
];
const sectionsOfGroup = [groupSettings, { id: "sale-rotator", label: "Sale Rotator" }, ...pools];
const sectionsWithoutGroup = [groupSettings, ...pools];

/** The region is rendered without a group too, and then says what to do. */
function GroupSettings({ group }: { group: Group | undefined }) {
  const titleId = useId();
  return (
    <section id="group-settings" aria-labelledby={titleId}>
      <h2 id={titleId}>
        <span className="visually-hidden">Group Settings</span>
      </h2>
      {group ? (
        <GroupTabs group={group} />
      ) : (
        <NoGroup hint="Select a group from the header or click 'New Group' to set it up." />
      )}
    </section>
  );
}

function Accounts({ group }: TabProps) {
  const { dialog } = route.useSearch();
  const go = useGo<ReturnType<typeof route.useSearch>>();
  return (
    <SocialAccounts
      group={group.id}
      isAdding={dialog === "add-account"}
      onAdd={() => go({ dialog: "add-account" })}
      onClose={() => go({ dialog: undefined }, { replace: true })}
    />
  );
}

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
