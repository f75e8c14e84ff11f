import { useQuery } from "@tanstack/react-query";
import { LogOut, Search } from "lucide-react";
import { memo } from "react";
import { logOut, SignedIn } from "@/features/auth";
import { Brand } from "@/shared/ui/brand";
import { Button } from "@/shared/ui/button/button";
import { Keys } from "@/shared/ui/button/kbd";
import { Badge } from "@/shared/ui/status/badge";
import { healthQueries } from "../health";
import { Drawer } from "../navigation/navigation";
import { commandKey } from "../shortcuts";
import styles from "./header.module.css";

/** Memoized: a dialog that opens in the layout does not render it again. */
export const Header = memo(({ onSearch }: { onSearch: () => void }) => (
  <header className={styles.topbar}>
    <Drawer />
    <div className={styles.product}>
      <Brand />
      <WorldBadge />
    </div>
    <button type="button" className={styles.search} onClick={onSearch} aria-haspopup="dialog">
      <Search aria-hidden />
      <span>Search or jump to…</span>
      <span className={styles.searchKeys} aria-hidden="true">
        <Keys keys={[commandKey, "K"]} />
      </span>
    </button>
    <SignedIn />
    <Button variant="ghost" className={styles.logout} icon={<LogOut />} onClick={logOut}>
      Logout
    </Button>
  </header>
));

/**
 * Tells the sandbox from the real platforms, so that no invented figure is taken for a real one, and a
 * rehearsal from a server that publishes.
 */
function WorldBadge() {
  const health = useQuery(healthQueries.read()).data;
  if (health?.world === "held") {
    return (
      <span
        className={styles.world}
        title="Rehearsal: nothing is published or changed outside this server."
      >
        <Badge tone="warning">Held</Badge>
      </span>
    );
  }
  if (!health?.sandbox) return null;
  return (
    <span className={styles.world} title="Posts, texts and figures are simulated.">
      <Badge tone="info">Sandbox</Badge>
    </span>
  );
}
