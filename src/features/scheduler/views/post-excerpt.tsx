import { preview } from "@/shared/format/preview";
import type { ScheduledPost } from "../schema";

/** The length of the text that a question shows, in characters as a reader counts them. */
const wordsShown = 160;

/** The beginning of a post's text, in several lines: a row of a list would leave a dialog. */
export function PostExcerpt({ post: { content_queue_item } }: { post: ScheduledPost }) {
  const text = content_queue_item?.text_content;
  return (
    <p className="clamp-3" dir="auto">
      {text ? preview(text, wordsShown) : "No text"}
    </p>
  );
}
