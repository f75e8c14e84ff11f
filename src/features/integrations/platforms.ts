import type { IntegrationPlatform } from "@/entities/integration";
import { type CredentialField, open, secret } from "@/shared/api/credential-field";
import { usualRegion } from "./schema";

type IntegrationRecord = {
  /** The label of `store_name` on this platform. */
  readonly storeLabel: string;
  readonly fields: readonly CredentialField[];
  /** A note on the keys: the permissions they need, or how they are tested. */
  readonly needs: string;
  /** Shown if the group has no integration of this platform. */
  readonly none: string;
};

/** `smtp` is in place of `amazon_ses` on a server that sends mail by SMTP. */
type Kind = IntegrationPlatform | "smtp";

const noMail = "No mail service. The newsletter needs one.";

/** Everything that differs between the platforms of integrations, as data. */
export const integrationRecords: Readonly<Record<Kind, IntegrationRecord>> = {
  shopify: {
    storeLabel: "Store name",
    fields: [
      secret("api_key", "API key"),
      secret("password", "Access token"),
      secret("webhook_secret", "Webhook secret"),
    ],
    needs:
      "The key needs the permissions read_products and read_orders for sales posts, write_products for the sale rotator, and read_publications and write_publications for sales channels and to publish the sale collection.",
    none: "No shop. Sales posts and the sale rotator need one.",
  },
  facebook_ads: {
    storeLabel: "Ad account",
    fields: [secret("user_access_token", "User access token")],
    needs: "The token needs the permission ads_read.",
    none: "No ad account.",
  },
  amazon_ses: {
    storeLabel: "Sender email",
    fields: [
      secret("aws_access_key_id", "AWS access key ID"),
      secret("aws_secret_access_key", "AWS secret access key"),
      open("aws_region", "AWS region", usualRegion),
    ],
    needs: "The key needs ses:SendEmail, ses:GetAccount and ses:GetEmailIdentity.",
    none: noMail,
  },
  smtp: {
    storeLabel: "Sender email",
    fields: [],
    needs: "Mail is sent through the mail server (SMTP) set up on this server. No keys needed.",
    none: noMail,
  },
};
