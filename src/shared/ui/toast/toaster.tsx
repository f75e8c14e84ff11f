import { CircleAlert, CircleCheck, Copy, Info, X } from "lucide-react";
import { Toast as RadixToast } from "radix-ui";
import { type FocusEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { most, type Toast, toasts } from "@/shared/toast/toast";
import { Button, Spinner } from "../button/button";
import { IconButton } from "../button/icon-button";
import { focusMain, passEscapeOn } from "../focus/focus";
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
  const { viewport, onFocus } = useReturnedFocus(list.length === 0);
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
        ref={viewport}
        onFocus={onFocus}
        className={styles.viewport}
        data-placement={placement}
        label="Notifications (Alt+T)"
        hotkey={hotkey}
      />
    </RadixToast.Provider>
  );
}

/**
 * Returns the focus from the toasts, when the last one goes, to what had it before; if that is gone,
 * to the page. Otherwise it would stay in an empty list, or be lost with the toast.
 */
function useReturnedFocus(isEmpty: boolean) {
  const viewport = useRef<HTMLOListElement>(null);
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    if (!isEmpty || !viewport.current?.contains(document.activeElement)) return;
    const place = before.current;
    if (place instanceof HTMLElement && place.isConnected) place.focus();
    else focusMain();
  }, [isEmpty]);
  return {
    viewport,
    onFocus: ({ relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!viewport.current?.contains(relatedTarget)) before.current = relatedTarget;
    },
  };
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
  const item = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const toastElement = item.current;
    return () => {
      // Radix does so for a toast that is closed in itself, not for one that is taken away.
      if (toastElement?.contains(document.activeElement)) toastElement.closest("ol")?.focus();
    };
  }, []);
  return (
    <RadixToast.Root
      ref={item}
      className={styles.toast}
      type={failed ? "foreground" : "background"}
      duration={duration}
      onOpenChange={(open) => open || toasts.dismiss(toast.id)}
      onEscapeKeyDown={passEscapeOn}
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

const windowFocus = {
  isAway: () => !document.hasFocus(),
  subscribe: (listener: () => void) => {
    window.addEventListener("blur", listener);
    window.addEventListener("focus", listener);
    return () => {
      window.removeEventListener("blur", listener);
      window.removeEventListener("focus", listener);
    };
  },
};
