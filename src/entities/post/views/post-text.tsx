import { Foldable } from "./foldable";
import { MarkedText } from "./marked-text";
import styles from "./post.module.css";

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
