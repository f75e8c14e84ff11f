import { AccountName } from "@/entities/account";
import { NextTry } from "@/entities/post";
import { SafeLink } from "@/shared/media/safe-link";
import { StateDot } from "@/shared/ui/status/badge";
import { type PostResult, statusInWords } from "../posting";
import styles from "./result-lines.module.css";

const dots: Readonly<Record<string, "on" | "failed">> = { published: "on", failed: "failed" };

type ResultLinesProps = { results: readonly PostResult[]; className: string | undefined };

/** The result of a post on each account. */
export const ResultLines = ({ results, className }: ResultLinesProps) => (
  <ul className={className} aria-label="Result per account">
    {results.map((result, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: some results do not name their account
      <ResultLine key={`${result.account} ${place}`} {...result} />
    ))}
  </ul>
);

function ResultLine(result: PostResult) {
  const { platform_type, platform_username, status, published_post_url } = result;
  // Why a post failed, or why it waits and when it is tried again.
  const note = result.error || result.waits_for;
  return (
    <li className={styles.result}>
      {platform_type === undefined ? (
        <span>One of the accounts</span>
      ) : (
        <AccountName type={platform_type} username={platform_username} />
      )}
      <span className={styles.status}>
        <StateDot state={dots[status] ?? "waiting"}>{statusInWords(status)}</StateDot>
        {published_post_url && <SafeLink url={published_post_url}>View post</SafeLink>}
      </span>
      {note && (
        <p className={styles.note}>
          {note}
          <NextTry at={result.waits_until} />
        </p>
      )}
    </li>
  );
}
