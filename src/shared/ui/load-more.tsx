import { ChevronDown, CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";
import styles from "./load-more.module.css";

type LoadMoreProps = {
  busy: boolean;
  onLoad: () => void;
  /** How many are on the screen already. */
  shown?: number | undefined;
  /** Why the last press brought nothing. The button stays, and tries again. */
  failure?: ReactNode;
};

export function LoadMore({ busy, onLoad, shown, failure }: LoadMoreProps) {
  return (
    <div className={styles.more}>
      <Button icon={<ChevronDown />} busy={busy} onClick={onLoad}>
        Load More
      </Button>
      {failure ? (
        <p role="alert" className={styles.failure}>
          <CircleAlert />
          <span>{failure}</span>
        </p>
      ) : (
        shown !== undefined && <span className={styles.shown}>{shown} loaded</span>
      )}
    </div>
  );
}
