import {
  Ellipsis,
  Eraser,
  FileSearch,
  History,
  KeyRound,
  ShieldCheck,
  Trash2,
  Zap,
} from "lucide-react";
import { IconButton } from "@/shared/ui/icon-button";
import { Menu, MenuItem, MenuSeparator } from "@/shared/ui/menu";

type AccountMenuProps = {
  name: string;
  busy: boolean;
  /** Undefined where the platform has no keys to type. */
  onUpdate: (() => void) | undefined;
  /** Undefined where the platform has no session. */
  onPrime: (() => void) | undefined;
  onTest: () => void;
  onBackfill: () => void;
  onTestFetch: () => void;
  onClear: () => void;
  onDelete: () => void;
};

export function AccountMenu({ name, busy, ...on }: AccountMenuProps) {
  return (
    <Menu
      label={`Actions for ${name}`}
      trigger={<IconButton label="Actions" icon={<Ellipsis />} size="sm" busy={busy} />}
    >
      <MenuItem icon={<ShieldCheck />} onSelect={on.onTest}>
        Test credentials
      </MenuItem>
      {on.onUpdate && (
        <MenuItem icon={<KeyRound />} onSelect={on.onUpdate}>
          Update credentials
        </MenuItem>
      )}
      <MenuItem icon={<History />} onSelect={on.onBackfill}>
        Backfill performance
      </MenuItem>
      <MenuItem icon={<FileSearch />} onSelect={on.onTestFetch}>
        Test performance fetch
      </MenuItem>
      {on.onPrime && (
        <MenuItem icon={<Zap />} onSelect={on.onPrime}>
          Prime session
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Eraser />} tone="danger" onSelect={on.onClear}>
        Clear credentials
      </MenuItem>
      <MenuItem icon={<Trash2 />} tone="danger" onSelect={on.onDelete}>
        Delete account
      </MenuItem>
    </Menu>
  );
}
