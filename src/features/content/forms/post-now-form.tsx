import { Send } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Control, useWatch } from "react-hook-form";
import type { Account } from "@/entities/account";
import { once } from "@/shared/format/once";
import { ConsoleForm } from "@/shared/forms/console-form";
import { DialogFormFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { DialogBody } from "@/shared/ui/dialog/dialog";
import { postNowFailure } from "../mutations";
import { accountName } from "../posting";
import { type ContentItem, type PostNowValues, postNowSchema } from "../schema";
import type { Posting } from "../views/use-posting";
import { AccountChoices } from "./account-choices";
import styles from "./content-forms.module.css";

type PostNowFormProps = {
  item: ContentItem;
  accounts: readonly Account[];
  posting: Posting;
  onCancel: () => void;
  /** The post as it goes out. */
  children: ReactNode;
};

/** Chooses the accounts and confirms in one step: it shows the post and names every account. */
export function PostNowForm({ item, accounts, posting, onCancel, children }: PostNowFormProps) {
  const [isOpenEnded, setOpenEnded] = useState(false);
  const form = useConsoleForm({
    schema: postNowSchema,
    defaults: { social_account_ids: [] },
    draft: `post-now-${item.id}`,
    failure: postNowFailure,
    save: async ({ social_account_ids }) => {
      const outcome = await posting.post(chosenOf(accounts, social_account_ids));
      setOpenEnded(outcome.kind === "unknown");
      return outcome;
    },
  });

  function cancel() {
    // Unlike typed text, a choice of accounts is no work to keep.
    if (!posting.isBusy) form.discard();
    onCancel();
  }

  return (
    <ConsoleForm form={form}>
      <DialogBody>
        {children}
        <AccountChoices
          control={form.control}
          item={item}
          accounts={accounts}
          isBusy={posting.isBusy}
          // A retry to the same accounts is the same intent, which is never carried out twice.
          isLocked={isOpenEnded}
        />
      </DialogBody>
      <DialogFormFoot submit="Post now" icon={<Send />} busy={posting.isBusy} onCancel={cancel}>
        <Where control={form.control} accounts={accounts} />
      </DialogFormFoot>
    </ConsoleForm>
  );
}

type WhereProps = { control: Control<PostNowValues>; accounts: readonly Account[] };

const list = once(() => new Intl.ListFormat("en"));

/** States beside the button which accounts it posts to. */
function Where({ control, accounts }: WhereProps) {
  const ids = useWatch({ control, name: "social_account_ids" });
  const names = chosenOf(accounts, ids).map(accountName);
  return (
    <p className={styles.where} role="status">
      {names.length === 0
        ? "No account chosen"
        : `Goes out at once on ${names.length === 1 ? "1 account" : `${names.length} accounts`}: ${list().format(names)}.`}
    </p>
  );
}

/** Returns the chosen accounts, without those that have become inactive since. */
const chosenOf = (accounts: readonly Account[], ids: PostNowValues["social_account_ids"]) =>
  accounts.filter(
    (account) => account.is_active && ids.some((id) => String(id) === String(account.id)),
  );
