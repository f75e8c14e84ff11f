import { ImageOff, Play, TextAlignStart } from "lucide-react";
import { SafeImage } from "@/shared/media/safe-image";
import type { PostContent } from "../schema";
import styles from "./post.module.css";

type PostThumbProps = {
  content: PostContent | null | undefined;
  size?: "md" | "sm";
};

/** A post at a glance, beside its text: the picture, the film's still, or the sign for words. */
export function PostThumb({ content, size = "md" }: PostThumbProps) {
  const picture = content?.video_url ? content.thumbnail_url : content?.image_url;
  return (
    <span className={styles.thumb} data-size={size} aria-hidden="true">
      {picture ? (
        <SafeImage url={picture} alt="" fallback={<ImageOff />} />
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
