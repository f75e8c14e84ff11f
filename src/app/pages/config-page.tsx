import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import type { Group } from "@/entities/group";
import { SocialAccounts } from "@/features/accounts";
import { CategorySettings } from "@/features/categories";
import { TabPanel, Tabs } from "@/shared/ui/tabs";
import { VisuallyHidden } from "@/shared/ui/visually-hidden";
import { NeedGroup } from "../shell/need-group";

const route = getRouteApi("/dashboard/config");

const tabs = [
  { value: "accounts", label: "Social Accounts" },
  { value: "evergreen", label: "Evergreen Content" },
] as const;

export function ConfigPage() {
  return (
    <NeedGroup
      title="Configuration"
      none="Select a group from the header or click 'New Group' to set it up."
    >
      {(group) => <GroupSettings group={group} />}
    </NeedGroup>
  );
}

function GroupSettings({ group }: { group: Group }) {
  const { tab } = route.useSearch();
  const navigate = useNavigate();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>
        <VisuallyHidden>Group Settings</VisuallyHidden>
      </h2>
      <Tabs
        label="Group Settings"
        value={tab}
        onChange={(next) =>
          void navigate({ to: ".", search: (search) => ({ ...search, tab: next }) })
        }
        tabs={tabs}
      >
        <TabPanel value="accounts">
          <SocialAccounts group={group.id} />
        </TabPanel>
        <TabPanel value="evergreen">
          <CategorySettings group={group.id} />
        </TabPanel>
      </Tabs>
    </section>
  );
}
