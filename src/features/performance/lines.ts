import { groupsOf, type PostGroup } from "./groups";
import type { Performance } from "./schema";
import type { Sorting } from "./sorting";

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
