import { CalendarClock, Check } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import {
  type Account,
  AccountPicker,
  accountQueries,
  fitOf,
  isBroken,
  isPlatform,
  NoAccounts,
  neededMedia,
  PlatformFit,
  platforms,
  stateOf,
} from "@/entities/account";
import { categoryQueries } from "@/entities/category";
import type { Group } from "@/entities/group";
import { kindOf, PostSummary, type QueueItem } from "@/entities/post";
import { idSchema, sameId } from "@/shared/api/id";
import { z } from "@/shared/config/zod";
import { formatDateTime, formatUtc } from "@/shared/format/time";
import { ConsoleForm } from "@/shared/forms/console-form";
import { DialogFormFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { useRead } from "@/shared/query/use-read";
import { clock } from "@/shared/time/clock";
import { timeOfLocal, whyNotToCome } from "@/shared/time/local-time";
import { useZone } from "@/shared/time/use-now";
import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import { Field } from "@/shared/ui/form-controls/field";
import { Input } from "@/shared/ui/form-controls/input";
import { Segmented } from "@/shared/ui/form-controls/segmented";
import { EmptyState, Notice } from "@/shared/ui/panel/notice";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { decisionFailures, useDecide } from "../mutations";
import { useReadGroupOf } from "../queries";
import { contentOf } from "../verdicts";
import { approvalQuery, publishedPartsOf, warnOfOtherVersion } from "../versions";
import styles from "./queue-forms.module.css";

const approvalFormSchema = z
  .object({
    social_account_ids: z
      .array(idSchema)
      .check(z.minLength(1, "Please select at least one account to post to.")),
    when: z.enum(["slot", "time"]),
    /** As `<input type="datetime-local">` holds it: in the operator's zone, without a zone. */
    publish_at: z.string(),
  })
  .check(({ value, issues }) => {
    const message = value.when === "time" ? whyNotToCome(value.publish_at) : undefined;
    if (message) issues.push({ code: "custom", input: value, path: ["publish_at"], message });
  });

type ApprovalFormValues = z.input<typeof approvalFormSchema>;

type ApproveDialogProps = {
  items: readonly QueueItem[];
  /** The post whose dialog is open. */
  opened: QueueItem | undefined;
  onClose: () => void;
};

/**
 * Asks where and when a post is published. Rendered outside the card, which leaves while the approval is
 * pending: the dialog shows a failure.
 */
export function ApproveDialog({ items, opened, onClose }: ApproveDialogProps) {
  const [last, setLast] = useState(opened);
  if (opened && opened !== last) setLast(opened);
  const item = items.find(({ id }) => sameId(id, last?.id)) ?? last;
  if (!item) return null;
  return (
    <Dialog
      open={opened !== undefined}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Approve post #${item.id}`}
      description="Choose where and when to publish."
      size="lg"
    >
      <PanelBoundary resetKey={String(item.id)} loading={<LoadingChoices />}>
        <InGroup key={String(item.id)} item={item} onClose={onClose} />
      </PanelBoundary>
    </Dialog>
  );
}

type FormProps = Pick<ApproveDialogProps, "onClose"> & { item: QueueItem };

function InGroup(form: FormProps): ReactNode {
  const group = useReadGroupOf(form.item);
  return group ? (
    <WithAccounts group={group} {...form} />
  ) : (
    <EmptyState
      isCertain
      icon={<CalendarClock />}
      title="The group of this post is unknown."
      hint="'Approve' schedules it by its category's settings."
    />
  );
}

function WithAccounts({ group, ...form }: FormProps & { group: Group }) {
  const { items: accounts, unreadable } = useRead(accountQueries.ofGroup(group.id));
  const categories = useRead(categoryQueries.ofGroup(group.id)).items;
  if (accounts.length === 0) {
    return <NoAccounts icon={<CalendarClock />} unreadable={unreadable} />;
  }
  const category = categories.find(({ name }) => name === form.item.category_name);
  return (
    <ApproveForm
      accounts={accounts}
      enabled={category?.enabled_platforms ?? null}
      isPaused={Boolean(group.paused_at)}
      {...form}
    />
  );
}

const LoadingChoices = () => (
  <DialogBody>
    <Loading label="Loading accounts">
      <Skeleton height={40} radius={6} />
      <Skeleton height={24} />
      <Skeleton height={24} />
    </Loading>
  </DialogBody>
);

type ApproveFormProps = FormProps & {
  /** The accounts of the post's group. */
  accounts: readonly Account[];
  /** The platforms that the post's category is for; null for all. */
  enabled: readonly string[] | null;
  /** True while publishing of its group is paused. */
  isPaused: boolean;
};

/** Chooses where and when a post is published; at first as its category says. */
function ApproveForm({ item, accounts, enabled, isPaused, onClose }: ApproveFormProps) {
  const { approve } = useDecide("form");
  const [opened] = useState(item);
  const usual = accounts.filter(
    (account) =>
      obstacleOf(account, item) === undefined &&
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
      const outcome = await approve.send({
        params: { id: item.id },
        query: {
          ...approvalQuery(item, social_account_ids),
          ...(when === "time" && {
            publish_at: new Date(timeOfLocal(publish_at) ?? 0).toISOString(),
          }),
        },
      });
      if (outcome.kind === "ok") warnOfOtherVersion(item, outcome.reply);
      return outcome;
    },
    onSaved: onClose,
  });
  function cancel() {
    // Unlike typed text, a choice of accounts is no work to keep.
    if (!approve.isBusy) form.discard();
    onClose();
  }
  return (
    <ConsoleForm form={form}>
      <DialogBody>
        <PostSummary content={item} />
        {publishedPartsOf(opened) !== publishedPartsOf(item) && (
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
      <DialogFormFoot submit="Approve" icon={<Check />} busy={approve.isBusy} onCancel={cancel} />
    </ConsoleForm>
  );
}

/** Returns why the backend would leave the account out; undefined if it takes the post. */
function obstacleOf(account: Account, item: QueueItem): string | undefined {
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
  return (
    <AccountPicker
      accounts={accounts}
      field={field}
      error={fieldState.error?.message}
      optionOf={(account, isChosen) => {
        const obstacle = obstacleOf(account, item);
        return {
          isChecked: isChosen,
          // An account that has stopped working since it was chosen can still be taken out.
          isDisabled: obstacle !== undefined && !isChosen,
          note: <AccountNote account={account} item={item} obstacle={obstacle} />,
        };
      }}
    />
  );
}

type AccountNoteProps = { account: Account; item: QueueItem; obstacle: string | undefined };

function AccountNote({ account, item, obstacle }: AccountNoteProps) {
  const type = account.platform_type;
  const { word } = stateOf(account);
  const fit = isPlatform(type) ? fitOf(type, contentOf(item)) : undefined;
  if (obstacle !== undefined || !fit) return obstacle ?? word;
  return <PlatformFit fit={fit} state={word} isNamed={false} isCounted />;
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
