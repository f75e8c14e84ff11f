import { ExternalLink, Plus } from "lucide-react";
import { useWatch } from "react-hook-form";
import { type Account, platforms } from "@/entities/account";
import type { Id } from "@/shared/api/id";
import { ConsoleForm } from "@/shared/forms/console-form";
import { CredentialFields } from "@/shared/forms/credential-fields";
import { SelectField, TextField } from "@/shared/forms/fields";
import { DialogFormFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { useOffered, useReach } from "@/shared/query/use-backend";
import { Button } from "@/shared/ui/button/button";
import { DialogBody, DialogFooter } from "@/shared/ui/dialog/dialog";
import { leaveFor, redditConnectAddress, tokenMissing } from "../connect-address";
import { tiktokConnectCapability } from "../contract";
import { addAccountFailure, useAddAccount } from "../mutations";
import { accountFormSchema, blankCredentials, platformChoices } from "../schema";
import { KeyGuide, OffNote } from "./key-guide";

const defaults = {
  platform_type: "x_twitter",
  platform_username: "",
  credentials: blankCredentials,
} as const;
const secrets = ["credentials"] as const;
const choices = ["platform_type"] as const;

export type AddAccountFormProps = {
  group: Id;
  onClose: () => void;
  /** `account` is undefined if the server does not say what it has added. */
  onAdded: (account: Account | undefined) => void;
};

/** The platform's record decides which fields the form asks for. */
export function AddAccountForm({ group, onClose, onAdded }: AddAccountFormProps) {
  const add = useAddAccount();
  const form = useConsoleForm({
    schema: accountFormSchema,
    defaults,
    draft: `account-${group}`,
    secrets,
    choices,
    failure: addAccountFailure,
    save: (body) => add.send({ params: { id: group }, body }),
    onSaved: (account) => {
      onAdded(account);
      onClose();
    },
  });
  const { control } = form;
  const type = useWatch({ control, name: "platform_type" });
  const platform = platforms[type];
  const isOff = useReach(type) === "off";

  const isOnTheirPage = platform.connects === "oauth";

  return (
    <ConsoleForm form={form} label="Add account" standsIn="dialog">
      <DialogBody>
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
        {isOff && <OffNote platform={type} label={platform.label} />}
        {isOnTheirPage ? (
          !isOff && <p className="meta">You'll approve access on Reddit, then return here.</p>
        ) : (
          <>
            <TextField
              control={control}
              name="platform_username"
              label="Username"
              required
              autoComplete="off"
            />
            <KeyGuide platform={type} />
            <CredentialFields
              control={control}
              platform={type}
              fields={platform.fields}
              required={platform.fieldsRequired}
            />
            {!isOff && (
              <Note
                label={platform.label}
                connects={platform.connects}
                areRequired={platform.fieldsRequired}
              />
            )}
          </>
        )}
      </DialogBody>
      {isOnTheirPage ? (
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          {!isOff && (
            <ConnectReddit
              group={group}
              onTokenMissing={() => form.setError("root.server", { message: tokenMissing })}
            />
          )}
        </DialogFooter>
      ) : (
        <DialogFormFoot submit="Add account" icon={<Plus />} busy={add.isBusy} onCancel={onClose} />
      )}
    </ConsoleForm>
  );
}

type NoteProps = { label: string; connects: "credentials" | "session"; areRequired: boolean };

/** Tells the operator what else the account needs before it can post. */
function Note({ label, connects, areRequired }: NoteProps) {
  const isPrimedOnTikTok = useOffered(tiktokConnectCapability);
  if (connects === "session" && isPrimedOnTikTok) {
    return (
      <p className="meta">
        No keys needed. After adding the account, choose 'Prime session' in its actions and approve
        access on {label}. Until then it is inactive.
      </p>
    );
  }
  if (connects === "session") {
    return (
      <p className="meta">
        No keys needed. Set the group's proxy in Settings, add the account, then choose 'Prime
        session' in its actions. Until then it is inactive.
      </p>
    );
  }
  if (areRequired) return null;
  return <p className="meta">You can add the keys later. Until then nothing is posted.</p>;
}

type ConnectRedditProps = { group: Id; onTokenMissing: () => void };

/** Needs no keys: the operator allows access on Reddit and returns with the account connected. */
function ConnectReddit({ group, onTokenMissing }: ConnectRedditProps) {
  function connect() {
    const address = redditConnectAddress(group);
    if (address) leaveFor(address);
    else onTokenMissing();
  }

  return (
    <Button variant="primary" icon={<ExternalLink />} onClick={connect}>
      Connect Reddit
    </Button>
  );
}
