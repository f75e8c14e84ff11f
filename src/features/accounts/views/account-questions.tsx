import { Eraser, History, Trash2 } from "lucide-react";
import { type Account, platformLabel } from "@/entities/account";
import type { Id } from "@/shared/api/id";
import { useGuardedQuestion } from "@/shared/forms/guarded/use-guarded-question";
import { wasDone } from "@/shared/query/use-batch";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { Notice } from "@/shared/ui/panel/notice";
import {
  clearFailure,
  type useBackfill,
  type useClearCredentials,
  type useDeleteAccount,
} from "../mutations";
import { haveOtherCredentials, useReadAccount } from "../queries";

type QuestionProps<Command> = {
  account: Account;
  command: Command;
  open: boolean;
  onClose: () => void;
};

export function ClearCredentials({
  account,
  group,
  command: clear,
  open,
  onClose,
}: QuestionProps<ReturnType<typeof useClearCredentials>> & { group: Id }) {
  const { hasChanged, command, confirm } = useGuardedQuestion({
    isOpen: open,
    asked: account,
    readStored: useReadAccount(group, account.id),
    isOther: haveOtherCredentials,
    command: clear,
    failure: clearFailure,
    send: ({ id }) => clear.send({ params: { id } }),
    onDone: onClose,
  });
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
      onConfirm={() => void confirm()}
    >
      {hasChanged && (
        <Notice tone="warning" title="Someone else has just changed them">
          Nothing has been cleared yet.
        </Notice>
      )}
      The {platformLabel(account.platform_type)} account <strong>{nameOf(account)}</strong> becomes
      inactive until you enter new ones. Its posts and their figures are kept.
    </CommandQuestion>
  );
}

/** Asked only where reading the figures costs money. */
export function BackfillPerformance({
  account,
  command,
  open,
  onClose,
}: QuestionProps<ReturnType<typeof useBackfill>>) {
  const backfill = async () => {
    if (wasDone(await command.send({ params: { accountId: account.id } }))) onClose();
  };
  return (
    <CommandQuestion
      command={command}
      open={open}
      onClose={onClose}
      title={
        <>
          Backfill the performance of <bdi>{nameOf(account)}</bdi>?
        </>
      }
      confirm="Backfill performance"
      icon={<History />}
      tone="primary"
      onConfirm={() => void backfill()}
    >
      The figures of all published posts of <strong>{nameOf(account)}</strong> are read again. X
      charges $0.005 for each post and day.
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
      The {platformLabel(account.platform_type)} account <strong>{nameOf(account)}</strong> is
      deleted with its credentials and scheduled posts. Published posts stay online.
    </CommandQuestion>
  );
}

/** The username, or the platform's name until Reddit has sent one. */
export const nameOf = ({ platform_type, platform_username }: Account) =>
  platform_username || platformLabel(platform_type);
