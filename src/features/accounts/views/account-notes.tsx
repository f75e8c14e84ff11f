import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { PlatformType, platforms } from "@/entities/account";
import type { Failure } from "@/shared/query/outcome";
import styles from "./social-accounts.module.css";
import { type FetchResult, fetchVerdict } from "./use-account-acts";

/** How an account of a platform comes to be. */
type Connects = (typeof platforms)[PlatformType]["connects"];

type AccountNotesProps = {
  /** Undefined for a platform that this version of the console does not know. */
  connects: Connects | undefined;
  isActive: boolean;
  lastError: string | null | undefined;
  failures: readonly Failure[];
  fetched: FetchResult | undefined;
};

/** Why an inactive account is so, as far as the console can know, and what makes it active. */
const wakes: Readonly<Record<Connects, string>> = {
  credentials: "Nothing is posted with it until its credentials are updated. Its data is kept.",
  oauth: "Nothing is posted with it until it is connected again. Its data is kept.",
  session: "Nothing is posted with it until its session is primed. Its data is kept.",
};

/** Below an account's name: what is wrong with it, and what the last thing tried has said. */
export function AccountNotes({
  connects,
  isActive,
  lastError,
  failures,
  fetched,
}: AccountNotesProps) {
  const hint = hintOf(connects, isActive);
  return (
    <>
      {hint && (
        <p className={styles.note}>
          <Info aria-hidden="true" />
          <span>{hint}</span>
        </p>
      )}
      {lastError && (
        <div className={styles.note} data-tone="danger">
          <CircleAlert aria-hidden="true" />
          <p>
            <strong>Last error</strong>
            {lastError}
          </p>
        </div>
      )}
      {failures.map(({ text, detail }) => (
        <div key={text} role="alert" className={styles.note} data-tone="danger">
          <CircleAlert aria-hidden="true" />
          <p>
            <strong>{text}</strong>
            {detail}
          </p>
        </div>
      ))}
      {fetched && (
        <div role="status" className={styles.note} data-tone={fetched.works ? "success" : "danger"}>
          {fetched.works ? <CircleCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
          <p>
            <strong>{fetchVerdict(fetched.works)}</strong>
            {fetched.said.join(" ")}
          </p>
        </div>
      )}
    </>
  );
}

function hintOf(connects: Connects | undefined, isActive: boolean) {
  if (!connects) return "This version of the console does not know its platform.";
  if (!isActive) return wakes[connects];
  return connects === "session" ? "Uses the primed session and the group's proxy." : undefined;
}
