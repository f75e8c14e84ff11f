import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { queueCounts, waitingPosts } from "@/entities/post";
import { schedulerQueries } from "@/features/scheduler";
import { formatFigure } from "@/shared/format/number";
import { useFirstScreenSettled } from "@/shared/lazy/first-screen";
import { useOffered } from "@/shared/query/use-offered";
import { Tooltip } from "@/shared/ui/button/tooltip";
import { Count } from "@/shared/ui/status/badge";
import type { Screen } from "./navigation";
import styles from "./navigation.module.css";

type ScreenLinkProps = {
  screen: Screen;
  /** True if only the icon is shown: the tooltip then begins with the label. */
  isCollapsed?: boolean;
  onClick?: () => void;
};

/** A link of the sidebar or the drawer. That to Publishing shows what waits for the operator. */
export const ScreenLink = (props: ScreenLinkProps) =>
  props.screen.to === "/dashboard/publishing" ? (
    <PublishingLink {...props} />
  ) : (
    <PlainLink {...props} />
  );

/** Counts nothing while it is unknown, and what it last knew while it cannot be read. */
function PublishingLink(props: ScreenLinkProps) {
  const areCounted = useOffered(queueCounts);
  const isSettled = useFirstScreenSettled();
  const waiting = useQuery({ ...waitingPosts(), enabled: areCounted && isSettled }).data ?? 0;
  const failed = useQuery(schedulerQueries.status()).data?.failed_posts.items.length ?? 0;
  const words = [
    waiting > 0 && `${formatFigure(waiting)} to approve`,
    failed > 0 && `${formatFigure(failed)} failed`,
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <PlainLink {...props} description={words}>
      {words && (
        <span className={styles.counts} aria-hidden="true">
          {waiting > 0 && <Count>{waiting}</Count>}
          {failed > 0 && <Count tone="danger">{failed}</Count>}
        </span>
      )}
    </PlainLink>
  );
}

type PlainLinkProps = ScreenLinkProps & {
  /** Said after the name, and in the tooltip. */
  description?: string;
  children?: ReactNode;
};

function PlainLink({
  screen: { to, label, icon: Icon },
  isCollapsed = false,
  onClick,
  description,
  children,
}: PlainLinkProps) {
  const id = useId();
  const lines = [isCollapsed && label, description].filter(Boolean);
  return (
    <>
      <Tooltip text={lines.join(": ") || undefined} side="right" describes={false}>
        <Link
          to={to}
          className={styles.link}
          activeProps={{ "aria-current": "page" }}
          aria-describedby={description ? id : undefined}
          onClick={onClick}
        >
          <Icon size={18} strokeWidth={1.65} aria-hidden />
          <span>{label}</span>
          {children}
        </Link>
      </Tooltip>
      {description && (
        <span id={id} hidden>
          {description}
        </span>
      )}
    </>
  );
}
