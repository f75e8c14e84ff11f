import type { Account, PlatformType, platforms } from "@/entities/account";
import type { Failure } from "@/shared/query/outcome";
import { CardNote } from "@/shared/ui/card-note";
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
};

/** The hint on an inactive account: what makes it active again. */
const inactiveHints: Readonly<Record<Connects, string>> = {
  credentials: "Nothing is posted with it until its credentials are updated. Its data is kept.",
  oauth: "Nothing is posted with it until it is connected again. Its data is kept.",
  session: "Nothing is posted with it until its session is primed. Its data is kept.",
};

/** The notes below an account's name: its problems and the results of the latest actions. */
export function AccountNotes({
  connects,
  isActive,
  health,
  lastError,
  failures,
  fetched,
}: AccountNotesProps) {
  const hint = hintOf(connects, isActive, health);
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
      {fetched && (
        <CardNote tone={fetched.works ? "success" : "danger"} title={fetched.title} role="status">
          {fetched.detail}
        </CardNote>
      )}
    </>
  );
}

function hintOf(connects: Connects | undefined, isActive: boolean, health: Account["health"]) {
  if (!connects) return "This version of the console does not know its platform.";
  if (!isActive || health === "incomplete") return inactiveHints[connects];
  if (health === "failing")
    return "Planner, approvals and direct publishing leave it out until a test passes.";
  return connects === "session" ? "Uses the primed session and the group's proxy." : undefined;
}
