import { useState } from "react";
import { VisuallyHidden } from "@/shared/ui/visually-hidden";
import type { FeedRun } from "../feed-view";
import { MarkedText } from "./marked-text";
import styles from "./post-preview.module.css";

type FeedTextProps = {
  runs: readonly FeedRun[];
  /** The platform's word for the rest of a folded text. */
  word?: string | undefined;
  isFolded: boolean;
  isOver: boolean;
  wordless: string;
};

/** A text as a feed shows it: folded where the feed folds it, with its links and what is over marked. */
export function FeedText({ runs, word, isFolded, isOver, wordless }: FeedTextProps) {
  const [wanted, setWanted] = useState<boolean>();
  if (runs.length === 0) return <p className={styles.wordless}>{wordless}</p>;
  // The text that has to be cut is not hidden.
  const isOpen = wanted ?? isOver;
  return (
    <p className={styles.text} dir="auto">
      {runs
        .filter((run) => isOpen || !run.isFolded)
        .map((run, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the runs of one text never change their places
          <Run key={index} {...run} />
        ))}
      {isFolded && (
        <>
          {" "}
          <button
            type="button"
            className={styles.unfold}
            aria-expanded={isOpen}
            onClick={() => setWanted(!isOpen)}
          >
            {isOpen ? (
              "Show less"
            ) : (
              <>
                {word} <VisuallyHidden>(show the whole text)</VisuallyHidden>
              </>
            )}
          </button>
        </>
      )}
    </p>
  );
}

function Run({ text, isLink, isOver }: FeedRun) {
  const marked = <MarkedText text={text} />;
  const linked = isLink ? <span className={styles.link}>{marked}</span> : marked;
  return isOver ? <mark className={styles.over}>{linked}</mark> : linked;
}
