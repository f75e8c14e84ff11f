import "@/shared/styles/tokens.css";
import "@/shared/styles/fonts.css";
import "@/shared/styles/global.css";
import "@/shared/styles/forced-colors.css";
import "@/shared/styles/print.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Toaster } from "@/shared/ui/toast/toaster";
import { Buttons, Choices, Fields, Marks } from "./controls";
import styles from "./kit.module.css";
import { Overlays, Paging } from "./overlays";
import { Posts, States } from "./states";

/** Shows every part in every state. Only the development server serves this page. */
function KitPage() {
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

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <KitPage />
    </StrictMode>,
  );
}
