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

/** Chooses where a post goes, and is the question too: it shows the post and names every account. */
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
    // What was chosen, unlike what was typed, is no work to keep.
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
          // Sent again to the same accounts it is the same intent, which is never done twice.
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

/** What the button will do, in a sentence beside it. */
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

/** Without what has become inactive since it was chosen. */
const chosenOf = (accounts: readonly Account[], ids: PostNowValues["social_account_ids"]) =>
  accounts.filter(
    (account) => account.is_active && ids.some((id) => String(id) === String(account.id)),
  );
