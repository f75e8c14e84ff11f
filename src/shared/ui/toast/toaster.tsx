import { CircleAlert, CircleCheck, Copy, Info, X } from "lucide-react";
import { Toast as RadixToast } from "radix-ui";
import { useState, useSyncExternalStore } from "react";
import { most, type Toast, toasts } from "@/shared/toast/toast";
import { Button } from "../button";
import { IconButton } from "../icon-button";
import { Spinner } from "../spinner";
import styles from "./toaster.module.css";

const hotkey = ["altKey", "KeyT"];

type ToasterProps = {
  placement: "bottom-right" | "top-right";
  /** How long a toast stays if it has no duration of its own, in ms. */
  duration: number;
};

/**
 * Rendered once at the root. Radix pauses the timers of its toasts on hover, on focus and when the
 * window loses the focus. A toast that is shown while the window has no focus gets no timer yet.
 */
export function Toaster({ placement, duration }: ToasterProps) {
  const list = useSyncExternalStore(toasts.subscribe, toasts.read);
  const away = useSyncExternalStore(windowFocus.subscribe, windowFocus.isAway);
  return (
    <RadixToast.Provider label="Notification" duration={duration}>
      {list.slice(-most).map((toast) => (
        <ToastItem
          // A toast that changes its kind is announced again, and gets its full time.
          key={`${toast.id} ${toast.kind}`}
          toast={toast}
          duration={
            away || toast.kind === "busy" ? Number.POSITIVE_INFINITY : (toast.duration ?? duration)
          }
        />
      ))}
      <RadixToast.Viewport
        className={styles.viewport}
        data-placement={placement}
        label="Notifications (Alt+T)"
        hotkey={hotkey}
      />
    </RadixToast.Provider>
  );
}

const icons = {
  info: <Info />,
  busy: <Spinner />,
  success: <CircleCheck />,
  error: <CircleAlert />,
};

/**
 * Radix announces the toast. The role is for operators who read through the page, hence
 * `aria-live="off"`.
 */
function ToastItem({ toast, duration }: { toast: Toast; duration: number }) {
  const failed = toast.kind === "error";
  return (
    <RadixToast.Root
      className={styles.toast}
      type={failed ? "foreground" : "background"}
      duration={duration}
      onOpenChange={(open) => open || toasts.dismiss(toast.id)}
    >
      <div
        className={styles.inner}
        role={failed ? "alert" : "status"}
        aria-live="off"
        data-kind={toast.kind}
      >
        {icons[toast.kind]}
        <RadixToast.Title className={styles.title}>{toast.title}</RadixToast.Title>
        {toast.detail && (
          <RadixToast.Description className={styles.detail}>{toast.detail}</RadixToast.Description>
        )}
        {toast.action && (
          <div className={styles.actions}>
            {/* Named for screen readers, which announce the toast: it may be gone before Tab reaches it. */}
            <RadixToast.Action asChild altText={`${toast.action.label} (Alt+T)`}>
              <Button size="sm" onClick={toast.action.run}>
                {toast.action.label}
              </Button>
            </RadixToast.Action>
          </div>
        )}
        {failed && <CopyError toast={toast} />}
        {toast.kind !== "busy" && (
          <div className={styles.close}>
            <RadixToast.Close asChild>
              <IconButton label="Close" icon={<X />} size="sm" />
            </RadixToast.Close>
          </div>
        )}
      </div>
    </RadixToast.Root>
  );
}

function CopyError({ toast }: { toast: Toast }) {
  const [said, setSaid] = useState("Copy error");
  async function copy() {
    try {
      await navigator.clipboard.writeText([toast.title, toast.detail].filter(Boolean).join("\n"));
      setSaid("Copied");
    } catch {
      setSaid("Could not copy");
    }
  }
  return (
    <div className={styles.actions} data-radix-toast-announce-exclude="">
      <Button size="sm" icon={<Copy />} onClick={copy}>
        {said}
      </Button>
    </div>
  );
}

let away = false;

const windowFocus = {
  isAway: () => away,
  subscribe: (listener: () => void) => {
    function change(event: FocusEvent) {
      away = event.type === "blur";
      listener();
    }
    window.addEventListener("blur", change);
    window.addEventListener("focus", change);
    return () => {
      window.removeEventListener("blur", change);
      window.removeEventListener("focus", change);
    };
  },
};
