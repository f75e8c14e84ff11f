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
  type PlatformType,
  platformLabel,
  platforms,
  stateOf,
} from "@/entities/account";
import type { Id } from "@/shared/api/id";
import { parseTime } from "@/shared/format/time";
import { LazyBoundary } from "@/shared/lazy/lazy-boundary";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import { namedLabel } from "@/shared/query/outcome";
import { useOffered, useReach } from "@/shared/query/use-backend";
import { Time } from "@/shared/time/time";
import { useNow } from "@/shared/time/use-now";
import { Button } from "@/shared/ui/button/button";
import { IconButton } from "@/shared/ui/button/icon-button";
import { Menu } from "@/shared/ui/menu/menu";
import { Card } from "@/shared/ui/panel/panel";
import { ApiEnd } from "@/shared/ui/record/api-end";
import { CardNote } from "@/shared/ui/record/card-note";
import { StateDot } from "@/shared/ui/status/badge";
import { tiktokConnectCapability } from "../contract";
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
  const { state, word } = stateOf(account);
  const question = { account, onClose: close };

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
        <StateDot state={state}>{word}</StateDot>
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
          mayPrimeTwice={acts.mayPrimeTwice}
          onClear={() => setOpened("clear")}
          onDelete={() => setOpened("delete")}
        />
      </div>
      <AccountKeys account={account} />
      <ApiEnd endsAt={account.api_ends_at} platform={platformLabel(platform_type)} />
      <AccountNotes
        account={account}
        connects={record?.connects}
        acts={acts}
        onReconnect={works || !isReached ? undefined : reconnect}
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
        {...question}
        group={group}
        command={acts.clear}
        open={opened === "clear"}
      />
      <BackfillPerformance {...question} command={acts.backfill} open={opened === "backfill"} />
      <DeleteAccount {...question} command={acts.remove} open={opened === "delete"} />
    </Card>
  );
}

type AccountMenuProps = {
  name: string;
  busy: boolean;
  /** Undefined if the platform has no keys to type. */
  onUpdate: (() => void) | undefined;
  /** Undefined if the platform has no session. */
  onPrime: (() => void) | undefined;
  mayPrimeTwice: boolean;
  onTest: () => void;
  onBackfill: () => void;
  onTestFetch: () => void;
  onClear: () => void;
  onDelete: () => void;
};

function AccountMenu({ name, busy, mayPrimeTwice, ...on }: AccountMenuProps) {
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
        on.onPrime && {
          label: namedLabel("Prime session", mayPrimeTwice),
          icon: <Zap />,
          onSelect: on.onPrime,
        },
        "separator",
        { label: "Clear credentials", icon: <Eraser />, tone: "danger", onSelect: on.onClear },
        { label: "Delete account", icon: <Trash2 />, tone: "danger", onSelect: on.onDelete },
      ]}
    />
  );
}

const day = 24 * 60 * 60_000;

/** How long before their end keys are warned about: the server renews what it can ten days before. */
const early = 9 * day;

const ofKeys = {
  belong: "The keys belong to",
  work: "The keys work.",
  end: "They expire",
  ended: "They expired",
  next: "enter new ones",
};
const ofConnection = {
  belong: "Connected as",
  work: "The connection works.",
  end: "The connection expires",
  ended: "The connection expired",
  next: "connect it again",
};

/** Says whom the account's keys belong to, and when they end, as far as the platform has said. */
function AccountKeys({ account }: { account: Account }) {
  const { owner, expires_at, platform_type: type } = account;
  const now = useNow();
  const end = parseTime(expires_at);
  if (!owner && end === undefined) return null;
  const isEnding = end !== undefined && end - now < early;
  const isTyped = !isPlatform(type) || platforms[type].connects === "credentials";
  const words = isTyped ? ofKeys : ofConnection;
  return (
    <CardNote tone={isEnding ? "danger" : undefined}>
      {owner ? `${words.belong} ${owner}.` : words.work}
      {end !== undefined && (
        <>
          {" "}
          {end > now ? words.end : words.ended} <Time value={expires_at} />
          {isEnding ? `: ${words.next}.` : "."}
        </>
      )}
    </CardNote>
  );
}

/** The way an account of the platform is connected. */
type Connects = (typeof platforms)[PlatformType]["connects"];

type AccountNotesProps = {
  account: Account;
  /** Undefined for a platform that this version of the console does not know. */
  connects: Connects | undefined;
  acts: Pick<
    ReturnType<typeof useAccountActs>,
    "failures" | "fetched" | "isBusy" | "mayPrimeTwice"
  >;
  /** Connects it again; undefined if it works, or if nothing does that here. */
  onReconnect: (() => void) | undefined;
};

/** The hint on an inactive account: what makes it active again. */
const inactiveHints: Readonly<Record<Connects, string>> = {
  credentials: "Won't publish until its credentials are updated.",
  oauth: "Won't publish until it is connected again.",
  session: "Won't publish until its session is primed.",
};

/** The notes below an account's name: its problems and the results of the latest actions. */
function AccountNotes({ account, connects, acts, onReconnect }: AccountNotesProps) {
  const { failures, fetched, isBusy, mayPrimeTwice } = acts;
  const lastError = account.last_known_error;
  const isPrimedOnTikTok = useOffered(tiktokConnectCapability);
  // The note on its owner says how it is connected there.
  const hint = hintOf(connects, account) ?? (isPrimedOnTikTok ? undefined : sessionHint(connects));
  return (
    <>
      {hint && <CardNote>{hint}</CardNote>}
      {lastError && (
        <CardNote tone="danger" title="Last error">
          {lastError}
        </CardNote>
      )}
      {failures.map(({ text, detail }) => (
        <CardNote key={text} tone="danger" title={text} role="alert">
          {detail}
        </CardNote>
      ))}
      {onReconnect && (
        <div className={styles.reconnect}>
          <Button size="sm" icon={<KeyRound />} busy={isBusy} onClick={onReconnect}>
            {namedLabel("Reconnect", mayPrimeTwice)}
          </Button>
        </div>
      )}
      {fetched && (
        <CardNote tone={fetched.works ? "success" : "danger"} title={fetched.title} role="status">
          {fetched.detail}
        </CardNote>
      )}
    </>
  );
}

function hintOf(connects: Connects | undefined, { is_active, health }: Account) {
  if (!connects) return "This console version does not support its platform.";
  if (health === "off") return "This server does not publish to this platform.";
  if (!is_active || health === "incomplete") return inactiveHints[connects];
  if (health === "failing")
    return "Skipped by the planner, approvals and direct publishing until a test passes.";
  return undefined;
}

const sessionHint = (connects: Connects | undefined) =>
  connects === "session" ? "Uses the primed session and the group's proxy." : undefined;
