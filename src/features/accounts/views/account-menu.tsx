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
import { Menu } from "@/shared/ui/menu/menu";

type AccountMenuProps = {
  name: string;
  busy: boolean;
  /** Undefined if the platform has no keys to type. */
  onUpdate: (() => void) | undefined;
  /** Undefined if the platform has no session. */
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
      items={[
        { label: "Test credentials", icon: <ShieldCheck />, onSelect: on.onTest },
        on.onUpdate && {
          label: "Update credentials",
          icon: <KeyRound />,
          onSelect: on.onUpdate,
        },
        { label: "Backfill performance", icon: <History />, onSelect: on.onBackfill },
        { label: "Test performance fetch", icon: <FileSearch />, onSelect: on.onTestFetch },
        on.onPrime && { label: "Prime session", icon: <Zap />, onSelect: on.onPrime },
        "separator",
        { label: "Clear credentials", icon: <Eraser />, tone: "danger", onSelect: on.onClear },
        { label: "Delete account", icon: <Trash2 />, tone: "danger", onSelect: on.onDelete },
      ]}
    />
  );
}
