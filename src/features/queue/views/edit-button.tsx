import { Pencil } from "lucide-react";
import { IconButton } from "@/shared/ui/icon-button";
import { ignoreRepeats } from "./ignore-repeats";

export const EditButton = ({ onEdit }: { onEdit: () => void }) => (
  <IconButton
    label="Edit"
    icon={<Pencil />}
    size="sm"
    aria-keyshortcuts="E"
    onKeyDown={ignoreRepeats}
    onClick={onEdit}
  />
);
