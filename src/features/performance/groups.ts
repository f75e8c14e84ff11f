import { parseTime } from "@/shared/format/time";
import type { Sorting } from "./list-options";
import type { Performance } from "./schema";
import { averageOf, sumOf } from "./totals";

/** One post and what it reached on each account that it was published to. */
export type PostGroup = { readonly key: string; readonly posts: readonly Performance[] };

/**
 * Puts records of the same text and media on the same day of different accounts together; the API
 * names no post that they would share. A group has the place of its summed figures, or of its first
 * record if the list is sorted by date or category.
 */
export function groupsOf(
  posts: readonly Performance[],
  { sort, order }: Sorting,
): readonly PostGroup[] {
  const byContent = new Map<string, Performance[]>();
  const groups = posts
    .map((post) => {
      const content = contentOf(post);
      const same = (content !== undefined && byContent.get(content)) || [];
      if (content !== undefined) byContent.set(content, same);
      same.push(post);
      return { post, same };
    })
    .flatMap(({ post, same }) => {
      if (!areOfDifferentAccounts(same)) return [[post]];
      return same[0] === post ? [same] : [];
    });
  const keyed = groups.map((group) => ({ key: keyOf(group), posts: group, sum: summed(group) }));
  if (sort === "publish_at" || sort === "category_name") return keyed;
  const direction = order === "asc" ? 1 : -1;
  // Groups without the figure come last in either order, as the server does it.
  return keyed.sort((one, other) => {
    const [a, b] = [one.sum[sort] ?? undefined, other.sum[sort] ?? undefined];
    if (a === undefined || b === undefined)
      return Number(a === undefined) - Number(b === undefined);
    return (a - b) * direction;
  });
}

/** Undefined if nothing tells that two records are of one post. */
function contentOf({ text_content, video_url, image_url, publish_at }: Performance) {
  const time = parseTime(publish_at);
  const media = video_url || image_url;
  if (time === undefined || !(text_content || media)) return undefined;
  return JSON.stringify([text_content, media, new Date(time).toDateString()]);
}

const areOfDifferentAccounts = (posts: readonly Performance[]) =>
  new Set(posts.map((post) => JSON.stringify([post.platform, post.platform_username]))).size ===
  posts.length;

/** The same key in every order, so that an open group stays open when the list is sorted. */
const keyOf = (posts: readonly Performance[]) =>
  posts.map(({ scheduled_post_id }) => String(scheduled_post_id)).sort()[0] ?? "";

/** Returns the first record with the figures of all: sums, and the average engagement. */
export function summed(posts: readonly Performance[]): Partial<Performance> {
  const sum = (figure: "impressions" | "video_views" | "likes" | "comments" | "shares") =>
    sumOf(posts.map((post) => post[figure]));
  return {
    ...posts[0],
    impressions: sum("impressions"),
    video_views: sum("video_views"),
    likes: sum("likes"),
    comments: sum("comments"),
    shares: sum("shares"),
    engagement_rate: averageOf(posts.map((post) => post.engagement_rate)),
  };
}

/** A row of the table: a post, or the head of a group whose posts follow while it is open. */
export type Line =
  | { readonly key: string; readonly post: Performance; readonly isInside: boolean }
  | { readonly key: string; readonly group: PostGroup; readonly isOpen: boolean };

export const linesOf = (posts: readonly Performance[]): readonly Line[] =>
  posts.map((post) => lineOf(post, false));

/** The same with the posts in their groups. A post of one account stays a plain row. */
export const groupedLinesOf = (
  posts: readonly Performance[],
  sorting: Sorting,
  open: ReadonlySet<string>,
): readonly Line[] =>
  groupsOf(posts, sorting).flatMap((group) => {
    const isGroup = group.posts.length > 1;
    const inside = group.posts.map((post) => lineOf(post, isGroup));
    if (!isGroup) return inside;
    const isOpen = open.has(group.key);
    return [{ key: `group ${group.key}`, group, isOpen }, ...(isOpen ? inside : [])];
  });

const lineOf = (post: Performance, isInside: boolean) => ({
  key: String(post.scheduled_post_id),
  post,
  isInside,
});

/** Returns the posts that a row stands for: a group that is open has them in rows of their own. */
export const postsOfLine = (line: Line): readonly Performance[] => {
  if ("post" in line) return [line.post];
  return line.isOpen ? [] : line.group.posts;
};

/** Rows per part of the table. Parts that are far from the window are not laid out. */
const inPart = 6;

export const partsOf = (lines: readonly Line[]) =>
  Array.from({ length: Math.ceil(lines.length / inPart) }, (_, part) =>
    lines.slice(part * inPart, (part + 1) * inPart),
  );
