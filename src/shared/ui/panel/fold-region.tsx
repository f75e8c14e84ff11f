import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import styles from "./fold-region.module.css";
import { Region } from "./panel";

export type Fold = { readonly isOpen: boolean; readonly onToggle: () => void };

type FoldRegionProps = {
  title: string;
  /** For links that jump here. */
  id: string;
  meta?: ReactNode;
  fold: Fold;
  /** One line about the content, shown in its place while the region is folded. */
  facts: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** A region that opens and folds. Its content is not rendered before it has been opened. */
export function FoldRegion({ title, fold, facts, children, ...region }: FoldRegionProps) {
  const { isOpen, onToggle } = fold;
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return (
    <Region
      title={
        <FoldButton isOpen={isOpen} onToggle={onToggle}>
          {title}
        </FoldButton>
      }
      facts={!isOpen && <div className={styles.facts}>{facts}</div>}
      {...region}
    >
      {/* Hidden, not unmounted: a form would lose its input, and a run its state. */}
      {wasOpened && (
        <div className={styles.content} hidden={!isOpen}>
          {children}
        </div>
      )}
    </Region>
  );
}

type FoldButtonProps = {
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
};

/** The title of a region that opens and folds. A press anywhere on the region's head counts. */
export const FoldButton = ({ isOpen, onToggle, children }: FoldButtonProps) => (
  <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={onToggle}>
    <ChevronRight />
    {children}
  </button>
);
