import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { type Account, AccountName } from "@/entities/account";
import { NextTry } from "@/entities/post";
import { SafeLink } from "@/shared/media/safe-link";
import { Button } from "@/shared/ui/button/button";
import { DialogBody, DialogFooter } from "@/shared/ui/dialog/dialog";
import { takeFocus } from "@/shared/ui/focus/focus";
import { FormError } from "@/shared/ui/panel/notice";
import { StateDot } from "@/shared/ui/status/state-dot";
import { inWords, type PostResult, statusInWords } from "../posting";
import styles from "./post-now.module.css";
import type { Posting } from "./use-posting";

type PostResultsProps = {
  results: readonly PostResult[];
  posting: Posting;
  /** The group's accounts. A retry goes to those that failed. */
  accounts: readonly Account[];
  onClose: () => void;
  /** The post that went out. */
  children: ReactNode;
};

/** The results of the post per account. They stay until they are closed. */
export function PostResults({ results, posting, accounts, onClose, children }: PostResultsProps) {
  const { failed, failure, isBusy, retry } = posting;
  return (
    <>
      <DialogBody>
        {children}
        {failure && <FormError {...failure} />}
        {/* The pressed button has unmounted. With the focus, a screen reader reads out the result. */}
        <p className={styles.summary} role="status" tabIndex={-1} ref={takeFocus}>
          {inWords(results)}
        </p>
        <ul className={styles.results} aria-label="Result per account">
          {results.map((result, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: some results do not name their account
            <ResultLine key={`${result.account} ${place}`} result={result} />
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        {failed > 0 && (
          <Button icon={<RotateCw />} busy={isBusy} onClick={() => void retry(accounts)}>
            Retry failed only
          </Button>
        )}
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </>
  );
}

const dots = { published: "on", failed: "failed" } as const;

function ResultLine({ result }: { result: PostResult }) {
  const { platform_type, platform_username, status, published_post_url } = result;
  const dot = status === "published" || status === "failed" ? dots[status] : "waiting";
  return (
    <li className={styles.result}>
      <ResultAccount type={platform_type} username={platform_username} />
      <span className={styles.status}>
        <StateDot state={dot}>{statusInWords(status)}</StateDot>
      </span>
      {published_post_url && <SafeLink url={published_post_url}>View post</SafeLink>}
      <ResultNote {...result} className={styles.resultNote} />
    </li>
  );
}

type ResultAccountProps = { type: string | undefined; username: string | null | undefined };

/** The account of a result, if the answer names it. */
export const ResultAccount = ({ type, username }: ResultAccountProps) =>
  type === undefined ? (
    <span>One of the accounts</span>
  ) : (
    <AccountName type={type} username={username} />
  );

type ResultNoteProps = Pick<PostResult, "error" | "waits_for" | "waits_until"> & {
  className: string | undefined;
};

/** Says why a post failed, or why it waits and when it is tried again. */
export function ResultNote({ error, waits_for, waits_until, className }: ResultNoteProps) {
  const note = error || waits_for;
  return note ? (
    <p className={className}>
      {note}
      <NextTry at={waits_until} />
    </p>
  ) : null;
}
