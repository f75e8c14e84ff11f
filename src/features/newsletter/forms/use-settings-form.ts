import { useQueryClient } from "@tanstack/react-query";
import { integrationQueries, useIntegrationLabel } from "@/entities/integration";
import { type Id, sameId } from "@/shared/api/id";
import { useGuardedForm } from "@/shared/forms/guarded/use-guarded-form";
import { fetchFresh } from "@/shared/query/prefetch";
import { saveFailure, useSaveSettings } from "../mutations";
import { newsletterQueries } from "../queries";
import {
  type NewsletterSettings,
  newsletterFields,
  newsletterSettingsUpdateSchema,
} from "../schema";
import { type MailService, mailServices, sayService } from "./integration-field";

const labels: Readonly<Record<string, string>> = {
  is_active: "Active",
  integration_id: "Integration",
  sender_email: "Sender email",
  subject_template: "Subject template",
  mjml_template: "MJML template",
};

/** Keys the settings by their labels on the screen; those of a newer server keep their own name. */
function named(settings: NewsletterSettings, services: readonly MailService[], label: string) {
  const service = services.find(({ id }) => sameId(id, settings.integration_id ?? undefined));
  const said = service ? { ...settings, integration_id: sayService(service, label) } : settings;
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => [labels[name] ?? name, value]),
  );
}

/** Saves the settings as a whole, including those that a newer server added. */
export function useSettingsForm(group: Id, stored: NewsletterSettings) {
  const client = useQueryClient();
  const command = useSaveSettings();
  const label = useIntegrationLabel("amazon_ses");
  // Only names for the question to the operator: it shows the id if they are not loaded.
  const services = () =>
    mailServices(client.getQueryData(integrationQueries.ofGroup(group).queryKey)?.items ?? []);
  const guarded = useGuardedForm({
    schema: newsletterSettingsUpdateSchema,
    stored,
    valuesOf: newsletterFields,
    overwrites: (settings) => named(settings, services(), label),
    readStored: () => fetchFresh(client, newsletterQueries.settings(group)),
    draft: `newsletter-settings-${group}`,
    failure: saveFailure,
    bodyOf: (values, now) => ({ ...now, ...values }),
    send: (body) => command.send({ params: { groupId: group }, body }),
  });
  return { ...guarded, isBusy: guarded.isBusy || command.isBusy };
}
