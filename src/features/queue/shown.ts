import type { QueueItem } from "@/entities/post";

/** What of a post the world will see, as one text to compare. */
export const seenOf = ({
  text_content,
  title,
  image_url,
  video_url,
  thumbnail_url,
}: Pick<QueueItem, "text_content" | "title" | "image_url" | "video_url" | "thumbnail_url">) =>
  JSON.stringify(
    [text_content, title, image_url, video_url, thumbnail_url].map((it) => it ?? null),
  );
