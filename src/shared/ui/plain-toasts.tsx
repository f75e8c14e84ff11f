import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { most, toasts } from "@/shared/toast/toast";
import { Button } from "./button";
import styles from "./toaster.module.css";

/**
 * What there is to tell, while the code of the toaster is not here: the newest of it, as there. It
 * stays until it is closed, for nothing here knows whether it has been read.
 */
export function PlainToasts({ placement }: { placement: "bottom-right" | "top-right" }) {
  const list = useSyncExternalStore(toasts.subscribe, toasts.read);
  const viewport = useRef<HTMLOListElement>(null);
  // Not an effect, which runs after the paint: keys pressed before it would be lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey && event.code === "KeyT") viewport.current?.focus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <section aria-label="Notifications (Alt+T)">
      <ol ref={viewport} tabIndex={-1} className={styles.viewport} data-placement={placement}>
        {list.slice(-most).map(({ id, kind, title, detail }) => (
          <li key={id} className={styles.toast}>
            <div
              className={styles.inner}
              data-kind={kind}
              role={kind === "error" ? "alert" : "status"}
            >
              <div className={styles.title}>{title}</div>
              {detail && <div className={styles.detail}>{detail}</div>}
              {kind !== "busy" && (
                <div className={styles.actions}>
                  <Button size="sm" onClick={() => toasts.dismiss(id)}>
                    Close
                  </Button>
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
