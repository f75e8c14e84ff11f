import { Dialog, DialogBody } from "@/shared/ui/dialog";
import { Keys } from "@/shared/ui/kbd";
import styles from "./shell.module.css";
import { commandKey } from "./shortcuts";

const shortcuts = [
  { keys: [commandKey, "K"], does: "Search or jump to a page, a group or an action" },
  { keys: ["?"], does: "Show this list" },
  { keys: ["Esc"], does: "Close a dialog or a menu" },
  { keys: ["Alt", "T"], does: "Move to the notifications" },
];

type ShortcutSheetProps = {
  open: boolean;
  onClose: () => void;
};

export function ShortcutSheet({ open, onClose }: ShortcutSheetProps) {
  return (
    <Dialog open={open} onOpenChange={(isOpen) => isOpen || onClose()} title="Keyboard shortcuts">
      <DialogBody>
        <dl className={styles.shortcuts}>
          {shortcuts.map(({ keys, does }) => (
            <div key={does}>
              <dt>{does}</dt>
              <dd>
                <Keys keys={keys} />
              </dd>
            </div>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  );
}
