import { Clapperboard, Image, TextAlignStart } from "lucide-react";
import { useId } from "react";
import { PostCover } from "@/entities/post";
import type { Failure } from "@/shared/query/outcome";
import { Time } from "@/shared/time/time";
import { FailureLine } from "@/shared/ui/failure-line";
import { StateDot } from "@/shared/ui/state-dot";
import type { ItemAct } from "../mutations";
import type { ContentItem } from "../schema";
import { ItemActions } from "./item-actions";
import styles from "./item-card.module.css";
import { ItemText } from "./item-text";
import { VideoPending, type VideoPendingProps } from "./video-pending";

type ItemCardProps = {
  item: ContentItem;
  isBusy: boolean;
  /** What is said while its video is made, and since when it is. */
  pending: VideoPendingProps | undefined;
  /** The failure of the last action on the item. */
  failure: Failure | undefined;
  onAct: (act: ItemAct) => void;
  onDelete: () => void;
  onPostNow: () => void;
  onEdit: () => void;
  /** Shows the image or the video large. */
  onEnlarge: () => void;
};

export function ItemCard({ item, isBusy, pending, failure, onEnlarge, ...actions }: ItemCardProps) {
  const textId = useId();
  return (
    <li
      className={styles.card}
      data-item={item.id}
      data-off={item.is_active ? undefined : ""}
      aria-busy={isBusy || undefined}
    >
      <div className={styles.media}>
        <PostCover content={item} onEnlarge={onEnlarge} />
        <MediaType item={item} />
      </div>
      <div className={styles.body}>
        <ItemText id={textId} text={item.text_content} />
        {pending && <VideoPending {...pending} />}
        {failure && <FailureLine {...failure} />}
      </div>
      <div className={styles.foot}>
        <StateDot state={item.is_active ? "on" : "off"}>
          {item.is_active ? "Active" : "Inactive"}
        </StateDot>
        <span className={styles.used}>
          {item.last_used_at ? (
            <>
              Used <Time value={item.last_used_at} as="relative" />
            </>
          ) : (
            "Unused"
          )}
        </span>
        <ItemActions item={item} isBusy={isBusy} describedBy={textId} {...actions} />
      </div>
    </li>
  );
}

function MediaType({ item }: { item: ContentItem }) {
  const { media_type, video_url, image_url } = item;
  const type = media_type ?? (video_url ? "video" : image_url ? "image" : "text");
  return (
    <span className={styles.type}>
      {isKnown(type) ? icons[type] : icons.text}
      {isKnown(type) ? names[type] : type}
    </span>
  );
}

const icons = { image: <Image />, video: <Clapperboard />, text: <TextAlignStart /> };
const names = { image: "Image", video: "Video", text: "Text" };
const isKnown = (type: string): type is keyof typeof icons => Object.hasOwn(icons, type);
