import { Foldable, PostText } from "@/entities/post";
import { foldedText } from "../pool";
import styles from "./item-card.module.css";

type ItemTextProps = { id: string; text: string | null | undefined };

/** The beginning of an item's text, and on request all of it. */
export function ItemText({ id, text }: ItemTextProps) {
  const beginning = foldedText(text ?? "");
  return (
    <div className={styles.text}>
      <Foldable isLong={!beginning.isWhole}>
        {(isOpen) => (
          <div id={id}>
            <PostText text={isOpen ? text : beginning.text} folds={false} />
          </div>
        )}
      </Foldable>
    </div>
  );
}
