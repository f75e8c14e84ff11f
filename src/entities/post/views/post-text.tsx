import { type ReactNode, useState } from "react";
import type { PostContent } from "../contract";
import { runsOf } from "./hidden-characters";
import styles from "./post.module.css";
import { PostThumb } from "./post-cover";

/** A text longer than this, in characters or lines, is folded until someone asks for the rest. */
const longText = 320;
const manyLines = 5;

type PostTextProps = {
  text: string | null | undefined;
  /** False if there is room for the whole text. */
  folds?: boolean;
};

/** A post's text. A long one is folded, and can be unfolded. */
export function PostText({ text, folds = true }: PostTextProps) {
  if (!text) return <p className={styles.wordless}>No text</p>;
  const isLong = folds && (text.length > longText || text.split("\n").length > manyLines);
  return (
    <Foldable isLong={isLong}>
      {(isOpen) => (
        <p className={styles.text} dir="auto" data-folded={isLong && !isOpen ? "" : undefined}>
          <MarkedText text={text} />
        </p>
      )}
    </Foldable>
  );
}

type PostSummaryProps = {
  content: PostContent;
  /** Stands beside the picture, instead of the text alone. */
  children?: ReactNode;
};

/** The post that a dialog is about, set off from its other words: the picture beside the text. */
export const PostSummary = ({
  content,
  children = <PostText text={content.text_content} />,
}: PostSummaryProps) => (
  <div className={styles.summary}>
    <PostThumb content={content} />
    {children}
  </div>
);

type FoldableProps = {
  /** True if there is more than is shown at first. */
  isLong: boolean;
  children: (isOpen: boolean) => ReactNode;
};

/** A text whose rest is shown on request. */
export function Foldable({ isLong, children }: FoldableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      {children(isOpen)}
      {isLong && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Show less" : "Show more"}
        </button>
      )}
    </div>
  );
}

/** Shows a text that will be published: each hidden character is marked by its code point. */
export const MarkedText = ({ text }: { text: string }) =>
  runsOf(text).map((run, index) =>
    run.kind === "text" ? (
      run.text
    ) : (
      <span
        // The runs of one text never change their places.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        key={index}
        className={styles.hidden}
        title="Invisible character"
      >
        {run.codePoint}
      </span>
    ),
  );
