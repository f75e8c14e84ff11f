import { Menu, X } from "lucide-react";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { Brand } from "@/shared/ui/brand";
import { IconButton } from "@/shared/ui/button/icon-button";
import { useReturnFocus } from "@/shared/ui/dialog/use-return-focus";
import { onPassedEscape } from "@/shared/ui/focus/passed-escape";
import styles from "./drawer.module.css";
import { screens } from "./navigation";
import navigation from "./navigation.module.css";
import { ScreenLink } from "./screen-link";

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
          <nav aria-label="Main" className={navigation.links}>
            {screens.map((screen) => (
              <ScreenLink key={screen.to} screen={screen} onClick={() => setOpen(false)} />
            ))}
          </nav>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
