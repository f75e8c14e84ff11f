import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { Brand } from "@/shared/ui/brand";
import { IconButton } from "@/shared/ui/icon-button";
import { useReturnFocus } from "@/shared/ui/use-return-focus";
import { screens } from "./navigation";
import styles from "./shell.module.css";

type DrawerWindowProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function DrawerWindow({ open, onOpenChange }: DrawerWindowProps) {
  const focus = useReturnFocus();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        <Dialog.Content className={styles.drawer} aria-describedby={undefined} {...focus}>
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
            {screens.map(({ to, label, icon: Icon, beside: Beside }) => (
              <Link
                key={to}
                to={to}
                className={styles.link}
                activeProps={{ "aria-current": "page" }}
                onClick={() => onOpenChange(false)}
              >
                <Icon size={18} strokeWidth={1.65} aria-hidden />
                <span>{label}</span>
                {Beside && <Beside />}
              </Link>
            ))}
          </nav>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
