import { type Control, useController } from "react-hook-form";
import { type Id, sameId } from "@/shared/api/id";
import { controlProps, Field } from "@/shared/ui/field";
import { Select } from "@/shared/ui/select";
import type { NewsletterFields } from "../schema";

export type MailService = { readonly id: Id; readonly store_name: string };

export const sayService = ({ store_name }: MailService) => `Amazon SES: ${store_name}`;

type IntegrationFieldProps<Output> = {
  control: Control<NewsletterFields, unknown, Output>;
  required: boolean;
  services: readonly MailService[];
};

/** A select holds text, the form the id as the server gave it. */
export function IntegrationField<Output>({
  control,
  required,
  services,
}: IntegrationFieldProps<Output>) {
  const { field, fieldState } = useController({ control, name: "integration_id" });
  const { value, onChange, ...rest } = field;
  const isKnown = value === null || services.some(({ id }) => sameId(id, value));
  const none = services.length === 0;
  return (
    <Field
      label="Integration"
      required={required}
      error={fieldState.error?.message}
      hint={none && "Add Amazon SES on the Integrations tab first."}
    >
      {(ids) => (
        <Select
          {...controlProps(ids)}
          {...rest}
          value={value === null ? "" : String(value)}
          onChange={({ target }) =>
            onChange(services.find(({ id }) => sameId(id, target.value))?.id ?? null)
          }
          options={[
            { value: "", label: none ? "No Amazon SES integration" : "None" },
            ...(isKnown ? [] : [{ value: String(value), label: "One that is gone" }]),
            ...services.map((service) => ({
              value: String(service.id),
              label: sayService(service),
            })),
          ]}
        />
      )}
    </Field>
  );
}
