import { Copy, Plus } from "lucide-react";
import { groupQueries } from "@/entities/group";
import { type Integration, integrationLabel, integrationQueries } from "@/entities/integration";
import { blankKeys } from "@/shared/api/credential-field";
import { type Id, sameId } from "@/shared/api/id";
import type { z } from "@/shared/config/zod";
import { ConsoleForm } from "@/shared/forms/console-form";
import { CredentialFields } from "@/shared/forms/credential-fields";
import { SelectField, TextField } from "@/shared/forms/fields";
import { SaveFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { useRead, useSharedRead } from "@/shared/query/use-read";
import { addFailures, copyFailure, useAddIntegration, useCopyIntegration } from "../mutations";
import { integrationRecords } from "../platforms";
import {
  copyFormSchema,
  type NewIntegration,
  newAmazonSesSchema,
  newShopifySchema,
} from "../schema";
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

const defaults = { source_integration_id: "" };

export function CopyIntegration({ group }: { group: Id }) {
  const { items: everywhere, unreadable } = useRead(integrationQueries.everywhere());
  const offered = everywhere.filter(
    ({ platform, account_group_id }) => platform === "shopify" && !sameId(account_group_id, group),
  );
  if (offered.length === 0) {
    if (unreadable > 0) return null;
    return <p className={styles.note}>No other group has a Shopify integration to copy.</p>;
  }
  return <CopyForm group={group} offered={offered} />;
}

type CopyFormProps = { group: Id; offered: readonly Integration[] };

/** Copies a shop with its keys, so that nobody needs to type them again. */
function CopyForm({ group, offered }: CopyFormProps) {
  const groups = useSharedRead(groupQueries.list()).items;
  const copy = useCopyIntegration();
  const form = useConsoleForm({
    schema: copyFormSchema,
    defaults,
    draft: `integration-copy-${group}`,
    failure: copyFailure,
    save: ({ source_integration_id }) =>
      copy.send({
        body: {
          // Sends the id unchanged. If the integration no longer exists, the server refuses it.
          source_integration_id:
            offered.find(({ id }) => sameId(id, source_integration_id))?.id ??
            source_integration_id,
          target_group_id: group,
        },
      }),
  });
  const { control } = form;
  const ownerOf = (id: Id | undefined) =>
    groups.find((one) => sameId(one.id, id))?.name ??
    (id === undefined ? "another group" : `group ${id}`);

  return (
    <ConsoleForm form={form} label="Copy integration" stacked>
      <SelectField
        control={control}
        name="source_integration_id"
        label="Integration"
        required
        placeholder="Choose a shop from another group"
        options={offered.map(({ id, store_name, account_group_id }) => ({
          value: String(id),
          label: `${store_name} · ${ownerOf(account_group_id)}`,
        }))}
      />
      <SaveFoot control={control} busy={copy.isBusy} icon={<Copy />}>
        Copy integration
      </SaveFoot>
    </ConsoleForm>
  );
}
