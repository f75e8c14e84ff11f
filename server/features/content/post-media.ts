import type { contentItems } from "../../db/schema.ts";

type Media = Pick<
  typeof contentItems.$inferSelect,
  "image_url" | "video_url" | "media_type" | "thumbnail_url"
>;
type Addresses = Pick<Media, "image_url" | "video_url">;

/** Returns the media type of a post. One with both is a video: platforms take one of them. */
export const mediaTypeFor = ({ image_url, video_url }: Addresses): Media["media_type"] =>
  video_url !== null ? "video" : image_url !== null ? "image" : null;

/** Returns the other columns of a post that change with the addresses that were given. */
export function changedMedia(
  before: Media,
  { image_url, video_url }: { [Name in keyof Addresses]?: Addresses[Name] | undefined },
): Partial<Pick<Media, "media_type" | "thumbnail_url">> {
  const isSameVideo = video_url === undefined || video_url === before.video_url;
  if (isSameVideo && (image_url === undefined || before.media_type === "video")) return {};
  const after = {
    image_url: image_url === undefined ? before.image_url : image_url,
    video_url: video_url === undefined ? before.video_url : video_url,
  };
  return {
    media_type: mediaTypeFor(after),
    // The still is of the other video.
    ...(!isSameVideo && { thumbnail_url: null }),
  };
}
