import { ImageOff } from "lucide-react";
import styles from "./post.module.css";

export const NoImage = () => (
  <span className={styles.none}>
    <ImageOff aria-hidden="true" />
    Image did not load
  </span>
);
