import { useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import {
  type Account,
  AccountName,
  AccountPicker,
  accountName,
  isBroken,
  PlatformFit,
  stateOf,
} from "@/entities/account";
import { isOffered } from "@/shared/api/capabilities";
import { counted } from "@/shared/format/number";
import { listed } from "@/shared/format/text";
import { ConsoleForm } from "@/shared/forms/console-form";
import { DialogFormFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { submitLabel } from "@/shared/query/outcome";
import { fetchFresh } from "@/shared/query/prefetch";
import { useIsHeld } from "@/shared/query/use-backend";
import { Time } from "@/shared/time/time";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { DialogBody } from "@/shared/ui/dialog/dialog";
import { Notice } from "@/shared/ui/panel/notice";
import { contentApi } from "../contract";
import { postNowFailure } from "../mutations";
import { duplicatesOn, fitOn } from "../posting";
import { contentQueries } from "../queries";
import { type ContentItem, type PostNowValues, postNowSchema, type UnsettledPost } from "../schema";
import type { Posting } from "../views/use-posting";
import styles from "./content-forms.module.css";

type PostNowFormProps = {
  item: ContentItem;
  accounts: readonly Account[];
  posting: Posting;
  onCancel: () => void;
  /** The post as it goes out. */
  children: ReactNode;
};

type Asked = {
  readonly duplicates: readonly UnsettledPost[];
  readonly answer: (isSure: boolean) => void;
};

/** Chooses the accounts and confirms in one step: it shows the post and names every account. */
export function PostNowForm({ item, accounts, posting, onCancel, children }: PostNowFormProps) {
  const client = useQueryClient();
  const [isOpenEnded, setOpenEnded] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const form = useConsoleForm({
    schema: postNowSchema,
    defaults: { social_account_ids: [] },
    draft: `post-now-${item.id}`,
    failure: postNowFailure,
    save: async ({ social_account_ids }) => {
      const chosen = chosenOf(accounts, social_account_ids);
      // A repeat is not asked about: its own posts may be among those that are on their way.
      const isConfirmed = posting.openAttempt(chosen) ?? (await confirmDuplicates(chosen));
      if (isConfirmed === undefined) return { kind: "held" };
      const outcome = await posting.post(chosen, isConfirmed);
      setOpenEnded(outcome.kind === "unknown");
      return outcome;
    },
  });

  const ids = useWatch({ control: form.control, name: "social_account_ids" });
  const selected = chosenOf(accounts, ids);
  const mayRepeat = posting.mayRepeat(selected);

  /** Returns false if there is nothing to confirm; undefined if the operator cancels. */
  async function confirmDuplicates(chosen: readonly Account[]): Promise<boolean | undefined> {
    const duplicates = duplicatesOn(chosen, await unsettledPosts());
    if (duplicates.length === 0) return false;
    const isSure = await new Promise<boolean>((answer) => setAsked({ duplicates, answer }));
    return isSure || undefined;
  }

  /** Empty if the backend cannot tell; ours then refuses the post and says why. */
  async function unsettledPosts(): Promise<readonly UnsettledPost[]> {
    if (!isOffered(contentApi.unsettledPosts)) return [];
    const read = fetchFresh(client, contentQueries.unsettledPosts(item.id));
    return read.then(
      ({ items }) => items,
      () => [],
    );
  }

  function answer(isSure: boolean) {
    asked?.answer(isSure);
    setAsked(undefined);
  }

  function cancel() {
    // Unlike typed text, a choice of accounts is no work to keep.
    if (!posting.isBusy) form.discard();
    onCancel();
  }

  return (
    <ConsoleForm form={form}>
      <DialogBody>
        {children}
        <Accounts
          control={form.control}
          item={item}
          accounts={accounts}
          isBusy={posting.isBusy}
          // A retry to the same accounts is the same intent, which is never carried out twice.
          isLocked={isOpenEnded}
        />
        {mayRepeat && !isOpenEnded && (
          <Notice tone="warning" title="The last attempt may have gone through">
            Posting again may post it twice.
          </Notice>
        )}
      </DialogBody>
      <DialogFormFoot
        submit={submitLabel("Post now", mayRepeat)}
        icon={<Send />}
        busy={posting.isBusy}
        onCancel={cancel}
      >
        <Where accounts={selected} />
      </DialogFormFoot>
      <DuplicatesQuestion duplicates={asked?.duplicates} onAnswer={answer} />
    </ConsoleForm>
  );
}

type AccountsProps = Pick<PostNowFormProps, "item" | "accounts"> & {
  control: Control<PostNowValues>;
  /** True while it is sent. Disabling the fields for that time would lose the keyboard focus. */
  isBusy: boolean;
  /** True if the outcome is unknown: a retry must not go to other accounts. */
  isLocked: boolean;
};

function Accounts({ control, item, accounts, isBusy, isLocked }: AccountsProps) {
  const { field, fieldState } = useController({ control, name: "social_account_ids" });
  return (
    <AccountPicker
      accounts={accounts}
      field={{ ...field, onChange: (ids) => isBusy || field.onChange(ids) }}
      error={fieldState.error?.message}
      isLocked={isLocked}
      optionOf={(account, isChosen) => ({
        isChecked: isChosen && canPost(account),
        isDisabled: !canPost(account),
        note: <AccountNote account={account} item={item} />,
      })}
    />
  );
}

/** An account whose last test failed can be tried; one whose platform is switched off cannot. */
const canPost = ({ is_active, health }: Account) => is_active && health !== "off";

function AccountNote({ account, item }: { account: Account; item: ContentItem }) {
  const fit = fitOn(account.platform_type, item);
  const trouble = account.is_active && !isBroken(account) ? undefined : stateOf(account).word;
  if (!canPost(account) || !fit) return trouble;
  return <PlatformFit fit={fit} state={trouble} isNamed={false} isCounted />;
}

/** States beside the button which accounts it posts to. */
function Where({ accounts }: { accounts: readonly Account[] }) {
  const names = accounts.map(accountName);
  const count = counted(names.length, "account");
  const effect = useIsHeld() ? `${count} selected` : `Publishes now to ${count}`;
  return (
    <p className={styles.where} role="status">
      {names.length === 0 ? "No account selected" : `${effect}: ${listed(names)}.`}
    </p>
  );
}

/** Returns the chosen accounts, without those that have become inactive since. */
const chosenOf = (accounts: readonly Account[], ids: PostNowValues["social_account_ids"]) =>
  accounts.filter(
    (account) => account.is_active && ids.some((id) => String(id) === String(account.id)),
  );

type DuplicatesQuestionProps = {
  /** Undefined while the dialog is closed. */
  duplicates: readonly UnsettledPost[] | undefined;
  onAnswer: (isSure: boolean) => void;
};

/** Names the posts of the same content that are on their way or may be live, before another goes out. */
function DuplicatesQuestion({ duplicates = [], onAnswer }: DuplicatesQuestionProps) {
  const has = (wanted: string) => duplicates.some(({ status }) => status === wanted);
  // Of a status that this version does not know, the post may be live too.
  const mayBeLive = duplicates.some(({ status }) => status !== "scheduled");
  return (
    <ConfirmDialog
      open={duplicates.length > 0}
      onOpenChange={(isOpen) => isOpen || onAnswer(false)}
      title={mayBeLive ? "Is this content already live?" : "Post now instead of later?"}
      confirm={mayBeLive ? "Not live: post now" : "Post now instead"}
      icon={<Send />}
      tone="primary"
      onConfirm={() => onAnswer(true)}
    >
      <div className={styles.question}>
        <p>The selected accounts already have posts of this content:</p>
        <ul className={styles.targets}>
          {duplicates.map((post) => (
            <li key={post.id}>
              <AccountName
                type={post.platform_type ?? "unknown"}
                username={post.platform_username ?? null}
              />
              <span>
                {inWords(post.status)} <Time value={post.publish_at} />
              </span>
            </li>
          ))}
        </ul>
        {has("scheduled") && <p>This post replaces scheduled ones.</p>}
        {has("publishing") && <p>Posts being published cannot be replaced.</p>}
        {mayBeLive && <p>Check the profile first: a live post would appear twice.</p>}
      </div>
    </ConfirmDialog>
  );
}

const duplicateWords: ReadonlyMap<string, string> = new Map([
  ["scheduled", "Scheduled for"],
  ["publishing", "Being published since"],
  ["unknown", "May already be live since"],
]);

const inWords = (status: string) => duplicateWords.get(status) ?? status;
