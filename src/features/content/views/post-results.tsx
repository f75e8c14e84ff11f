import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import type { Account } from "@/entities/account";
import { submitLabel } from "@/shared/query/outcome";
import { Button } from "@/shared/ui/button/button";
import { DialogBody, DialogFooter } from "@/shared/ui/dialog/dialog";
import { takeFocus } from "@/shared/ui/focus/focus";
import { FormError } from "@/shared/ui/panel/notice";
import { inWords, type PostResult } from "../posting";
import { ResultLines } from "./result-lines";
import styles from "./result-lines.module.css";
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
        <ResultLines results={results} className={styles.results} />
      </DialogBody>
      <DialogFooter>
        {failed > 0 && (
          <Button icon={<RotateCw />} busy={isBusy} onClick={() => void retry(accounts)}>
            {submitLabel("Retry failed only", failure?.mayRepeat)}
          </Button>
        )}
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </>
  );
}
