import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { Id } from "@/shared/api/id";
import { Checkbox } from "@/shared/ui/form-controls/checkbox";
import { EmptyState } from "@/shared/ui/panel/notice";
import type { Account } from "../contract";
import { accountName } from "../views/account-name";
import { PlatformGlyph } from "../views/platform-glyph";
import styles from "./account-picker.module.css";

type AccountPickerProps = {
  accounts: readonly Account[];
  /** The field of the form that holds the ids of the chosen accounts. */
  field: {
    value: readonly Id[];
    onChange: (ids: readonly Id[]) => void;
    ref: (input: HTMLInputElement | null) => void;
  };
  error: string | undefined;
  /** Says how an account is shown, given whether the field holds it. */
  optionOf: (account: Account, isChosen: boolean) => Option;
  /** True if the choice must not change at all. */
  isLocked?: boolean;
};

type Option = {
  isChecked: boolean;
  isDisabled: boolean;
  /** Says how the content fits the account, or why it cannot be chosen. */
  note: ReactNode;
};

/** The accounts to publish on, each with what to know of it. */
export function AccountPicker({
  accounts,
  field,
  error,
  optionOf,
  isLocked = false,
}: AccountPickerProps) {
  const errorId = useId();
  const first = accounts.find((account) => !optionOf(account, false).isDisabled);
  const isOther =
    ({ id }: Account) =>
    (chosen: Id) =>
      String(chosen) !== String(id);
  return (
    <fieldset aria-label="Accounts" aria-describedby={error && errorId} disabled={isLocked}>
      <ul>
        {accounts.map((account) => (
          <AccountOption
            key={account.id}
            account={account}
            {...optionOf(account, !field.value.every(isOther(account)))}
            onChoose={(isChosen) => {
              const others = field.value.filter(isOther(account));
              field.onChange(isChosen ? [...others, account.id] : others);
            }}
            inputRef={account === first ? field.ref : undefined}
          />
        ))}
      </ul>
      {error && (
        <p id={errorId} className={styles.error}>
          <CircleAlert aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  );
}

type AccountOptionProps = Option & {
  account: Account;
  onChoose: (isChosen: boolean) => void;
  inputRef: ((input: HTMLInputElement | null) => void) | undefined;
};

function AccountOption({
  account,
  isChecked,
  isDisabled,
  note,
  onChoose,
  inputRef,
}: AccountOptionProps) {
  const id = useId();
  return (
    <li className={styles.account}>
      <Checkbox
        label={
          <span className={styles.name}>
            <PlatformGlyph type={account.platform_type} />
            <span>{accountName(account)}</span>
          </span>
        }
        checked={isChecked}
        disabled={isDisabled}
        onCheckedChange={onChoose}
        aria-describedby={id}
        ref={inputRef}
      />
      <span id={id} className={styles.note}>
        {note}
      </span>
    </li>
  );
}

/** In place of a choice of a group's accounts if there is none, or none that can be read. */
export const NoAccounts = ({ icon, unreadable }: { icon: ReactNode; unreadable: number }) =>
  unreadable > 0 ? (
    <EmptyState icon={icon} title="The accounts could not be read." isCertain />
  ) : (
    <EmptyState
      icon={icon}
      title="This group has no social accounts."
      hint="Add the first one under Configuration, Social Accounts."
    />
  );
