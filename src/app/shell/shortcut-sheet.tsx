import { useOffered } from "@/shared/query/use-backend";
import { Keys } from "@/shared/ui/button/kbd";
import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import styles from "./shortcut-sheet.module.css";
import { commandKey } from "./shortcuts";

type Shortcut = {
  keys: readonly string[];
  does: string;
  /** Named by a key that only some backends have a use for. */
  capability?: string;
};

const parts: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: "Everywhere",
    shortcuts: [
      { keys: [commandKey, "K"], does: "Search or jump to a page, group or action" },
      { keys: ["?"], does: "Show this list" },
      { keys: ["Esc"], does: "Close a dialog or menu" },
      { keys: ["Alt", "T"], does: "Go to notifications" },
    ],
  },
  {
    title: "Content Approval Queue",
    shortcuts: [
      { keys: ["J"], does: "Next post" },
      { keys: ["K"], does: "Previous post" },
      { keys: ["A"], does: "Approve post" },
      { keys: ["R"], does: "Reject post" },
      { keys: ["E"], does: "Edit post", capability: "queue-edit" },
      { keys: ["Space"], does: "Select post" },
      { keys: ["Enter"], does: "Enlarge image" },
      { keys: ["←", "→"], does: "Previous / next image" },
    ],
  },
  {
    title: "Dashboard",
    shortcuts: [
      { keys: ["↑", "↓"], does: "Move between rows" },
      { keys: ["Enter"], does: "Open post" },
      { keys: ["←", "→"], does: "Previous / next post" },
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
              {shortcuts.map((shortcut) => (
                <ShortcutRow key={shortcut.does} {...shortcut} />
              ))}
            </dl>
          </section>
        ))}
      </DialogBody>
    </Dialog>
  );
}

function ShortcutRow({ keys, does, capability }: Shortcut) {
  if (!useOffered({ capability })) return null;
  return (
    <div>
      <dt>{does}</dt>
      <dd>
        <Keys keys={keys} />
      </dd>
    </div>
  );
}
