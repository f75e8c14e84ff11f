import { Clapperboard, Ellipsis, RefreshCw, RotateCcw, Send, Trash2 } from "lucide-react";
import { IconButton } from "@/shared/ui/icon-button";
import { Menu, MenuItem, MenuSeparator } from "@/shared/ui/menu";
import type { ItemAct } from "../mutations";
import { nameOf } from "../pool";
import type { ContentItem } from "../schema";

type ItemActionsProps = {
  item: ContentItem;
  isBusy: boolean;
  /** Of the item's text: in a list of buttons alone, it is what tells them apart. */
  describedBy: string;
  onAct: (act: ItemAct) => void;
  onDelete: () => void;
  onPostNow: () => void;
};

export function ItemActions(props: ItemActionsProps) {
  const { item, isBusy, describedBy, onAct, onDelete, onPostNow } = props;
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
    >
      {isImage && (
        <MenuItem icon={<Clapperboard />} onSelect={() => onAct("convert")}>
          Convert to video
        </MenuItem>
      )}
      {isVideo && (
        <MenuItem icon={<RefreshCw />} onSelect={() => onAct("reconvert")}>
          Re-convert video
        </MenuItem>
      )}
      <MenuItem icon={<Send />} onSelect={onPostNow}>
        Post now
      </MenuItem>
      {item.last_used_at && (
        <MenuItem icon={<RotateCcw />} onSelect={() => onAct("markUnused")}>
          Mark as unused
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} tone="danger" onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  );
}
