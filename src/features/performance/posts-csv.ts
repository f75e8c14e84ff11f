import { platformLabel } from "@/entities/account";
import { type CsvColumn, csvOf, tabbedOf } from "@/shared/csv/csv";
import { parseTime } from "@/shared/format/time";
import { safeUrl } from "@/shared/media/safe-url";
import type { Performance } from "./schema";

/**
 * A row has the whole text and the exact figures. Times are in UTC, in the one form that every
 * spreadsheet reads as a time; the rate is the fraction that the server sent.
 */
const columns: readonly CsvColumn<Performance>[] = [
  { head: "Post ID", cell: (post) => post.scheduled_post_id },
  { head: "Text", cell: (post) => post.text_content },
  { head: "Media type", cell: (post) => post.media_type },
  { head: "Platform", cell: (post) => platformLabel(post.platform) },
  { head: "Username", cell: (post) => post.platform_username },
  { head: "Category", cell: (post) => post.category_name },
  { head: "Published (UTC)", cell: (post) => timeOf(post.publish_at) },
  { head: "Impressions", cell: (post) => post.impressions },
  { head: "Video views", cell: (post) => post.video_views },
  { head: "Likes", cell: (post) => post.likes },
  { head: "Comments", cell: (post) => post.comments },
  { head: "Shares", cell: (post) => post.shares },
  { head: "Engagement rate", cell: (post) => post.engagement_rate },
  { head: "Last updated (UTC)", cell: (post) => timeOf(post.last_updated) },
  // A relative path of the server would lead nowhere outside the console.
  {
    head: "Post URL",
    cell: ({ published_post_url: url }) => safeUrl(url)?.href ?? url,
  },
];

/** Returns the posts as a table for a spreadsheet, in the order of the list. */
export const postsCsv = (posts: readonly Performance[]) => csvOf(columns, posts);

/** Returns the same table as a text that can be pasted into a spreadsheet. */
export const postsText = (posts: readonly Performance[]) => tabbedOf(columns, posts);

function timeOf(value: string | null | undefined) {
  const time = parseTime(value);
  return time === undefined ? value : new Date(time).toISOString().slice(0, 19).replace("T", " ");
}
