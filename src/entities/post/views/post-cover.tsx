import { ImageOff, Play, TextAlignStart } from "lucide-react";
import { SafeImage } from "@/shared/media/safe-image";
import { VideoFrame } from "@/shared/media/video-frame";
import type { PostContent } from "../contract";
import styles from "./post.module.css";

type PostCoverProps = {
  content: PostContent;
  /** Shows the image large, or the video with its controls. */
  onEnlarge: () => void;
};

/**
 * The media of a post on a card, cropped so that it fills its box: the image, or the video's still, or
 * else its first picture.
 */
export function PostCover({ content, onEnlarge }: PostCoverProps) {
  const { image_url, video_url, thumbnail_url } = content;
  if (!video_url && !image_url) return <TextOnly />;
  return (
    <button
      type="button"
      className={styles.media}
      aria-haspopup="dialog"
      title="Enlarge"
      onClick={onEnlarge}
    >
      {video_url && (
        <span className={styles.play} data-size="lg">
          <Play aria-hidden="true" />
        </span>
      )}
      <SafeImage
        url={video_url ? (thumbnail_url ?? image_url) : image_url}
        alt={video_url ? "Video of the post" : "Image of the post"}
        className={styles.cover}
        fallback={video_url ? <NoStill video={video_url} /> : <NoImage />}
      />
    </button>
  );
}

const NoStill = ({ video }: { video: string }) => (
  <VideoFrame
    url={video}
    label="Video of the post"
    className={styles.cover}
    fallback={
      <span className={styles.none}>
        <span className="visually-hidden">Video of the post.</span> No preview
      </span>
    }
  />
);

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

export const NoImage = () => (
  <span className={styles.none}>
    <ImageOff aria-hidden="true" />
    Image did not load
  </span>
);

/** In the place of the media of a post that has none. */
export const TextOnly = () => (
  <div className={styles.media}>
    <span className={styles.none}>
      <TextAlignStart aria-hidden="true" />
      Text only
    </span>
  </div>
);
