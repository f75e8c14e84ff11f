import { Plus } from "lucide-react";
import { integrationLabel } from "@/entities/integration";
import { blankKeys } from "@/shared/api/credential-field";
import type { Id } from "@/shared/api/id";
import type { z } from "@/shared/config/zod";
import { ConsoleForm } from "@/shared/forms/console-form";
import { CredentialFields } from "@/shared/forms/credential-fields";
import { TextField } from "@/shared/forms/fields";
import { SaveFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { addFailures, useAddIntegration } from "../mutations";
import { integrationRecords } from "../platforms";
import { type NewIntegration, newAmazonSesSchema, newShopifySchema } from "../schema";
import styles from "./integration-forms.module.css";

const mail = {
  platform: "amazon_ses",
  schema: newAmazonSesSchema,
  store: { type: "email", placeholder: "news@example.com" },
} as const;

/** The integrations that are added in one step: platform, schema, and input for the store name. */
const asked = {
  shopify: {
    platform: "shopify",
    schema: newShopifySchema,
    store: { placeholder: "my-store.myshopify.com" },
  },
  amazon_ses: mail,
  smtp: mail,
} as const;

type Asked = keyof typeof asked;
type Values = {
  platform: NewIntegration["platform"];
  store_name: string;
  credentials: Readonly<Record<string, string | undefined>>;
};

const secrets = ["credentials"] as const;

export function AddIntegrationForm({ group, kind }: { group: Id; kind: Asked }) {
  const { storeLabel, fields, needs } = integrationRecords[kind];
  const { platform, schema, store } = asked[kind];
  const hasKeys = fields.length > 0;
  const add = useAddIntegration(kind);
  const form = useConsoleForm<Values, NewIntegration>({
    schema: schema as z.ZodMiniType<NewIntegration, Values>,
    defaults: { platform, store_name: "", ...(hasKeys && { credentials: blankKeys(fields) }) },
    draft: `integration-${kind}-${group}`,
    secrets,
    failure: addFailures[kind],
    save: (body) => add.send({ params: { id: group }, body }),
  });
  const { control } = form;
  const name = `Add ${integrationLabel(kind)}`;

  return (
    <ConsoleForm form={form} label={name} stacked>
      <TextField
        control={control}
        name="store_name"
        label={storeLabel}
        required
        autoComplete="off"
        {...store}
      />
      <CredentialFields control={control} platform={kind} fields={fields} required />
      <p className={styles.note}>
        {needs}
        {hasKeys && " Keys are stored encrypted and never shown again."}
      </p>
      <SaveFoot control={control} busy={add.isBusy} icon={<Plus />}>
        {name}
      </SaveFoot>
    </ConsoleForm>
  );
}
