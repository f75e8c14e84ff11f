import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { memo } from "react";
import { Tooltip } from "@/shared/ui/button/tooltip";
import { screens } from "./navigation";
import navigation from "./navigation.module.css";
import { ScreenLink } from "./screen-link";
import styles from "./sidebar.module.css";

type SidebarProps = {
  isCollapsed: boolean;
  onToggle: () => void;
};

export const Sidebar = memo(({ isCollapsed, onToggle }: SidebarProps) => {
  const toggle = isCollapsed ? "Expand" : "Collapse";
  const ToggleIcon = isCollapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <div className={styles.sidebar} data-collapsed={isCollapsed ? "" : undefined}>
      <nav aria-label="Main" className={navigation.links}>
        {screens.map((screen) => (
          <ScreenLink key={screen.to} screen={screen} isCollapsed={isCollapsed} />
        ))}
      </nav>
      <Tooltip text={isCollapsed ? toggle : undefined} side="right" describes={false}>
        <button type="button" className={navigation.link} onClick={onToggle}>
          <ToggleIcon size={18} strokeWidth={1.65} aria-hidden />
          <span>{toggle}</span>
        </button>
      </Tooltip>
    </div>
  );
});
