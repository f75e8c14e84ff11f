import { type LucideIcon, Mail, Megaphone, Plug, RefreshCw, Store } from "lucide-react";
import { useState } from "react";
import type { Integration, IntegrationPlatform } from "@/entities/integration";
import { Time } from "@/shared/time/time";
import { Button } from "@/shared/ui/button";
import { CardNote } from "@/shared/ui/card-note";
import { Card } from "@/shared/ui/panel";
import { useSyncProducts } from "../mutations";
import { integrationRecords } from "../platforms";
import styles from "./integrations.module.css";
import { RemoveIntegration } from "./remove-integration";

const icons: Readonly<Record<IntegrationPlatform, LucideIcon>> = {
  shopify: Store,
  facebook_ads: Megaphone,
  amazon_ses: Mail,
};

export function IntegrationCard({ integration }: { integration: Integration }) {
  const { id, platform, store_name, last_known_error } = integration;
  const sync = useSyncProducts();
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
      {last_known_error && (
        <CardNote tone="danger" title="Last error">
          {last_known_error}
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

const isKnown = (platform: string): platform is IntegrationPlatform =>
  Object.hasOwn(icons, platform);

/** For a shop, when its products were synced. For the others, the meaning of their name. */
function StateOf({ integration: { platform, synced_at } }: { integration: Integration }) {
  if (!isKnown(platform)) return "This version of the console does not know its platform.";
  if (platform !== "shopify" || synced_at === undefined) {
    return integrationRecords[platform].storeLabel;
  }
  if (!synced_at) return "Its products have not been synced yet";
  return (
    <>
      Products synced <Time value={synced_at} as="relative" />
    </>
  );
}
