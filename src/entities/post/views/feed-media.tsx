import { ImageOff } from "lucide-react";
import { useState } from "react";
import type { PlatformType } from "@/entities/account";
import { SafeImage } from "@/shared/media/safe-image";
import { safeUrl } from "@/shared/media/safe-url";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import type { PostContent } from "../contract";
import { framingOf } from "../feed-view";
import { PostMedia } from "./post-media";
import styles from "./post-preview.module.css";

/** The height that the preview of a picture may have, in px. */
const highest = 420;
/** The shape of a picture that has not loaded, and of a video, as long as the feed takes it. */
const unknownShape = 4 / 3;

type FeedMediaProps = {
  platform: PlatformType;
  content: PostContent;
  /** Called with what the feed does to the image of this address. */
  onFramed: (url: string, note: string | undefined) => void;
};

/** The media of a post in the shape in which a platform's feed shows them. */
export function FeedMedia({ platform, content, onFramed }: FeedMediaProps) {
  const { image_url, video_url } = content;
  // Undefined as its shape if the image cannot be loaded.
  const [settled, setSettled] = useState<{ url: string; shape: number | undefined }>();
  const place = framingOf(platform, unknownShape).shape;
  if (video_url || !image_url) {
    return (
      <div className={styles.media} style={boxOf(place)}>
        <PostMedia content={content} />
      </div>
    );
  }
  const isSettled = settled?.url === image_url || !safeUrl(image_url);
  const shape = settled?.url === image_url ? settled.shape : undefined;
  const framing = shape === undefined ? undefined : framingOf(platform, shape);

  function settle(url: string, image?: EventTarget) {
    const isImage = image instanceof HTMLImageElement && image.naturalHeight > 0;
    const found = isImage ? image.naturalWidth / image.naturalHeight : undefined;
    setSettled({ url, shape: found });
    onFramed(url, found === undefined ? undefined : framingOf(platform, found).note);
  }
  return (
    <div
      className={styles.media}
      style={boxOf(framing?.shape ?? place)}
      // On their way to the image: these events do not bubble.
      onLoadCapture={({ target }) => settle(image_url, target)}
      onErrorCapture={() => settle(image_url)}
    >
      {!isSettled && (
        <Loading label="Loading image">
          <Skeleton height="100%" radius={0} />
        </Loading>
      )}
      <SafeImage
        url={image_url}
        alt="Image of the post"
        className={framing?.isCropped ? styles.cropped : styles.whole}
        fallback={
          <p className={styles.broken}>
            <ImageOff aria-hidden="true" />
            The image does not load here. Platforms that cannot load it refuse the post.
          </p>
        }
      />
    </div>
  );
}

/** As wide as there is room, but not higher than the rest of the preview allows. */
const boxOf = (shape: number) => ({
  aspectRatio: shape,
  width: `min(100%, ${Math.round(highest * shape)}px)`,
});
