import { parseTime } from "@/shared/format/time";
import type { ScheduledPost } from "./schema";

/** The posts of one content, each on its account. At least one. */
export type Posts = readonly [ScheduledPost, ...ScheduledPost[]];

/** Identifies the content of a post. A post whose content has no id is alone with its own. */
export function contentOf({ id, content_queue_item }: ScheduledPost): string {
  const item = content_queue_item?.id;
  return item === undefined || item === null ? `post ${id}` : `content ${item}`;
}

/** Identifies the row of a list that shows a post: its content, on one day. */
export function rowOf(post: ScheduledPost): string {
  const time = parseTime(post.publish_at);
  const day = time === undefined ? "" : new Date(time).toDateString();
  return `${contentOf(post)} ${day}`;
}

/** The rows of a list: the posts of one content on one day, in the order in which the first one comes. */
export function rowsOf(posts: readonly ScheduledPost[]): readonly Posts[] {
  const rows = new Map<string, Posts>();
  for (const post of posts) {
    const row = rowOf(post);
    const known = rows.get(row);
    rows.set(row, known ? [...known, post] : [post]);
  }
  return [...rows.values()];
}

/** A list of at least one post; undefined for an empty one. */
export function postsOf([first, ...rest]: readonly ScheduledPost[]): Posts | undefined {
  return first && [first, ...rest];
}
