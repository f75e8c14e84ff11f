import { KeyRound } from "lucide-react";
import { useMemo, useState } from "react";
import { useFormState } from "react-hook-form";
import { type PlatformType, platforms } from "@/entities/account";
import type { Id } from "@/shared/api/id";
import { ConsoleForm } from "@/shared/forms/console-form";
import { CredentialFields } from "@/shared/forms/credential-fields";
import { DiscardQuestion } from "@/shared/forms/discard-question";
import { DialogFormFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import { updateFailure, useUpdateCredentials } from "../mutations";
import { blankCredentials, credentialsFormSchema } from "../schema";

type UpdateCredentialsProps = {
  account: Id;
  name: string;
  platform: PlatformType;
  onClose: () => void;
};

const defaults = { credentials: blankCredentials };
const secrets = ["credentials"] as const;

/** Mounted only while it is open, so that closing it discards the typed keys. */
export function UpdateCredentialsDialog({
  account,
  name,
  platform,
  onClose,
}: UpdateCredentialsProps) {
  const { label, fields, fieldsRequired } = platforms[platform];
  const update = useUpdateCredentials();
  const [isAsking, setAsking] = useState(false);
  const form = useConsoleForm({
    schema: useMemo(() => credentialsFormSchema(platform), [platform]),
    defaults,
    draft: `credentials-${account}`,
    secrets,
    failure: updateFailure,
    save: (body) => update.send({ params: { id: account }, body }),
    onSaved: onClose,
  });
  const { isDirty } = useFormState({ control: form.control });
  // No question while it saves: closing does not stop the save, so nothing typed is lost.
  const leave = () => (isDirty && !update.isBusy ? setAsking(true) : onClose());

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
            ? `They replace all that is stored for this ${label} account.`
            : `They replace all that is stored for this ${label} account: what is left empty is removed.`
        }
      >
        <ConsoleForm form={form} label="Update credentials">
          <DialogBody>
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
            busy={update.isBusy}
            onCancel={leave}
          />
        </ConsoleForm>
      </Dialog>
    </>
  );
}
