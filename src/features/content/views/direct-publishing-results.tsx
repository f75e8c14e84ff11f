import { preview } from "@/shared/format/preview";
import { SafeLink } from "@/shared/media/safe-link";
import { Button } from "@/shared/ui/button/button";
import { Panel } from "@/shared/ui/panel/panel";
import { StateDot } from "@/shared/ui/status/state-dot";
import { inWords, type PostResult, statusInWords } from "../posting";
import styles from "./direct-publishing.module.css";
import { ResultAccount, ResultNote } from "./post-results";

type DirectResultsProps = {
  text: string;
  results: readonly PostResult[];
  /** The server's message, if it returned no result per account. */
  message: string | undefined;
  onClose: () => void;
};

const dots: Readonly<Record<string, "on" | "failed">> = { published: "on", failed: "failed" };
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
      <ul aria-label="Result per account">
        {results.map((result, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: some results do not name their account
          <ResultLine key={`${result.account} ${place}`} result={result} />
        ))}
      </ul>
      {hasFailed && (
        <p className={styles.resultHint}>Retry failed posts in Publishing, under Failed Posts.</p>
      )}
    </Panel>
  );
}

function ResultLine({ result }: { result: PostResult }) {
  const { platform_type, platform_username, status, published_post_url } = result;
  return (
    <li className={styles.result}>
      <ResultAccount type={platform_type} username={platform_username} />
      <span className={styles.status}>
        <StateDot state={dots[status] ?? "waiting"}>{statusInWords(status)}</StateDot>
        {published_post_url && <SafeLink url={published_post_url}>View post</SafeLink>}
      </span>
      <ResultNote {...result} className={styles.resultNote} />
    </li>
  );
}
