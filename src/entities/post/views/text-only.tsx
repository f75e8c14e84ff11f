import { TextAlignStart } from "lucide-react";
import styles from "./post.module.css";

/** In the place of the media of a post that has none. */
export const TextOnly = () => (
  <div className={styles.media}>
    <span className={styles.none}>
      <TextAlignStart aria-hidden="true" />
      Text only
    </span>
  </div>
);
