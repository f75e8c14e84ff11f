import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import { Keys } from "@/shared/ui/kbd";
import styles from "./shortcut-sheet.module.css";
import { commandKey } from "./shortcuts";

const parts = [
  {
    title: "Everywhere",
    shortcuts: [
      { keys: [commandKey, "K"], does: "Search or jump to a page, a group or an action" },
      { keys: ["?"], does: "Show this list" },
      { keys: ["Esc"], does: "Close a dialog or a menu" },
      { keys: ["Alt", "T"], does: "Move to the notifications" },
    ],
  },
  {
    title: "Content Approval Queue",
    shortcuts: [
      { keys: ["J"], does: "Go to the next post" },
      { keys: ["K"], does: "Go to the post before" },
      { keys: ["A"], does: "Approve the post" },
      { keys: ["R"], does: "Reject the post" },
      { keys: ["Space"], does: "Select the post" },
    ],
  },
  {
    title: "Dashboard",
    shortcuts: [
      { keys: ["↑", "↓"], does: "Go from row to row" },
      { keys: ["Enter"], does: "Open the post" },
      { keys: ["←", "→"], does: "Go to the neighbour of the open post" },
    ],
  },
];

type ShortcutSheetProps = {
  open: boolean;
  onClose: () => void;
};

export function ShortcutSheet({ open, onClose }: ShortcutSheetProps) {
  return (
    <Dialog open={open} onOpenChange={(isOpen) => isOpen || onClose()} title="Keyboard shortcuts">
      <DialogBody>
        {parts.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3 className={styles.shortcutsTitle}>{title}</h3>
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
          </section>
        ))}
      </DialogBody>
    </Dialog>
  );
}
