import { type Control, useController } from "react-hook-form";
import { type Integration, integrationQueries, useIntegrationLabel } from "@/entities/integration";
import { type Id, sameId } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { Field } from "@/shared/ui/form-controls/field";
import { Select } from "@/shared/ui/form-controls/select";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import type { NewsletterFields } from "../schema";

export type MailService = { readonly id: Id; readonly store_name: string };

export const mailServices = (integrations: readonly Integration[]): readonly MailService[] =>
  integrations.filter(({ platform }) => platform === "amazon_ses");

/** @param label the name of the mail service: `Amazon SES` */
export const sayService = ({ store_name }: MailService, label: string) => `${label}: ${store_name}`;

type IntegrationFieldProps<Output> = {
  control: Control<NewsletterFields, unknown, Output>;
  required: boolean;
  group: Id;
};

/** If the integrations cannot be read, the other settings stay on the screen. */
export function IntegrationField<Output>({ group, ...field }: IntegrationFieldProps<Output>) {
  const unread = <ServiceChoice {...field} services={undefined} />;
  return (
    <div>
      <PanelBoundary loading={unread} failedHead={unread}>
        <ReadServices group={group} {...field} />
      </PanelBoundary>
    </div>
  );
}

function ReadServices<Output>({ group, ...field }: IntegrationFieldProps<Output>) {
  const integrations = useRead(integrationQueries.ofGroup(group)).items;
  return <ServiceChoice {...field} services={mailServices(integrations)} />;
}

type ServiceChoiceProps<Output> = Omit<IntegrationFieldProps<Output>, "group"> & {
  /** Undefined while they are unknown: the stored choice is kept until then. */
  services: readonly MailService[] | undefined;
};

/** The select holds text; the form holds the id as the server sent it. */
function ServiceChoice<Output>({ control, required, services }: ServiceChoiceProps<Output>) {
  const { field, fieldState } = useController({ control, name: "integration_id" });
  const { value, onChange, ...rest } = field;
  const label = useIntegrationLabel("amazon_ses");
  const isListed = value === null || services?.some(({ id }) => sameId(id, value));
  const none = services?.length === 0;
  return (
    <Field
      label="Integration"
      required={required}
      error={fieldState.error?.message}
      hint={none && `Add ${label} on the Integrations tab first.`}
    >
      {(props) => (
        <Select
          {...props}
          {...rest}
          disabled={services === undefined}
          value={value === null ? "" : String(value)}
          onChange={({ target }) =>
            onChange(services?.find(({ id }) => sameId(id, target.value))?.id ?? null)
          }
          options={[
            { value: "", label: none ? `No ${label} integration` : "None" },
            ...(isListed
              ? []
              : [
                  {
                    value: String(value),
                    label: services ? "Removed integration" : `Integration ${value}`,
                  },
                ]),
            ...(services ?? []).map((service) => ({
              value: String(service.id),
              label: sayService(service, label),
            })),
          ]}
        />
      )}
    </Field>
  );
}
