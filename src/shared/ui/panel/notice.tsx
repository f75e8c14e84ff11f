import { CircleAlert, CircleCheck, Info, RotateCw, TriangleAlert } from "lucide-react";
import { type ReactNode, use, useLayoutEffect, useRef } from "react";
import { UnreadableRecords } from "@/shared/query/panel-reports";
import { Button } from "../button/button";
import styles from "./notice.module.css";
import { Panel } from "./panel";

type EmptyStateProps = {
  icon?: ReactNode;
  title: string;
  /** Says what to do next. */
  hint?: ReactNode;
  /** At most one button. */
  action?: ReactNode;
  /** True if it is also true when some records of the panel could not be read. */
  isCertain?: boolean;
};

/**
 * Centred in a panel that has no content. By default it is not shown over records that could not be read:
 * a list is not called empty because of them. The panel says how many they are.
 */
export function EmptyState({ icon, title, hint, action, isCertain = false }: EmptyStateProps) {
  if (use(UnreadableRecords) > 0 && !isCertain) return null;
  return (
    <div className={styles.empty}>
      {icon}
      <p className={styles.emptyTitle}>{title}</p>
      {hint && <p className={styles.emptyHint}>{hint}</p>}
      {action && <div className={styles.emptyAction}>{action}</div>}
    </div>
  );
}

/** Replaces a list that has nothing in it yet. */
export function EmptyPanel(props: EmptyStateProps) {
  if (use(UnreadableRecords) > 0) return null;
  return (
    <Panel dashed>
      <EmptyState {...props} />
    </Panel>
  );
}

type Retry = {
  onRetry: () => void;
  busy?: boolean | undefined;
};

type FailedStateProps = Retry & {
  text: string;
  /** The server's own text. */
  detail?: ReactNode;
  /** The button's label if it does something other than try again: 'Reload'. */
  retry?: string;
};

/** Replaces the panel's content, at its top. */
export function FailedState({
  text,
  detail,
  retry = "Try again",
  onRetry,
  busy,
}: FailedStateProps) {
  const alert = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = alert.current;
    return () => focusAround(element);
  }, []);
  return (
    <div role="alert" className={styles.failed} ref={alert}>
      <CircleAlert />
      <div>
        <p className={styles.text}>{text}</p>
        {detail && <p className={styles.detail}>{detail}</p>}
        <div className={styles.retry}>
          <Button size="sm" icon={<RotateCw />} busy={busy} onClick={onRetry}>
            {retry}
          </Button>
        </div>
      </div>
    </div>
  );
}

type StaleStripProps = Retry & {
  text: string;
  /** The time of the data that is still shown, as "14:02:10". */
  since?: string | undefined;
};

/** Shown as one line above the old data, which stays. */
export function StaleStrip({ text, since, onRetry, busy }: StaleStripProps) {
  return (
    <div role="status" className={styles.strip}>
      <TriangleAlert />
      <span>{since ? `${text} Showing ${since}.` : text}</span>
      <Button variant="ghost" size="sm" busy={busy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** Shown as one line above a list from which something is missing. */
export const WarningStrip = ({ children }: { children: ReactNode }) => (
  <div role="note" className={styles.strip}>
    <TriangleAlert />
    <span>{children}</span>
  </div>
);

const icons = {
  info: <Info />,
  success: <CircleCheck />,
  warning: <TriangleAlert />,
  danger: <CircleAlert />,
};

type NoticeProps = {
  tone: "info" | "success" | "warning" | "danger";
  title?: ReactNode;
  children?: ReactNode;
};

export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone}>
      {icons[tone]}
      <div>
        {title && <p className={styles.text}>{title}</p>}
        {children}
      </div>
    </div>
  );
}

/** Shown above the fields: the server's text on the form as a whole. */
export function FormError({ text, detail }: { text: string; detail?: ReactNode }) {
  return (
    <div role="alert" className={styles.formError} ref={scrollIntoView}>
      <Notice tone="danger">
        <p>{text}</p>
        {detail && <p className={styles.detail}>{detail}</p>}
      </Notice>
    </div>
  );
}

/** On a long form the submit button may be far below: without this its failure would not be seen. */
function scrollIntoView(alert: HTMLElement | null) {
  // jsdom has no layout to scroll.
  alert?.scrollIntoView?.({ block: "nearest" });
}

/**
 * If 'Try again' is removed while it has the focus, the section around it gets the focus, so that
 * the keyboard keeps its place.
 */
function focusAround(removed: HTMLElement | null) {
  if (!removed?.contains(document.activeElement)) return;
  const around = removed.closest<HTMLElement>("section, [role=dialog], main");
  if (!around) return;
  if (!around.hasAttribute("tabindex")) around.tabIndex = -1;
  around.focus({ preventScroll: true });
}
