import type { Listing } from "@/shared/api/reply/listing";
import { parseTime } from "@/shared/format/time";
import { SafeLink } from "@/shared/media/safe-link";
import { Time } from "@/shared/time/time";
import { useNow } from "@/shared/time/use-now";
import { StateDot } from "@/shared/ui/status/badge";
import type { SubredditResult } from "../contract";
import styles from "./post.module.css";

type SubredditResultsProps = {
  /** As the server sent them; only ours does. */
  results: Listing<SubredditResult> | null | undefined;
  /** Leaves out the subreddits that have the post. */
  onlyMissing?: boolean;
};

/** The result of a post in each of its subreddits; nothing for any other post. */
export function SubredditResults({ results, onlyMissing = false }: SubredditResultsProps) {
  const shown = results?.items.filter(({ status }) => !(onlyMissing && status === "published"));
  if (!shown || shown.length === 0) return null;
  return (
    <ul className={styles.subreddits} aria-label="Subreddits">
      {shown.map((result) => (
        <li key={result.name}>
          <Result {...result} />
        </li>
      ))}
    </ul>
  );
}

function Result({ name, status, url, error }: SubredditResult) {
  const place = `r/${name}`;
  switch (status) {
    case "published":
      return url ? <SafeLink url={url}>{place}</SafeLink> : place;
    case "accepted":
      return <StateDot state="waiting">{place}: Reddit is processing the media.</StateDot>;
    case "refused":
      return (
        <StateDot state="failed">
          {place} refused it{error ? `: ${error}` : "."}
        </StateDot>
      );
    case "unknown":
      return <StateDot state="waiting">{place}: may already be live. Look there.</StateDot>;
    case "not_sent":
      return <StateDot state="off">{place}: not sent</StateDot>;
    default:
      return place;
  }
}

/** Ends a sentence with the time of a post's next try, as the server sent it; nothing once it is over. */
export function NextTry({ at }: { at: string | null | undefined }) {
  const now = useNow();
  if ((parseTime(at) ?? 0) <= now) return null;
  return (
    <>
      {" "}
      Next try: <Time value={at} />
    </>
  );
}
