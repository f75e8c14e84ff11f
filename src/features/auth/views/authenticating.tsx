import { Spinner } from "@/shared/ui/spinner";
import styles from "./login.module.css";

export function Authenticating() {
  return (
    <main className={styles.callback}>
      <p role="status">
        <Spinner /> Authenticating...
      </p>
    </main>
  );
}
