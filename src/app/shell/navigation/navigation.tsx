import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Menu, PanelLeftClose, PanelLeftOpen, X } from "lucide-react";
import { Dialog } from "radix-ui";
import { memo, type ReactNode, useId, useState } from "react";
import { pendingCount, queueCounts } from "@/entities/post";
import { schedulerQueries } from "@/features/scheduler";
import { formatFigure } from "@/shared/format/number";
import { useFirstScreenSettled } from "@/shared/lazy/first-screen";
import { useOffered } from "@/shared/query/use-backend";
import { Brand } from "@/shared/ui/brand";
import { IconButton } from "@/shared/ui/button/icon-button";
import { Tooltip } from "@/shared/ui/button/tooltip";
import { useReturnFocus } from "@/shared/ui/dialog/use-return-focus";
import { onPassedEscape } from "@/shared/ui/focus/focus";
import { Count } from "@/shared/ui/status/badge";
import styles from "./navigation.module.css";
import { type Screen, screens } from "./screens";

type ScreenLinkProps = {
  screen: Screen;
  /** True if only the icon is shown: the tooltip then begins with the label. */
  isCollapsed?: boolean;
  onClick?: () => void;
};

/** A link of the sidebar or the drawer. That to Publishing shows what waits for the operator. */
const ScreenLink = (props: ScreenLinkProps) =>
  props.screen.to === "/dashboard/publishing" ? (
    <PublishingLink {...props} />
  ) : (
    <PlainLink {...props} />
  );

/** Counts nothing while it is unknown, and what it last knew while it cannot be read. */
function PublishingLink(props: ScreenLinkProps) {
  const areCounted = useOffered(queueCounts);
  const isSettled = useFirstScreenSettled();
  const waiting = useQuery({ ...pendingCount(), enabled: areCounted && isSettled }).data ?? 0;
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

/** The sidebar of a narrow window. It opens over the page and closes with the choice. */
export function Drawer() {
  const [isOpen, setOpen] = useState(false);
  const focus = useReturnFocus();
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <IconButton className={styles.menuButton} label="Open navigation" icon={<Menu />} />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className={styles.drawer}
          aria-describedby={undefined}
          onKeyDown={onPassedEscape(() => setOpen(false))}
          {...focus}
        >
          <div className={styles.drawerHead}>
            <Dialog.Title asChild>
              <div>
                <Brand />
              </div>
            </Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close navigation" icon={<X />} />
            </Dialog.Close>
          </div>
          <nav aria-label="Main" className={styles.links}>
            {screens.map((screen) => (
              <ScreenLink key={screen.to} screen={screen} onClick={() => setOpen(false)} />
            ))}
          </nav>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type SidebarProps = {
  isCollapsed: boolean;
  onToggle: () => void;
};

export const Sidebar = memo(({ isCollapsed, onToggle }: SidebarProps) => {
  const toggle = isCollapsed ? "Expand" : "Collapse";
  const ToggleIcon = isCollapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <div className={styles.sidebar} data-collapsed={isCollapsed ? "" : undefined}>
      <nav aria-label="Main" className={styles.links}>
        {screens.map((screen) => (
          <ScreenLink key={screen.to} screen={screen} isCollapsed={isCollapsed} />
        ))}
      </nav>
      <Tooltip text={isCollapsed ? toggle : undefined} side="right" describes={false}>
        <button type="button" className={styles.link} onClick={onToggle}>
          <ToggleIcon size={18} strokeWidth={1.65} aria-hidden />
          <span>{toggle}</span>
        </button>
      </Tooltip>
    </div>
  );
});
