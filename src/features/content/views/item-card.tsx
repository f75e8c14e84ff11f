import {
  CircleStop,
  Clapperboard,
  Ellipsis,
  Image,
  Pencil,
  Play,
  RefreshCw,
  RotateCcw,
  Send,
  TextAlignStart,
  Trash2,
} from "lucide-react";
import { useId } from "react";
import { Foldable, PostCover, PostText } from "@/entities/post";
import { type Failure, namedLabel } from "@/shared/query/outcome";
import { useOffered } from "@/shared/query/use-backend";
import { clock } from "@/shared/time/clock";
import { Time } from "@/shared/time/time";
import { useNow } from "@/shared/time/use-now";
import { Spinner } from "@/shared/ui/button/button";
import { IconButton } from "@/shared/ui/button/icon-button";
import { Menu } from "@/shared/ui/menu/menu";
import { StateDot } from "@/shared/ui/status/badge";
import { FailureLine } from "@/shared/ui/status/failure-line";
import { contentApi } from "../contract";
import type { ItemAct, VideoAct } from "../mutations";
import { foldedText, nameOf } from "../pool";
import type { ContentItem } from "../schema";
import styles from "./item-card.module.css";

type ItemCardProps = {
  item: ContentItem;
  isBusy: boolean;
  /** The text shown while its video is made, and since when. */
  pending: VideoPendingProps | undefined;
  /** The failure of the last action on the item. */
  failure: Failure | undefined;
  /** True if the action may make a second video, because the last attempt may have been done. */
  mayRepeat: (act: VideoAct) => boolean;
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

type ItemTextProps = { id: string; text: string | null | undefined };

/** The beginning of an item's text, and on request all of it. */
function ItemText({ id, text }: ItemTextProps) {
  const beginning = foldedText(text ?? "");
  return (
    <div className={styles.text}>
      <Foldable isLong={!beginning.isWhole}>
        {(isOpen) => (
          <div id={id}>
            <PostText text={isOpen ? text : beginning.text} folds={false} />
          </div>
        )}
      </Foldable>
    </div>
  );
}

type VideoPendingProps = {
  text: string;
  /** When the video was asked for, on the server's clock, in ms. */
  since: number;
};

/** A video that takes longer than that, in seconds, is said to take some minutes. */
const usual = 15;

/** Says that the video of an item is being made and, once that takes longer, how long it has taken. */
function VideoPending({ text, since }: VideoPendingProps) {
  // Renders every second. The time that it returns may be a second old.
  useNow("second");
  const seconds = Math.floor((clock.now() - since) / 1_000);
  return (
    <p className={styles.pending}>
      <Spinner />
      <span>
        {text}{" "}
        {seconds < usual
          ? "This can take a minute."
          : `This can take a few minutes: ${elapsed(seconds)} so far.`}
      </span>
    </p>
  );
}

/** '45 s', '1 min 5 s' */
const elapsed = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;

type ItemActionsProps = {
  item: ContentItem;
  isBusy: boolean;
  /** The id of the item's text, which tells the buttons apart in a screen reader's list of them. */
  describedBy: string;
  mayRepeat: (act: VideoAct) => boolean;
  onAct: (act: ItemAct) => void;
  onDelete: () => void;
  onPostNow: () => void;
  onEdit: () => void;
};

function ItemActions(props: ItemActionsProps) {
  const { item, isBusy, describedBy, mayRepeat, onAct, onDelete, onPostNow, onEdit } = props;
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
          label: namedLabel("Convert to video", mayRepeat("convert")),
          icon: <Clapperboard />,
          onSelect: () => onAct("convert"),
        },
        isVideo && {
          label: namedLabel("Re-convert video", mayRepeat("reconvert")),
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
