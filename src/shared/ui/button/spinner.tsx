import styles from "./spinner.module.css";

/** Decorative: `aria-busy` or a text beside it says what is being waited for. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" data-spinner="" />;
}
