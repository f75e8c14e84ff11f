import { useQuery } from "@tanstack/react-query";
import { Plug } from "lucide-react";
import type { Group } from "@/entities/group";
import {
  type Integration,
  type IntegrationPlatform,
  integrationPlatforms,
  integrationQueries,
  useIntegrationLabel,
} from "@/entities/integration";
import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { EmptyPanel } from "@/shared/ui/panel/notice";
import { Region } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { integrationRecords } from "../platforms";
import { IntegrationCard } from "./integration-card";
import { IntegrationForms } from "./integration-forms";
import styles from "./integrations.module.css";

export function Integrations({ group: { id: group } }: { group: Group }) {
  // Nobody knows how long the list will be, and it would move the forms below it. Hidden, they keep
  // their room, so that the sections below them do not move either.
  const { isPending } = useQuery(integrationQueries.ofGroup(group));
  return (
    <>
      <PanelBoundary loading={<LoadingIntegrations />}>
        <ByPlatform group={group} />
      </PanelBoundary>
      <div style={{ visibility: isPending ? "hidden" : undefined }}>
        <IntegrationForms group={group} />
      </div>
    </>
  );
}

function ByPlatform({ group }: { group: Id }) {
  const { items: integrations, unreadable } = useRead(integrationQueries.ofGroup(group));
  if (integrations.length === 0) {
    return (
      <EmptyPanel
        icon={<Plug />}
        title="This group has no integrations."
        hint="Add a shop, an ad account or a mail service with the forms below."
      />
    );
  }
  // A platform that only a newer server knows comes last, under its own name.
  const platforms = new Set<string>([
    // One that could not be read may be of any platform.
    ...(unreadable === 0 ? integrationPlatforms : []),
    ...integrations.map(({ platform }) => platform),
  ]);
  return (
    <div className={styles.platforms}>
      {[...platforms].map((platform) => (
        <OfPlatform
          key={platform}
          platform={platform}
          integrations={integrations.filter((one) => one.platform === platform)}
        />
      ))}
    </div>
  );
}

type OfPlatformProps = { platform: string; integrations: readonly Integration[] };

function OfPlatform({ platform, integrations }: OfPlatformProps) {
  return (
    <Region title={useIntegrationLabel(platform)} level={3}>
      {integrations.length === 0 ? (
        // Only known platforms are listed without integrations.
        <p className={styles.empty}>{integrationRecords[platform as IntegrationPlatform].none}</p>
      ) : (
        <ul className={styles.cards}>
          {integrations.map((integration) => (
            <li key={integration.id}>
              <IntegrationCard integration={integration} />
            </li>
          ))}
        </ul>
      )}
    </Region>
  );
}

const LoadingIntegrations = () => (
  <Loading label="Loading integrations">
    <div className={styles.platforms}>
      {integrationPlatforms.map((platform) => (
        <div key={platform} className={styles.cards}>
          <Skeleton width={90} height={32} />
          <Skeleton height={88} radius={8} />
        </div>
      ))}
    </div>
  </Loading>
);
