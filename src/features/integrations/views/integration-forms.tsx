import type { ReactNode } from "react";
import type { Id } from "@/shared/api/id";
import { Panel, Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import { AddFacebookAdsForm } from "../forms/add-facebook-ads-form";
import { AddIntegrationForm } from "../forms/add-integration-form";
import { CopyIntegration } from "../forms/copy-integration-form";
import styles from "../forms/integration-forms.module.css";

/** Each below the platform that it is for, where the page is wide. */
export const IntegrationForms = ({ group }: { group: Id }) => (
  <div className={styles.forms}>
    <div className={styles.column}>
      <FormPanel title="Add Shopify">
        <AddIntegrationForm group={group} platform="shopify" />
      </FormPanel>
      <FormPanel title="Copy integration">
        <PanelBoundary loading={<LoadingChoice />}>
          <CopyIntegration group={group} />
        </PanelBoundary>
      </FormPanel>
    </div>
    <FormPanel title="Add Facebook Ads">
      <AddFacebookAdsForm group={group} />
    </FormPanel>
    <FormPanel title="Add Amazon SES">
      <AddIntegrationForm group={group} platform="amazon_ses" />
    </FormPanel>
  </div>
);

const FormPanel = ({ title, children }: { title: string; children: ReactNode }) => (
  <Panel padded>
    <Region title={title} level={3}>
      {children}
    </Region>
  </Panel>
);

const LoadingChoice = () => (
  <Loading label="Loading the integrations of other groups">
    <Skeleton height={32} radius={6} />
  </Loading>
);
