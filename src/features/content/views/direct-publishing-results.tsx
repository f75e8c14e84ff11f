import { preview } from "@/shared/format/text";
import { Button } from "@/shared/ui/button/button";
import { Panel } from "@/shared/ui/panel/panel";
import { inWords, type PostResult } from "../posting";
import styles from "./direct-publishing.module.css";
import { ResultLines } from "./result-lines";

type DirectResultsProps = {
  text: string;
  results: readonly PostResult[];
  /** The server's message, if it returned no result per account. */
  message: string | undefined;
  onClose: () => void;
};

/** Graphemes of the text that distinguish this result from the previous one. */
const shown = 80;

/** The results of a post per account. They stay until they are closed. */
export function DirectResults({ text, results, message, onClose }: DirectResultsProps) {
  const hasFailed = results.some(({ status }) => status === "failed");
  return (
    <Panel className={styles.results}>
      <div className={styles.resultHead}>
        <div>
          <p className={styles.summary} role="status">
            {message || inWords(results)}
          </p>
          <p className={styles.muted} dir="auto">
            {preview(text, shown)}
          </p>
        </div>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Close
        </Button>
      </div>
      <ResultLines results={results} className={styles.resultLines} />
      {hasFailed && (
        <p className={styles.resultHint}>Retry failed posts in Publishing, under Failed Posts.</p>
      )}
    </Panel>
  );
}
