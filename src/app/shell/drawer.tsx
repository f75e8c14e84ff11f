import { Menu } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/shared/ui/icon-button";
import { late } from "@/shared/ui/late";
import { OnceOpen } from "@/shared/ui/once-open";
import styles from "./shell.module.css";

const DrawerWindow = late(() => import("./drawer-window").then((code) => code.DrawerWindow), {
  isFetchedAhead: true,
});

/** The sidebar of a narrow window: it comes over the page and goes with the choice. */
export function Drawer() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        className={styles.menuButton}
        label="Open navigation"
        icon={<Menu />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      <OnceOpen open={isOpen} onOpenChange={setOpen}>
        <DrawerWindow open={isOpen} onOpenChange={setOpen} />
      </OnceOpen>
    </>
  );
}
