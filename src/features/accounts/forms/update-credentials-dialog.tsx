import { KeyRound } from "lucide-react";
import { useMemo, useState } from "react";
import { useFormState } from "react-hook-form";
import { type Account, type PlatformType, platforms } from "@/entities/account";
import type { Id } from "@/shared/api/id";
import { CredentialFields } from "@/shared/forms/credential-fields";
import { DiscardQuestion } from "@/shared/forms/discard-question";
import { DialogFormFoot } from "@/shared/forms/form-foot";
import { sayStored, typedSecret } from "@/shared/forms/guarded/compared-values";
import { GuardedForm } from "@/shared/forms/guarded/guarded-form";
import { useGuardedForm } from "@/shared/forms/guarded/use-guarded-form";
import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import { updateFailure, useUpdateCredentials } from "../mutations";
import { useReadAccount } from "../queries";
import { blankCredentials, credentialsFormSchema } from "../schema";
import { KeyGuide } from "./key-guide";

type UpdateCredentialsProps = {
  account: Account;
  group: Id;
  name: string;
  platform: PlatformType;
  onClose: () => void;
};

const secrets = ["credentials"] as const;

/** Mounted only while it is open, so that closing it discards the typed keys. */
export function UpdateCredentialsDialog({
  account,
  group,
  name,
  platform,
  onClose,
}: UpdateCredentialsProps) {
  const { label, fields, fieldsRequired } = platforms[platform];
  const update = useUpdateCredentials();
  const [isAsking, setAsking] = useState(false);
  const guarded = useGuardedForm({
    schema: useMemo(() => credentialsFormSchema(platform), [platform]),
    stored: account,
    valuesOf,
    overwrites,
    readStored: useReadAccount(group, account.id),
    draft: `credentials-${account.id}`,
    secrets,
    failure: updateFailure,
    bodyOf: (body) => body,
    send: (body) => update.send({ params: { id: account.id }, body }),
    onSaved: onClose,
    onTaken: onClose,
  });
  const { form } = guarded;
  const { isDirty } = useFormState({ control: form.control });
  // No question while it saves: closing does not stop the save, so nothing typed is lost.
  const leave = () => (isDirty && !guarded.isBusy ? setAsking(true) : onClose());

  return (
    <>
      {/* Before the dialog: when both close at once, the last one returns the focus. */}
      <DiscardQuestion open={isAsking} onKeep={() => setAsking(false)} onDiscard={onClose} />
      <Dialog
        open
        onOpenChange={(isOpen) => isOpen || leave()}
        title={
          <>
            Update credentials of <bdi>{name}</bdi>
          </>
        }
        description={
          fieldsRequired
            ? `Replaces everything stored for this ${label} account.`
            : `Replaces everything stored for this ${label} account. Empty fields are removed.`
        }
      >
        <GuardedForm guarded={guarded} record="account" label="Update credentials">
          <DialogBody>
            <KeyGuide platform={platform} />
            <CredentialFields
              control={form.control}
              platform={platform}
              fields={fields}
              required={fieldsRequired}
            />
          </DialogBody>
          <DialogFormFoot
            submit="Update credentials"
            icon={<KeyRound />}
            busy={guarded.isBusy}
            onCancel={leave}
          />
        </GuardedForm>
      </Dialog>
    </>
  );
}

const valuesOf = () => ({ credentials: blankCredentials });

/** A backend that does not say when they were changed still says whether the account is active. */
const overwrites = ({
  credentials,
  ...account
}: Account & { credentials?: Readonly<Record<string, string>> }) => ({
  Credentials: credentials
    ? typedSecret
    : sayStored(account.health !== "incomplete", account.credentials_changed_at),
  Active: credentials ? true : account.is_active,
});
