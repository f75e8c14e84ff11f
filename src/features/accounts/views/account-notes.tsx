import { KeyRound } from "lucide-react";
import type { Account, PlatformType, platforms } from "@/entities/account";
import type { Failure } from "@/shared/query/outcome";
import { useOffered } from "@/shared/query/use-offered";
import { Button } from "@/shared/ui/button/button";
import { CardNote } from "@/shared/ui/record/card-note";
import { tiktokConnect } from "../contract";
import styles from "./social-accounts.module.css";
import type { FetchResult } from "./use-account-acts";

/** The way an account of the platform is connected. */
type Connects = (typeof platforms)[PlatformType]["connects"];

type AccountNotesProps = {
  /** Undefined for a platform that this version of the console does not know. */
  connects: Connects | undefined;
  isActive: boolean;
  health: Account["health"];
  lastError: string | null | undefined;
  failures: readonly Failure[];
  fetched: FetchResult | undefined;
  /** Connects it again; undefined if it works, or if nothing does that here. */
  onReconnect: (() => void) | undefined;
  isBusy: boolean;
};

/** The hint on an inactive account: what makes it active again. */
const inactiveHints: Readonly<Record<Connects, string>> = {
  credentials: "Won't publish until its credentials are updated.",
  oauth: "Won't publish until it is connected again.",
  session: "Won't publish until its session is primed.",
};

/** The notes below an account's name: its problems and the results of the latest actions. */
export function AccountNotes({
  connects,
  isActive,
  health,
  lastError,
  failures,
  fetched,
  onReconnect,
  isBusy,
}: AccountNotesProps) {
  const isPrimedOnTikTok = useOffered(tiktokConnect);
  // The note on its owner says how it is connected there.
  const hint =
    hintOf(connects, isActive, health) ?? (isPrimedOnTikTok ? undefined : sessionHint(connects));
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
            Reconnect
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

function hintOf(connects: Connects | undefined, isActive: boolean, health: Account["health"]) {
  if (!connects) return "This console version does not support its platform.";
  if (health === "off") return "This server does not publish to this platform.";
  if (!isActive || health === "incomplete") return inactiveHints[connects];
  if (health === "failing")
    return "Skipped by the planner, approvals and direct publishing until a test passes.";
  return undefined;
}

const sessionHint = (connects: Connects | undefined) =>
  connects === "session" ? "Uses the primed session and the group's proxy." : undefined;
