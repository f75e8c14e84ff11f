import styles from "./spinner.module.css";

/** Only a picture of waiting: what is waited for is said by `aria-busy` or by text beside it. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" data-spinner="" />;
}
