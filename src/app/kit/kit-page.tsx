import { Toaster } from "@/shared/ui/toast/toaster";
import { Buttons, Choices, Fields, Marks } from "./controls";
import styles from "./kit.module.css";
import { Overlays, Paging } from "./overlays";
import { Posts, States } from "./states";

/** Shows every part in every state. Only the development server serves this page. */
export function KitPage() {
  return (
    <main className={styles.page}>
      <h1>The kit</h1>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Buttons />
          <Choices />
          <Marks />
        </div>
        <div className={styles.column}>
          <Fields />
          <Overlays />
          <Paging />
        </div>
      </div>
      <States />
      <Posts />
      <Toaster placement="bottom-right" duration={3000} />
    </main>
  );
}
