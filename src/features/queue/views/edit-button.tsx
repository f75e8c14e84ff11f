import { Pencil } from "lucide-react";
import { Button } from "@/shared/ui/button";
import { ignoreRepeats } from "./ignore-repeats";

export const EditButton = ({ onEdit }: { onEdit: () => void }) => (
  <Button
    size="sm"
    variant="ghost"
    icon={<Pencil />}
    hint="E"
    onKeyDown={ignoreRepeats}
    onClick={onEdit}
  >
    Edit
  </Button>
);
