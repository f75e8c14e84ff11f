import { SafeImage } from "@/shared/media/safe-image";
import { SafeVideo } from "@/shared/media/safe-video";
import type { PostContent } from "../contract";
import styles from "./post.module.css";
import { NoImage, TextOnly } from "./post-cover";

/**
 * The media published with a post's text: the whole image, or the video with its controls. Fills
 * its box.
 */
export function PostMedia({ content }: { content: PostContent }) {
  if (!content.video_url && !content.image_url) return <TextOnly />;
  return (
    <div className={styles.media}>
      {content.video_url ? (
        <SafeVideo
          url={content.video_url}
          poster={content.thumbnail_url}
          label="Video of the post"
          className={styles.image}
          preload={content.thumbnail_url ? "none" : "metadata"}
        />
      ) : (
        <SafeImage
          url={content.image_url}
          alt="Image of the post"
          className={styles.image}
          fallback={<NoImage />}
        />
      )}
    </div>
  );
}
