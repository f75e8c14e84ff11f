import { useState } from "react";
import {
  type Account,
  isPlatform,
  PlatformGlyph,
  platformLabel,
  platforms,
  stateOf,
} from "@/entities/account";
import { LazyBoundary } from "@/shared/lazy/lazy-boundary";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { Card } from "@/shared/ui/panel";
import { StateDot } from "@/shared/ui/state-dot";
import { AccountMenu } from "./account-menu";
import { AccountNotes } from "./account-notes";
import { ClearCredentials, DeleteAccount } from "./account-questions";
import { nameOf } from "./name-of";
import styles from "./social-accounts.module.css";
import { useAccountActs } from "./use-account-acts";

const UpdateCredentialsDialog = lazyWithPreload(
  () => import("../forms/update-credentials-dialog").then((part) => part.UpdateCredentialsDialog),
  { preloadWhenSettled: true },
);

export function AccountCard({ account }: { account: Account }) {
  const { id, platform_type, platform_username, is_active, last_known_error } = account;
  const name = nameOf(account);
  const platform = isPlatform(platform_type) ? platform_type : undefined;
  const record = platform && platforms[platform];
  const acts = useAccountActs(id, last_known_error);
  const [opened, setOpened] = useState<"update" | "clear" | "delete">();
  const close = () => setOpened(undefined);

  return (
    <Card className={styles.account} data-off={is_active ? undefined : ""}>
      <div className={styles.accountHead}>
        <span className={styles.mark}>
          <PlatformGlyph type={platform_type} />
        </span>
        <div className={styles.who}>
          <h3 title={name}>{name}</h3>
          {platform_username && <p>{platformLabel(platform_type)}</p>}
        </div>
        <AccountState account={account} />
        <AccountMenu
          name={name}
          busy={acts.isBusy}
          onTest={acts.test}
          onUpdate={record && record.fields.length > 0 ? () => setOpened("update") : undefined}
          onBackfill={acts.backfill}
          onTestFetch={acts.tryFetch}
          onPrime={record?.connects === "session" ? acts.prime : undefined}
          onClear={() => setOpened("clear")}
          onDelete={() => setOpened("delete")}
        />
      </div>
      <AccountNotes
        connects={record?.connects}
        isActive={is_active}
        health={account.health}
        lastError={last_known_error}
        failures={acts.failures}
        fetched={acts.fetched}
      />
      {opened === "update" && platform && (
        <LazyBoundary failure="The form could not be loaded." onFailed={close}>
          <UpdateCredentialsDialog account={id} name={name} platform={platform} onClose={close} />
        </LazyBoundary>
      )}
      <ClearCredentials
        account={account}
        command={acts.clear}
        open={opened === "clear"}
        onClose={close}
      />
      <DeleteAccount
        account={account}
        command={acts.remove}
        open={opened === "delete"}
        onClose={close}
      />
    </Card>
  );
}

function AccountState({ account }: { account: Account }) {
  const { state, word } = stateOf(account);
  return <StateDot state={state}>{word}</StateDot>;
}
