import { ImageOff, TextAlignStart } from "lucide-react";
import { SafeImage } from "@/shared/media/safe-image";
import { SafeVideo } from "@/shared/media/safe-video";
import type { PostContent } from "../schema";
import styles from "./post.module.css";

type PostMediaProps = {
  content: PostContent;
  /** With it, the image is a button that shows it large. */
  onEnlarge?: () => void;
};

/**
 * The media published with a post's text: the whole image, or the video with its controls. Fills
 * its box.
 */
export function PostMedia({ content, onEnlarge }: PostMediaProps) {
  if (content.video_url) {
    return (
      <div className={styles.media}>
        <SafeVideo
          url={content.video_url}
          poster={content.thumbnail_url}
          label="Video of the post"
          className={styles.image}
        />
      </div>
    );
  }
  if (!content.image_url) {
    return (
      <div className={styles.media}>
        <span className={styles.none}>
          <TextAlignStart aria-hidden="true" />
          Text only
        </span>
      </div>
    );
  }
  const image = (
    <SafeImage
      url={content.image_url}
      alt="Image of the post"
      className={styles.image}
      fallback={
        <span className={styles.none}>
          <ImageOff aria-hidden="true" />
          Image did not load
        </span>
      }
    />
  );
  return onEnlarge ? (
    <button
      type="button"
      className={styles.media}
      aria-haspopup="dialog"
      title="Enlarge"
      onClick={onEnlarge}
    >
      {image}
    </button>
  ) : (
    <div className={styles.media}>{image}</div>
  );
}
