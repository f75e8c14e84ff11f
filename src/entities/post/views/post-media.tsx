import { ImageOff, TextAlignStart } from "lucide-react";
import { SafeImage } from "@/shared/media/safe-image";
import { SafeVideo } from "@/shared/media/safe-video";
import type { PostContent } from "../schema";
import styles from "./post.module.css";

/**
 * The media published with a post's text: the whole image, or the video with its controls. Fills
 * its box.
 */
export function PostMedia({ content }: { content: PostContent }) {
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
  return (
    <div className={styles.media}>
      {content.image_url ? (
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
      ) : (
        <span className={styles.none}>
          <TextAlignStart aria-hidden="true" />
          Text only
        </span>
      )}
    </div>
  );
}
