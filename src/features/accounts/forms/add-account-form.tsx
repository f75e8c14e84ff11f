import { Plus } from "lucide-react";
import { useWatch } from "react-hook-form";
import { platforms } from "@/entities/account";
import type { Id } from "@/shared/api/id";
import { ConsoleForm } from "@/shared/forms/console-form";
import { CredentialFields } from "@/shared/forms/credential-fields";
import { SelectField, TextField } from "@/shared/forms/fields";
import { FormFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { Button } from "@/shared/ui/button";
import { addAccountFailure, useAddAccount } from "../mutations";
import { accountFormSchema, blankCredentials, platformChoices } from "../schema";
import styles from "./add-account-form.module.css";
import { ConnectReddit } from "./connect-reddit";

const defaults = {
  platform_type: "x_twitter",
  platform_username: "",
  credentials: blankCredentials,
} as const;
const secrets = ["credentials"] as const;
const keeps = ["platform_type"] as const;

/** The platform's record decides which fields the form asks for. */
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
  const type = useWatch({ control, name: "platform_type" });
  const platform = platforms[type];

  return (
    <ConsoleForm form={form} label="Add account" stacked>
      <SelectField
        control={control}
        name="platform_type"
        label="Platform"
        required
        onPicked={() => {
          form.setValue("credentials", blankCredentials);
          // The errors are about the previous platform's fields.
          form.clearErrors();
        }}
        options={platformChoices}
      />
      {platform.connects === "oauth" ? (
        <ConnectReddit group={group} />
      ) : (
        <>
          <TextField
            control={control}
            name="platform_username"
            label="Username"
            required
            autoComplete="off"
          />
          <CredentialFields
            control={control}
            platform={type}
            fields={platform.fields}
            required={platform.fieldsRequired}
          />
          <Note connects={platform.connects} areRequired={platform.fieldsRequired} />
          <FormFoot>
            <Button type="submit" variant="primary" icon={<Plus />} busy={add.isBusy}>
              Add account
            </Button>
          </FormFoot>
        </>
      )}
    </ConsoleForm>
  );
}

type NoteProps = { connects: "credentials" | "session"; areRequired: boolean };

/** Tells the operator what else the account needs before it can post. */
function Note({ connects, areRequired }: NoteProps) {
  if (connects === "session") {
    return (
      <p className={styles.note}>
        There are no keys to type. Set the group's proxy under Settings, then choose 'Prime session'
        in the account's actions: until then it is inactive and nothing is posted with it.
      </p>
    );
  }
  if (areRequired) return null;
  return (
    <p className={styles.note}>The keys may be added later; until then nothing can be posted.</p>
  );
}
