import { ImageOff, Play, TextAlignStart } from "lucide-react";
import { SafeImage } from "@/shared/media/safe-image";
import type { PostContent } from "../schema";
import styles from "./post.module.css";

type PostThumbProps = {
  content: PostContent | null | undefined;
  size?: "md" | "sm";
};

/**
 * A small preview of a post beside its text: the image, the video's still, or an icon for text
 * only.
 */
export function PostThumb({ content, size = "md" }: PostThumbProps) {
  const image = content?.video_url ? content.thumbnail_url : content?.image_url;
  return (
    <span className={styles.thumb} data-size={size} aria-hidden="true">
      {image ? (
        <SafeImage url={image} alt="" fallback={<ImageOff />} />
      ) : (
        !content?.video_url && <TextAlignStart />
      )}
      {content?.video_url && (
        <span className={styles.play}>
          <Play />
        </span>
      )}
    </span>
  );
}
