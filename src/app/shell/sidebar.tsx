import { Link } from "@tanstack/react-router";
import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { memo } from "react";
import { Tooltip } from "@/shared/ui/tooltip";
import { screens } from "./navigation";
import navigation from "./navigation.module.css";
import styles from "./sidebar.module.css";

type SidebarProps = {
  isCollapsed: boolean;
  onToggle: () => void;
};

export const Sidebar = memo(({ isCollapsed, onToggle }: SidebarProps) => {
  const toggle = isCollapsed ? "Expand" : "Collapse";
  const ToggleIcon = isCollapsed ? PanelLeftOpen : PanelLeftClose;
  // While its label is hidden, an entry shows its name on hover and focus.
  const saidOf = (name: string) => (isCollapsed ? name : undefined);
  return (
    <div className={styles.sidebar} data-collapsed={isCollapsed ? "" : undefined}>
      <nav aria-label="Main" className={navigation.links}>
        {screens.map(({ to, label, icon: Icon, beside: Beside }) => (
          <Tooltip key={to} text={saidOf(label)} side="right" describes={false}>
            <Link to={to} className={navigation.link} activeProps={{ "aria-current": "page" }}>
              <Icon size={18} strokeWidth={1.65} aria-hidden />
              <span>{label}</span>
              {Beside && <Beside />}
            </Link>
          </Tooltip>
        ))}
      </nav>
      <Tooltip text={saidOf(toggle)} side="right" describes={false}>
        <button type="button" className={navigation.link} onClick={onToggle}>
          <ToggleIcon size={18} strokeWidth={1.65} aria-hidden />
          <span>{toggle}</span>
        </button>
      </Tooltip>
    </div>
  );
});
