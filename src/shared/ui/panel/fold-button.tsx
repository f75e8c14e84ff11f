import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./fold-button.module.css";

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
