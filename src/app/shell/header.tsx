import { useQuery } from "@tanstack/react-query";
import { LogOut, Search } from "lucide-react";
import { memo } from "react";
import { session } from "@/shared/session/session";
import { Badge } from "@/shared/ui/badge";
import { Brand } from "@/shared/ui/brand";
import { Button } from "@/shared/ui/button";
import { Keys } from "@/shared/ui/kbd";
import { useAfterFrame } from "@/shared/ui/use-after-frame";
import { Drawer } from "./drawer";
import { healthQueries } from "./health";
import styles from "./shell.module.css";
import { commandKey } from "./shortcuts";

/** As its neighbours, not drawn anew by what opens over the page. */
export const Header = memo(({ onSearch }: { onSearch: () => void }) => {
  // What the server says of itself shows in a corner alone: the screen has the line and the machine first.
  const isShown = useAfterFrame(true, false);
  return (
    <header className={styles.topbar}>
      <Drawer />
      <div className={styles.product}>
        <Brand />
        {isShown && <SandboxBadge />}
      </div>
      <button type="button" className={styles.search} onClick={onSearch} aria-haspopup="dialog">
        <Search size={16} strokeWidth={1.75} aria-hidden />
        <span>Search or jump to…</span>
        <span className={styles.searchKeys} aria-hidden="true">
          <Keys keys={[commandKey, "K"]} />
        </span>
      </button>
      <Button
        variant="ghost"
        className={styles.logout}
        icon={<LogOut />}
        onClick={() => session.signOut()}
      >
        Logout
      </Button>
    </header>
  );
});

/** Nobody should take what the stand-in for the outside world says for the outside world. */
function SandboxBadge() {
  const health = useQuery(healthQueries.read()).data;
  if (!health?.sandbox) return null;
  return (
    <span className={styles.sandbox} title="Posts, texts and figures are made by the sandbox.">
      <Badge tone="info">Sandbox</Badge>
    </span>
  );
}
