import { useReach } from "@/shared/query/use-reach";
import { integrationLabel } from "./schema";

/** `smtp` if the server sends all mail by one SMTP server: an integration is a sender without keys. */
export function useMailKind(): "amazon_ses" | "smtp" {
  const reach = useReach("smtp");
  return reach === "real" || reach === "held" ? "smtp" : "amazon_ses";
}

/** The platform's name. What the API calls `amazon_ses` may be mail by SMTP on this server. */
export function useIntegrationLabel(platform: string) {
  const mail = useMailKind();
  return integrationLabel(platform === "amazon_ses" ? mail : platform);
}
