import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { type Control, useController } from "react-hook-form";
import {
  type Account,
  accountName,
  isBroken,
  PlatformFit,
  PlatformGlyph,
  stateOf,
} from "@/entities/account";
import { Checkbox } from "@/shared/ui/form-controls/checkbox";
import { fitOn } from "../posting";
import type { ContentItem, PostNowValues } from "../schema";
import styles from "./content-forms.module.css";

type AccountChoicesProps = {
  control: Control<PostNowValues>;
  item: ContentItem;
  accounts: readonly Account[];
  /** True while it is sent. Disabling the fields for that time would lose the keyboard focus. */
  isBusy: boolean;
  /** True if the outcome is unknown: a retry must not go to other accounts. */
  isLocked: boolean;
};

/** The accounts to choose from, each with how well the item fits its platform. */
export function AccountChoices({ control, item, accounts, isBusy, isLocked }: AccountChoicesProps) {
  const { field, fieldState } = useController({ control, name: "social_account_ids" });
  const errorId = useId();
  const { error } = fieldState;
  const isChosen = ({ id }: Account) => field.value.some((chosen) => String(chosen) === String(id));
  const first = accounts.find(canPost);

  function choose(account: Account, isWanted: boolean) {
    if (isBusy) return;
    const others = field.value.filter((chosen) => String(chosen) !== String(account.id));
    field.onChange(isWanted ? [...others, account.id] : others);
  }

  return (
    <fieldset
      className={styles.accounts}
      aria-label="Accounts"
      aria-describedby={error && errorId}
      disabled={isLocked}
    >
      <ul>
        {accounts.map((account) => (
          <AccountChoice
            key={account.id}
            account={account}
            item={item}
            isChosen={canPost(account) && isChosen(account)}
            onChoose={(isWanted) => choose(account, isWanted)}
            inputRef={account === first ? field.ref : undefined}
          />
        ))}
      </ul>
      {error && (
        <p id={errorId} className={styles.error}>
          <CircleAlert aria-hidden="true" />
          <span>{error.message}</span>
        </p>
      )}
    </fieldset>
  );
}

/** An account whose last test failed can be tried; one whose platform is switched off cannot. */
const canPost = ({ is_active, health }: Account) => is_active && health !== "off";

type AccountChoiceProps = {
  account: Account;
  item: ContentItem;
  isChosen: boolean;
  onChoose: (isWanted: boolean) => void;
  inputRef: ((input: HTMLInputElement | null) => void) | undefined;
};

function AccountChoice({ account, item, isChosen, onChoose, inputRef }: AccountChoiceProps) {
  const id = useId();
  const fit = fitOn(account.platform_type, item);
  const trouble = account.is_active && !isBroken(account) ? undefined : stateOf(account).word;
  return (
    <li className={styles.account}>
      <Checkbox
        label={
          <span className={styles.name}>
            <PlatformGlyph type={account.platform_type} />
            <span>{accountName(account)}</span>
          </span>
        }
        checked={isChosen}
        onCheckedChange={onChoose}
        disabled={!canPost(account)}
        aria-describedby={id}
        ref={inputRef}
      />
      <span id={id} className={styles.fit}>
        {canPost(account) && fit ? (
          <PlatformFit fit={fit} state={trouble} isNamed={false} isCounted />
        ) : (
          trouble
        )}
      </span>
    </li>
  );
}
