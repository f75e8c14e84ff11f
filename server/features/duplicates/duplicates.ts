import { and, eq, exists, gte, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { contentApi } from "@/features/content/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { queueItems, scheduledPosts } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/sql.ts";
import { findContent } from "../content/index.ts";

/**
 * Posts after which the same content on the same account would be public twice: those on their way,
 * and those that may be live.
 */
const unsettled = inArray(scheduledPosts.status, ["scheduled", "publishing", "unknown"]);

type Item = Pick<typeof queueItems.$inferSelect, "id" | "content_item_id" | "created_at">;

/**
 * Matches posts that were published since the queue item was made; earlier ones are earlier uses of
 * the content.
 */
const isPublishedSince = (moment: Date | typeof queueItems.created_at) =>
  and(eq(scheduledPosts.status, "published"), gte(scheduledPosts.published_at, moment));

/**
 * Returns the ids of the accounts that another post of the item's content is on its way to, may be live
 * on, or was published on since the item was made: by Post now, while the item waited for approval.
 */
export async function accountsWithContent(db: Db, item: Item): Promise<ReadonlySet<number>> {
  if (item.content_item_id === null) return new Set();
  const rows = await db
    .select({ id: scheduledPosts.account_id })
    .from(scheduledPosts)
    .where(
      and(
        eq(scheduledPosts.content_item_id, item.content_item_id),
        ne(scheduledPosts.queue_item_id, item.id),
        or(unsettled, isPublishedSince(item.created_at)),
      ),
    );
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

/** Returns the same for several items, by their ids. */
export async function accountsWithContents(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const rows = await db
    .select({ item: queueItems.id, account: scheduledPosts.account_id })
    .from(queueItems)
    .innerJoin(scheduledPosts, eq(scheduledPosts.content_item_id, queueItems.content_item_id))
    .where(
      and(
        inArray(queueItems.id, [...ids]),
        ne(scheduledPosts.queue_item_id, queueItems.id),
        or(unsettled, isPublishedSince(queueItems.created_at)),
      ),
    );
  const byItem = new Map<number, Set<number>>();
  for (const { item, account } of rows) {
    if (account === null) continue;
    const known = byItem.get(item) ?? new Set();
    byItem.set(item, known.add(account));
  }
  return byItem;
}

/** Returns the same for the queue items of a query, on any account. */
export const hasContentOut = (db: Db): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(scheduledPosts)
      .where(
        and(
          eq(scheduledPosts.content_item_id, queueItems.content_item_id),
          ne(scheduledPosts.queue_item_id, queueItems.id),
          or(unsettled, isPublishedSince(queueItems.created_at)),
        ),
      ),
  );

/**
 * Returns the posts of a content item that are on their way or may be live: on these accounts, or
 * on any.
 */
export const unsettledPosts = (db: Db, contentItemId: number, accountIds?: readonly number[]) =>
  db
    .select()
    .from(scheduledPosts)
    .where(
      and(
        eq(scheduledPosts.content_item_id, contentItemId),
        accountIds && isAnyOf(scheduledPosts.account_id, accountIds),
        unsettled,
      ),
    )
    .orderBy(scheduledPosts.publish_at, scheduledPosts.id);

/** Throws a 404 Refusal if the content does not exist. */
export async function listUnsettled(
  { db }: Context,
  id: Id,
): Promise<WireOf<typeof contentApi.unsettledPosts>> {
  const content = await findContent(db, id);
  const posts = await unsettledPosts(db, content.id);
  return posts.map((post) => ({
    id: post.id,
    status: post.status,
    publish_at: post.publish_at.toISOString(),
    social_account_id: post.account_id,
    platform_type: post.platform_type,
    platform_username: post.platform_username,
  }));
}
