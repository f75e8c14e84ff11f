import { type ReactNode, useState } from "react";
import styles from "./post.module.css";

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
