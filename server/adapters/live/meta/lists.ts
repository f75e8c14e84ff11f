import { z } from "zod";
import type { Meta, Reply } from "./meta.ts";

const pagingSchema = z
  .object({
    cursors: z.object({ after: z.string() }).optional().catch(undefined),
    next: z.string().optional().catch(undefined),
  })
  .optional()
  .catch(undefined);

/** Returns the schema of a page of a list. */
export const pageSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), paging: pagingSchema });

type Page<Item> = {
  readonly data: readonly Item[];
  readonly paging?: z.infer<typeof pagingSchema>;
};

type Pages<Item> = {
  readonly items: readonly Item[];
  /** False if the list has more than was read. */
  readonly isComplete: boolean;
};

/**
 * Reads a list page by page, until `isEnough` says so of a page. `query` is what the page is asked for
 * by, beside the rest of the call's. A page may be empty though others follow:
 * https://developers.facebook.com/docs/graph-api/results
 */
export async function readPages<Item, Failed extends { readonly ok: false }>(
  read: (
    query: Readonly<Record<string, string>>,
  ) => Promise<{ readonly ok: true; readonly value: Page<Item> } | Failed>,
  isEnough: (page: readonly Item[]) => boolean = () => false,
  maxPages = 10,
): Promise<{ readonly ok: true; readonly value: Pages<Item> } | Failed> {
  const items: Item[] = [];
  let isComplete = false;
  let after: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const reply = await read(after === undefined ? {} : { after });
    if (!reply.ok) return reply;
    const { data, paging } = reply.value;
    items.push(...data);
    isComplete = paging?.next === undefined;
    // By the cursor: the address of the next page has the token in it.
    const next = paging?.cursors?.after;
    if (isComplete || next === undefined || next === after || isEnough(data)) break;
    after = next;
  }
  return { ok: true, value: { items, isComplete } };
}

export type ListedPost = {
  readonly id: string;
  readonly text: string;
  readonly url: string | undefined;
  readonly at: Date;
};

const postsSchema = pageSchema(
  z.object({
    id: z.string(),
    caption: z.string().catch(""),
    text: z.string().catch(""),
    permalink: z.url().optional().catch(undefined),
    timestamp: z.string(),
  }),
);

/**
 * Reads the posts of an account of Instagram or Threads since then, the newest first. `text` is the
 * field's name there, `filter` is what the list is asked for by.
 */
export async function readPosts(
  meta: Meta,
  url: string,
  text: "caption" | "text",
  since: Date,
  filter: Readonly<Record<string, string>> = {},
): Promise<Reply<readonly ListedPost[]>> {
  const query = { fields: `id,${text},permalink,timestamp`, ...filter, limit: "50" };
  const reply = await readPages(
    (page) => meta({ method: "GET", url, query: { ...query, ...page } }, postsSchema),
    (posts) => new Date(posts.at(-1)?.timestamp ?? since) < since,
  );
  if (!reply.ok) return reply;
  const value = reply.value.items.map((post) => ({
    ...{ id: post.id, text: post[text], url: post.permalink, at: new Date(post.timestamp) },
  }));
  return { ok: true, value };
}
