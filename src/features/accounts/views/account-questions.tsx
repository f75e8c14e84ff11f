import { Eraser, Trash2 } from "lucide-react";
import { type Account, platformLabel } from "@/entities/account";
import { wasDone } from "@/shared/query/use-batch";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import type { useClearCredentials, useDeleteAccount } from "../mutations";
import { nameOf } from "./name-of";

type QuestionProps<Command> = {
  account: Account;
  command: Command;
  open: boolean;
  onClose: () => void;
};

export function ClearCredentials({
  account,
  command,
  open,
  onClose,
}: QuestionProps<ReturnType<typeof useClearCredentials>>) {
  async function clear() {
    if (wasDone(await command.send({ params: { id: account.id } }))) onClose();
  }
  return (
    <CommandQuestion
      command={command}
      open={open}
      onClose={onClose}
      title={
        <>
          Clear the credentials of <bdi>{nameOf(account)}</bdi>?
        </>
      }
      confirm="Clear credentials"
      icon={<Eraser />}
      onConfirm={() => void clear()}
    >
      The {platformLabel(account.platform_type)} account <strong>{nameOf(account)}</strong> becomes
      inactive: nothing is posted with it until new ones are there. Its posts and their figures
      stay.
    </CommandQuestion>
  );
}

export function DeleteAccount({
  account,
  command,
  open,
  onClose,
}: QuestionProps<ReturnType<typeof useDeleteAccount>>) {
  return (
    <CommandQuestion
      command={command}
      open={open}
      onClose={onClose}
      title={
        <>
          Delete <bdi>{nameOf(account)}</bdi>?
        </>
      }
      confirm="Delete account"
      icon={<Trash2 />}
      // Needs no onClose: this question unmounts with the card of the deleted account.
      onConfirm={() => void command.send({ params: { id: account.id } })}
    >
      The {platformLabel(account.platform_type)} account <strong>{nameOf(account)}</strong> goes
      with its credentials and with what it was still to publish. What is already published stays
      where it is.
    </CommandQuestion>
  );
}
