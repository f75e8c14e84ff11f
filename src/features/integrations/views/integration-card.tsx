import {
  CircleCheck,
  type LucideIcon,
  Mail,
  Megaphone,
  Plug,
  RefreshCw,
  Store,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import {
  type Integration,
  type IntegrationPlatform,
  integrationLabel,
  useIntegrationLabel,
  useMailKind,
} from "@/entities/integration";
import { formatFigure } from "@/shared/format/number";
import { useOffered } from "@/shared/query/use-backend";
import { Time } from "@/shared/time/time";
import { Button } from "@/shared/ui/button/button";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { Card } from "@/shared/ui/panel/panel";
import { ApiEnd } from "@/shared/ui/record/api-end";
import { CardNote } from "@/shared/ui/record/card-note";
import { integrationsApi } from "../contract";
import { useRemoveIntegration, useSyncProducts, useTestIntegration } from "../mutations";
import { integrationRecords } from "../platforms";
import styles from "./integrations.module.css";

const icons: Readonly<Record<IntegrationPlatform, LucideIcon>> = {
  shopify: Store,
  facebook_ads: Megaphone,
  amazon_ses: Mail,
};

type CardProps = { integration: Integration };

export function IntegrationCard({ integration }: CardProps) {
  const { id, platform, store_name, last_known_error, note, events_url } = integration;
  const sync = useSyncProducts();
  const test = useTestIntegration();
  const canTest = useOffered(integrationsApi.test) && platform === "amazon_ses";
  const [isAsking, setAsking] = useState(false);
  const Icon = isKnown(platform) ? icons[platform] : Plug;

  return (
    <Card>
      <div className={styles.head}>
        <span className={styles.mark}>
          <Icon aria-hidden="true" />
        </span>
        <div className={styles.who}>
          <h4 title={store_name}>{store_name}</h4>
          <p>
            <StateOf integration={integration} />
          </p>
        </div>
      </div>
      <ApiEnd endsAt={integration.api_ends_at} platform={integrationLabel(platform)} />
      {last_known_error && (
        <CardNote tone="danger" title="Last error">
          {last_known_error}
        </CardNote>
      )}
      {note && <CardNote title="Note">{note}</CardNote>}
      {events_url && <EventsNote integration={integration} />}
      {test.failure && (
        <CardNote tone="danger" title={test.failure.text} role="alert">
          {test.failure.detail}
        </CardNote>
      )}
      {sync.failure && (
        <CardNote tone="danger" title={sync.failure.text} role="alert">
          {sync.failure.detail}
        </CardNote>
      )}
      <footer className={styles.foot}>
        {platform === "shopify" && (
          <Button
            size="sm"
            icon={<RefreshCw />}
            busy={sync.isBusy}
            onClick={() => void sync.send({ params: { id } })}
          >
            Sync products
          </Button>
        )}
        {canTest && (
          <Button
            size="sm"
            icon={<CircleCheck />}
            busy={test.isBusy}
            onClick={() => void test.send({ params: { id } })}
          >
            Test
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
          Remove
        </Button>
      </footer>
      <RemoveIntegration
        integration={integration}
        open={isAsking}
        onClose={() => setAsking(false)}
      />
    </Card>
  );
}

/** Says where a service sends its reports, and when the last one came. */
function EventsNote({ integration: { platform, events_url, last_event_at } }: CardProps) {
  const last = last_event_at && <Time value={last_event_at} as="relative" />;
  if (platform === "shopify") {
    return (
      <CardNote title="Webhooks">
        {last ? <>Last received {last}.</> : "None received yet."} In the app at Shopify, subscribe
        products/update and app/uninstalled to {events_url}
      </CardNote>
    );
  }
  return (
    <CardNote title="Bounces and complaints">
      {last ? (
        <>Last report {last}</>
      ) : (
        `None reported yet. Subscribe this address to an SNS topic: ${events_url}`
      )}
    </CardNote>
  );
}

const isKnown = (platform: string): platform is IntegrationPlatform =>
  Object.hasOwn(icons, platform);

/** For a shop, when its products were synced, or how far that is. For the others, the meaning of their name. */
function StateOf({ integration }: CardProps) {
  const { platform, synced_at, sync_progress, last_known_error } = integration;
  if (!isKnown(platform)) return "This console version does not support its platform.";
  if (platform !== "shopify" || synced_at === undefined) {
    return integrationRecords[platform].storeLabel;
  }
  if (sync_progress && !last_known_error) {
    const { read, total } = sync_progress;
    const all = typeof total === "number" ? ` of ${formatFigure(total)}` : "";
    return `Reading its products: ${formatFigure(read)}${all}`;
  }
  if (!synced_at) return "Its products have not been synced yet";
  return (
    <>
      Products synced <Time value={synced_at} as="relative" />
    </>
  );
}

type RemoveIntegrationProps = { integration: Integration; open: boolean; onClose: () => void };

function RemoveIntegration({ integration, open, onClose }: RemoveIntegrationProps) {
  const remove = useRemoveIntegration();
  const { id, platform, store_name } = integration;
  const label = useIntegrationLabel(platform);
  const isSmtp = useMailKind() === "smtp" && platform === "amazon_ses";
  return (
    <CommandQuestion
      command={remove}
      open={open}
      onClose={onClose}
      title={
        <>
          Remove <bdi>{store_name}</bdi>?
        </>
      }
      confirm="Remove"
      icon={<Trash2 />}
      // Needs no onClose: this question unmounts with the card of the removed integration.
      onConfirm={() => void remove.send({ params: { id } })}
    >
      The {label} integration <strong>{store_name}</strong> is removed{!isSmtp && " with its keys"}
      {wentWith(platform)}
    </CommandQuestion>
  );
}

/** Completes the sentence with the effect on the features that used it. */
function wentWith(platform: string) {
  switch (platform) {
    case "shopify":
      return " and its synced products. Sales posts and the sale rotator continue without it.";
    case "amazon_ses":
      return ". A newsletter sent with it stops until you choose another.";
    default:
      return ".";
  }
}
