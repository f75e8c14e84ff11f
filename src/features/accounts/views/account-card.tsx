import {
  Ellipsis,
  Eraser,
  FileSearch,
  History,
  KeyRound,
  ShieldCheck,
  Trash2,
  Zap,
} from "lucide-react";
import { useState } from "react";
import {
  type Account,
  isBroken,
  isPlatform,
  PlatformGlyph,
  platformLabel,
  platforms,
  stateOf,
} from "@/entities/account";
import type { Id } from "@/shared/api/id";
import { LazyBoundary } from "@/shared/lazy/lazy-boundary";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import { useReach } from "@/shared/query/use-offered";
import { IconButton } from "@/shared/ui/button/icon-button";
import { Menu } from "@/shared/ui/menu/menu";
import { Card } from "@/shared/ui/panel/panel";
import { ApiEnd } from "@/shared/ui/status/api-end";
import { StateDot } from "@/shared/ui/status/state-dot";
import { AccountKeys } from "./account-keys";
import { AccountNotes } from "./account-notes";
import { BackfillPerformance, ClearCredentials, DeleteAccount, nameOf } from "./account-questions";
import styles from "./social-accounts.module.css";
import { useAccountActs } from "./use-account-acts";

const UpdateCredentialsDialog = lazyOnPress(() =>
  import("../forms/update-credentials-dialog").then((part) => part.UpdateCredentialsDialog),
);

export function AccountCard({ account, group }: { account: Account; group: Id }) {
  const { id, platform_type, platform_username, is_active, last_known_error } = account;
  const name = nameOf(account);
  const platform = isPlatform(platform_type) ? platform_type : undefined;
  const record = platform && platforms[platform];
  const acts = useAccountActs(id, group, last_known_error);
  const [opened, setOpened] = useState<"update" | "clear" | "backfill" | "delete">();
  const close = () => setOpened(undefined);
  const update = record && record.fields.length > 0 ? () => setOpened("update") : undefined;
  const prime = record?.connects === "session" ? acts.prime : undefined;
  const reconnect = record?.connects === "oauth" ? acts.connectReddit : (prime ?? update);
  const readingCosts = useReach(platform_type) === "real" && platform === "x_twitter";
  // Nothing connects an account whose platform the server does not reach.
  const isReached = account.health !== "off";
  const works = is_active && !isBroken(account);

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
          onUpdate={update}
          onBackfill={() => {
            if (readingCosts) setOpened("backfill");
            else void acts.backfill.send({ params: { accountId: id } });
          }}
          onTestFetch={acts.tryFetch}
          onPrime={prime}
          onClear={() => setOpened("clear")}
          onDelete={() => setOpened("delete")}
        />
      </div>
      <AccountKeys account={account} />
      <ApiEnd endsAt={account.api_ends_at} platform={platformLabel(platform_type)} />
      <AccountNotes
        connects={record?.connects}
        isActive={is_active}
        health={account.health}
        lastError={last_known_error}
        failures={acts.failures}
        fetched={acts.fetched}
        onReconnect={works || !isReached ? undefined : reconnect}
        isBusy={acts.isBusy}
      />
      {opened === "update" && platform && (
        <LazyBoundary failure="The form could not be loaded." onFailed={close}>
          <UpdateCredentialsDialog
            account={account}
            group={group}
            name={name}
            platform={platform}
            onClose={close}
          />
        </LazyBoundary>
      )}
      <ClearCredentials
        account={account}
        group={group}
        command={acts.clear}
        open={opened === "clear"}
        onClose={close}
      />
      <BackfillPerformance
        account={account}
        command={acts.backfill}
        open={opened === "backfill"}
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

type AccountMenuProps = {
  name: string;
  busy: boolean;
  /** Undefined if the platform has no keys to type. */
  onUpdate: (() => void) | undefined;
  /** Undefined if the platform has no session. */
  onPrime: (() => void) | undefined;
  onTest: () => void;
  onBackfill: () => void;
  onTestFetch: () => void;
  onClear: () => void;
  onDelete: () => void;
};

function AccountMenu({ name, busy, ...on }: AccountMenuProps) {
  return (
    <Menu
      label={`Actions for ${name}`}
      trigger={<IconButton label="Actions" icon={<Ellipsis />} size="sm" busy={busy} />}
      items={[
        { label: "Test credentials", icon: <ShieldCheck />, onSelect: on.onTest },
        on.onUpdate && {
          label: "Update credentials",
          icon: <KeyRound />,
          onSelect: on.onUpdate,
        },
        { label: "Backfill performance", icon: <History />, onSelect: on.onBackfill },
        { label: "Test performance fetch", icon: <FileSearch />, onSelect: on.onTestFetch },
        on.onPrime && { label: "Prime session", icon: <Zap />, onSelect: on.onPrime },
        "separator",
        { label: "Clear credentials", icon: <Eraser />, tone: "danger", onSelect: on.onClear },
        { label: "Delete account", icon: <Trash2 />, tone: "danger", onSelect: on.onDelete },
      ]}
    />
  );
}
