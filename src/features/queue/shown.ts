import type { QueueItem } from "@/entities/post";

/** Serializes the parts of a post that will be published, to compare two versions of it. */
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
