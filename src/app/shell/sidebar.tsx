import { Link } from "@tanstack/react-router";
import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { memo, type ReactElement } from "react";
import { Tooltip } from "@/shared/ui/tooltip";
import { screens } from "./navigation";
import styles from "./shell.module.css";

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
        {screens.map(({ to, label, icon: Icon, beside: Beside }) => (
          <Labelled key={to} text={label} isNeeded={isCollapsed}>
            <Link to={to} className={styles.link} activeProps={{ "aria-current": "page" }}>
              <Icon size={18} strokeWidth={1.65} aria-hidden />
              <span>{label}</span>
              {Beside && <Beside />}
            </Link>
          </Labelled>
        ))}
      </nav>
      <Labelled text={toggle} isNeeded={isCollapsed}>
        <button type="button" className={styles.link} onClick={onToggle}>
          <ToggleIcon size={18} strokeWidth={1.65} aria-hidden />
          <span>{toggle}</span>
        </button>
      </Labelled>
    </div>
  );
});

/** With its label hidden, an entry says its name on hover and focus. */
function Labelled({
  text,
  isNeeded,
  children,
}: {
  text: string;
  isNeeded: boolean;
  children: ReactElement;
}) {
  return isNeeded ? (
    <Tooltip text={text} side="right" describes={false}>
      {children}
    </Tooltip>
  ) : (
    children
  );
}
