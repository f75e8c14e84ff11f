import type { QueryKey } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useId, useState } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import {
  type Account,
  fitOf,
  handleOf,
  isBroken,
  isPlatform,
  neededMedia,
  PlatformFit,
  PlatformGlyph,
  platformLabel,
  platforms,
  stateOf,
} from "@/entities/account";
import { kindOf, PostText, PostThumb, type QueueItem } from "@/entities/post";
import { formatDateTime, formatUtc } from "@/shared/format/time";
import { ConsoleForm } from "@/shared/forms/console-form";
import { DialogFormFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { clock } from "@/shared/time/clock";
import { timeOfLocal } from "@/shared/time/local-time";
import { useZone } from "@/shared/time/use-zone";
import { DialogBody } from "@/shared/ui/dialog/dialog";
import { Checkbox } from "@/shared/ui/form-controls/checkbox";
import { Field } from "@/shared/ui/form-controls/field";
import { Input } from "@/shared/ui/form-controls/input";
import { Segmented } from "@/shared/ui/form-controls/segmented";
import { Notice } from "@/shared/ui/notice";
import { useApproveAt } from "../approving-at";
import { type ApprovalFormValues, approvalFormSchema } from "../form-schema";
import { decisionFailures } from "../mutations";
import { approvalOf, seenOf } from "../shown";
import { contentOf } from "../verdicts";
import { warnOfOther } from "../warn-of-other";
import styles from "./queue-forms.module.css";

type ApproveFormProps = {
  item: QueueItem;
  /** The accounts of the post's group. */
  accounts: readonly Account[];
  /** The platforms that the post's category is for; null for all. */
  enabled: readonly string[] | null;
  /** True while publishing of its group is paused. */
  isPaused: boolean;
  /** Queries of other slices that an approval makes stale. */
  refreshes: readonly QueryKey[];
  onClose: () => void;
};

/** Chooses where and when a post goes out; at first as its category says. */
export function ApproveForm({
  item,
  accounts,
  enabled,
  isPaused,
  refreshes,
  onClose,
}: ApproveFormProps) {
  const { send, isBusy } = useApproveAt(refreshes);
  const [opened] = useState(item);
  const usual = accounts.filter(
    (account) =>
      whyNot(account, item) === undefined &&
      (enabled === null || enabled.includes(account.platform_type)),
  );
  const defaults: ApprovalFormValues = {
    social_account_ids: usual.map(({ id }) => id),
    when: "slot",
    publish_at: "",
  };
  const form = useConsoleForm({
    schema: approvalFormSchema,
    defaults,
    draft: `approve-${item.id}`,
    failure: decisionFailures.approve,
    save: async ({ social_account_ids, when, publish_at }) => {
      const outcome = await send({
        params: { id: item.id },
        query: {
          ...approvalOf(item, social_account_ids),
          ...(when === "time" && {
            publish_at: new Date(timeOfLocal(publish_at) ?? 0).toISOString(),
          }),
        },
      });
      if (outcome.kind === "ok") warnOfOther(item, outcome.reply);
      return outcome;
    },
    onSaved: onClose,
  });
  function cancel() {
    // Unlike typed text, a choice of accounts is no work to keep.
    if (!isBusy) form.discard();
    onClose();
  }
  return (
    <ConsoleForm form={form}>
      <DialogBody>
        <div className={styles.post}>
          <PostThumb content={item} />
          <PostText text={item.text_content} />
        </div>
        {seenOf(opened) !== seenOf(item) && (
          <Notice tone="warning" title="This post changed since it was shown">
            The version above will be published.
          </Notice>
        )}
        <Accounts control={form.control} item={item} accounts={accounts} />
        <PublishAt control={form.control} />
        {isPaused && (
          <Notice tone="warning" title="Publishing is paused">
            The post won't publish until you resume, even if its time passes.
          </Notice>
        )}
      </DialogBody>
      <DialogFormFoot submit="Approve" icon={<Check />} busy={isBusy} onCancel={cancel} />
    </ConsoleForm>
  );
}

/** Why the backend would leave the account out; undefined if it takes the post. */
function whyNot(account: Account, item: QueueItem): string | undefined {
  if (!account.is_active || isBroken(account)) return stateOf(account).word;
  const type = account.platform_type;
  const needsMedia = isPlatform(type) && platforms[type].needsMedia;
  return needsMedia && kindOf(item) === "text" ? `Needs ${neededMedia()}` : undefined;
}

type AccountsProps = {
  control: Control<ApprovalFormValues>;
  item: QueueItem;
  accounts: readonly Account[];
};

function Accounts({ control, item, accounts }: AccountsProps) {
  const { field, fieldState } = useController({ control, name: "social_account_ids" });
  const errorId = useId();
  const { error } = fieldState;
  const isChosen = ({ id }: Account) => field.value.some((chosen) => String(chosen) === String(id));
  const first = accounts.find((account) => whyNot(account, item) === undefined);
  function choose(account: Account, isWanted: boolean) {
    const others = field.value.filter((chosen) => String(chosen) !== String(account.id));
    field.onChange(isWanted ? [...others, account.id] : others);
  }
  return (
    <fieldset aria-label="Accounts" aria-describedby={error && errorId}>
      <ul>
        {accounts.map((account) => (
          <AccountChoice
            key={account.id}
            account={account}
            item={item}
            isChosen={isChosen(account)}
            onChoose={(isWanted) => choose(account, isWanted)}
            inputRef={account === first ? field.ref : undefined}
          />
        ))}
      </ul>
      {error && (
        <p id={errorId} className={styles.error}>
          {error.message}
        </p>
      )}
    </fieldset>
  );
}

type AccountChoiceProps = {
  account: Account;
  item: QueueItem;
  isChosen: boolean;
  onChoose: (isWanted: boolean) => void;
  inputRef: ((input: HTMLInputElement | null) => void) | undefined;
};

function AccountChoice({ account, item, isChosen, onChoose, inputRef }: AccountChoiceProps) {
  const id = useId();
  const type = account.platform_type;
  const obstacle = whyNot(account, item);
  const { word } = stateOf(account);
  const fit = isPlatform(type) ? fitOf(type, contentOf(item)) : undefined;
  return (
    <li className={styles.account}>
      <Checkbox
        label={
          <span className={styles.name}>
            <PlatformGlyph type={type} />
            {[account.platform_username && handleOf(account.platform_username), platformLabel(type)]
              .filter(Boolean)
              .join(" · ")}
          </span>
        }
        // An account that has stopped working since it was chosen can still be taken out.
        checked={isChosen}
        disabled={obstacle !== undefined && !isChosen}
        onCheckedChange={onChoose}
        aria-describedby={id}
        ref={inputRef}
      />
      <span id={id} className={styles.about}>
        {obstacle === undefined && fit ? (
          <PlatformFit fit={fit} state={word} isNamed={false} isCounted />
        ) : (
          (obstacle ?? word)
        )}
      </span>
    </li>
  );
}

const times = [
  { value: "slot", label: "Next slot" },
  { value: "time", label: "Date and time" },
] as const;

function PublishAt({ control }: { control: Control<ApprovalFormValues> }) {
  const when = useController({ control, name: "when" });
  return (
    <div className={styles.when}>
      <span className={styles.label} aria-hidden>
        Publish at
      </span>
      <Segmented
        label="Publish at"
        value={when.field.value}
        options={times}
        onChange={when.field.onChange}
      />
      {when.field.value === "time" && (
        <div ref={showPlace}>
          <AtTime control={control} />
        </div>
      )}
    </div>
  );
}

/** On a phone, the field that has just appeared is below the foot of the dialog. */
function showPlace(place: HTMLElement | null) {
  place?.scrollIntoView({ block: "nearest" });
}

function AtTime({ control }: { control: Control<ApprovalFormValues> }) {
  const { field, fieldState } = useController({ control, name: "publish_at" });
  const typed = useWatch({ control, name: "publish_at" });
  const time = timeOfLocal(typed);
  const zone = useZone();
  return (
    <Field
      label="Date and time"
      required
      error={fieldState.error?.message}
      hint={
        time === undefined
          ? `In your time zone, ${zone}.`
          : `${formatDateTime(time, clock.now())} · ${formatUtc(time)}`
      }
    >
      {(attributes) => <Input {...attributes} {...field} type="datetime-local" />}
    </Field>
  );
}
