import { useState } from "react";
import { PostText } from "@/entities/post";
import { foldedText } from "../pool";
import styles from "./item-card.module.css";

type ItemTextProps = { id: string; text: string | null | undefined };

/** The beginning of an item's words, and on request all of them. */
export function ItemText({ id, text }: ItemTextProps) {
  const [isOpen, setOpen] = useState(false);
  const beginning = foldedText(text ?? "");
  return (
    <div className={styles.text}>
      <div id={id}>
        <PostText text={isOpen ? text : beginning.text} folds={false} />
      </div>
      {!beginning.isWhole && (
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
