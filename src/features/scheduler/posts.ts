import { platformLabel } from "@/entities/account";
import { publishingStatusOf } from "@/entities/post";
import { listed } from "@/shared/format/text";
import { parseTime } from "@/shared/format/time";
import type { ScheduledPost, SchedulerStatus } from "./schema";

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

/** Joins posts into rows: those of one content on one day, in the order in which the first one comes. */
export function rowsOf(posts: readonly ScheduledPost[]): readonly Posts[] {
  const rows = new Map<string, Posts>();
  for (const post of posts) {
    const row = rowOf(post);
    const known = rows.get(row);
    rows.set(row, known ? [...known, post] : [post]);
  }
  return [...rows.values()];
}

/** Returns a list of at least one post; undefined for an empty one. */
export function postsOf([first, ...rest]: readonly ScheduledPost[]): Posts | undefined {
  return first && [first, ...rest];
}

/** Names the account of a post: 'Instagram zimska.kolekcija'. */
export function accountOf({ social_account }: Pick<ScheduledPost, "social_account">): string {
  if (!social_account) return "a removed account";
  const { platform_type, platform_username } = social_account;
  return [platformLabel(platform_type), platform_username].filter(Boolean).join(" ");
}

/** Names the accounts of several posts: 'Instagram zimska and Bluesky zimska.bsky.social'. */
export const accountsOf = (posts: readonly ScheduledPost[]): string => listed(posts.map(accountOf));

const words: ReadonlyMap<string, string> = new Map([
  ["scheduled", "Scheduled"],
  ["publishing", "Publishing"],
  ["published", "Published"],
  ["failed", "Failed"],
  ["unknown", "May already be live"],
]);

/** Returns a post's status in words; a server's own status is returned unchanged. */
export const statusInWords = (status: string) => words.get(publishingStatusOf(status)) ?? status;

/** Returns true if a status adds nothing to what the post's list already implies. */
export const isUsual = (status: string, usual: string) =>
  status === "" || publishingStatusOf(status) === usual;

/** A working scheduler is never this far behind, in milliseconds. */
const grace = 5 * 60_000;

const notWaiting = ["publishing", "published", "failed", "unknown"];

/** Returns true if a post waits for its time, whatever word its server has for waiting. */
export const isWaiting = ({ status }: Pick<ScheduledPost, "status">): boolean =>
  !notWaiting.includes(publishingStatusOf(status));

/** Returns true if a waiting post is overdue. One that waits for something else than its time is not. */
export function isOverdue(post: ScheduledPost, now: number): boolean {
  const due = parseTime(post.publish_at);
  const isHeld = post.is_paused || Boolean(post.waits_for);
  return isWaiting(post) && !isHeld && due !== undefined && now - due > grace;
}

/**
 * Returns true if there may be more posts of a kind than were read: the server lists only a part, and
 * some may be unreadable.
 */
export const mayHaveMore = (status: SchedulerStatus, list: keyof SchedulerStatus) =>
  status[list].unreadable > 0 || status[list].items.length >= (list === "failed_posts" ? 200 : 20);
