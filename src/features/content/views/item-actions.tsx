import {
  CircleStop,
  Clapperboard,
  Ellipsis,
  Pencil,
  Play,
  RefreshCw,
  RotateCcw,
  Send,
  Trash2,
} from "lucide-react";
import { useOffered } from "@/shared/query/use-offered";
import { IconButton } from "@/shared/ui/icon-button";
import { Menu } from "@/shared/ui/menu/menu";
import { contentApi } from "../contract";
import type { ItemAct } from "../mutations";
import { nameOf } from "../pool";
import type { ContentItem } from "../schema";

type ItemActionsProps = {
  item: ContentItem;
  isBusy: boolean;
  /** The id of the item's text, which tells the buttons apart in a screen reader's list of them. */
  describedBy: string;
  onAct: (act: ItemAct) => void;
  onDelete: () => void;
  onPostNow: () => void;
  onEdit: () => void;
};

export function ItemActions(props: ItemActionsProps) {
  const { item, isBusy, describedBy, onAct, onDelete, onPostNow, onEdit } = props;
  const isEditable = useOffered(contentApi.edit);
  const isVideo = item.media_type === "video" || Boolean(item.video_url);
  const isImage = !isVideo && (item.media_type === "image" || Boolean(item.image_url));
  return (
    <Menu
      label={`Actions for ${nameOf(item)}`}
      trigger={
        <IconButton
          label="Actions"
          aria-describedby={describedBy}
          icon={<Ellipsis />}
          size="sm"
          busy={isBusy}
        />
      }
      items={[
        isEditable && { label: "Edit…", icon: <Pencil />, onSelect: onEdit },
        isImage && {
          label: "Convert to video",
          icon: <Clapperboard />,
          onSelect: () => onAct("convert"),
        },
        isVideo && {
          label: "Re-convert video",
          icon: <RefreshCw />,
          onSelect: () => onAct("reconvert"),
        },
        { label: "Post now", icon: <Send />, onSelect: onPostNow },
        item.last_used_at
          ? {
              label: "Mark as unused",
              icon: <RotateCcw />,
              onSelect: () => onAct("markUnused"),
            }
          : undefined,
        isEditable && {
          label: item.is_active ? "Deactivate" : "Activate",
          icon: item.is_active ? <CircleStop /> : <Play />,
          onSelect: () => onAct("switch"),
        },
        "separator",
        { label: "Delete", icon: <Trash2 />, tone: "danger", onSelect: onDelete },
      ]}
    />
  );
}
