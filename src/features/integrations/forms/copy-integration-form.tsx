import { Copy } from "lucide-react";
import { groupQueries } from "@/entities/group";
import { type Integration, integrationQueries } from "@/entities/integration";
import { type Id, sameId } from "@/shared/api/id";
import { ConsoleForm } from "@/shared/forms/console-form";
import { SelectField } from "@/shared/forms/fields";
import { SaveFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { useRead, useSharedRead } from "@/shared/query/use-read";
import { copyFailure, useCopyIntegration } from "../mutations";
import { copyFormSchema } from "../schema";
import styles from "./integration-forms.module.css";

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
