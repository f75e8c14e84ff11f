import { useSyncExternalStore } from "react";
import { toasts } from "@/shared/toast/toast";
import styles from "./toaster.module.css";

/** What there is to tell, while the code of the toaster is not here. */
export function PlainToasts({ placement }: { placement: "bottom-right" | "top-right" }) {
  const list = useSyncExternalStore(toasts.subscribe, toasts.read);
  return (
    <section aria-label="Notifications">
      <ol className={styles.viewport} data-placement={placement}>
        {list.map(({ id, kind, title, detail }) => (
          <li key={id} className={styles.toast}>
            <div
              className={styles.inner}
              data-kind={kind}
              role={kind === "error" ? "alert" : "status"}
            >
              <div className={styles.title}>{title}</div>
              {detail && <div className={styles.detail}>{detail}</div>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
