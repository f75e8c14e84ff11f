import { integrationLabel, useMailKind } from "@/entities/integration";
import type { Id } from "@/shared/api/id";
import { TitledPanel } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { AddFacebookAdsForm } from "../forms/add-facebook-ads-form";
import { AddIntegrationForm, CopyIntegration } from "../forms/add-integration-form";
import styles from "../forms/integration-forms.module.css";

/** On a wide page, each form stands below its platform. */
export const IntegrationForms = ({ group }: { group: Id }) => (
  <div className={styles.forms}>
    <div className={styles.column}>
      <TitledPanel title="Add Shopify">
        <AddIntegrationForm group={group} kind="shopify" />
      </TitledPanel>
      <TitledPanel title="Copy integration">
        <PanelBoundary loading={<LoadingChoice />}>
          <CopyIntegration group={group} />
        </PanelBoundary>
      </TitledPanel>
    </div>
    <TitledPanel title="Add Facebook Ads">
      <AddFacebookAdsForm group={group} />
    </TitledPanel>
    <AddMailService group={group} />
  </div>
);

function AddMailService({ group }: { group: Id }) {
  const kind = useMailKind();
  return (
    <TitledPanel title={`Add ${integrationLabel(kind)}`}>
      {/* Without the key, a form would keep the values of the other kind. */}
      <AddIntegrationForm key={kind} group={group} kind={kind} />
    </TitledPanel>
  );
}

const LoadingChoice = () => (
  <Loading label="Loading integrations of other groups">
    <Skeleton height={32} radius={6} />
  </Loading>
);
