import { Plus } from "lucide-react";
import { useWatch } from "react-hook-form";
import { platforms } from "@/entities/account";
import type { Id } from "@/shared/api/id";
import { ConsoleForm } from "@/shared/forms/console-form";
import { SecretField, SelectField, TextField } from "@/shared/forms/fields";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { Button } from "@/shared/ui/button";
import { addAccountFailure, useAddAccount } from "../mutations";
import { accountFormSchema, addablePlatforms, blankCredentials } from "../schema";
import styles from "./add-account-form.module.css";

const defaults = {
  platform_type: "x_twitter",
  platform_username: "",
  credentials: blankCredentials,
} as const;
const secrets = ["credentials"] as const;
const keeps = ["platform_type"] as const;

/** Which fields are asked for is said by the platform's record. */
export function AddAccountForm({ group }: { group: Id }) {
  const add = useAddAccount();
  const form = useConsoleForm({
    schema: accountFormSchema,
    defaults,
    draft: `account-${group}`,
    secrets,
    keeps,
    failure: addAccountFailure,
    save: (body) => add.send({ params: { id: group }, body }),
  });
  const { control } = form;
  const platform = platforms[useWatch({ control, name: "platform_type" })];

  return (
    <ConsoleForm form={form} className={styles.form} label="Add account">
      <SelectField
        control={control}
        name="platform_type"
        label="Platform"
        required
        onPicked={() => form.setValue("credentials", blankCredentials)}
        options={addablePlatforms.map((type) => ({ value: type, label: platforms[type].label }))}
      />
      <TextField
        control={control}
        name="platform_username"
        label="Username"
        required
        autoComplete="off"
      />
      {platform.fields.map(({ name, label, secret }) => {
        const FieldKind = secret ? SecretField : TextField;
        return (
          <FieldKind
            key={`${platform.label} ${name}`}
            control={control}
            name={`credentials.${name}`}
            label={label}
            required={platform.fieldsRequired}
          />
        );
      })}
      {!platform.fieldsRequired && (
        <p className={styles.note}>
          The keys may be added later; until then nothing can be posted.
        </p>
      )}
      <footer className={styles.foot}>
        <Button type="submit" variant="primary" icon={<Plus />} busy={add.isBusy}>
          Add account
        </Button>
      </footer>
    </ConsoleForm>
  );
}
