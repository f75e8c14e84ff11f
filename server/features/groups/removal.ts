import { and, eq, type SQL, sql } from "drizzle-orm";
import type { categoriesApi } from "@/features/categories/contract";
import type { groupsApi } from "@/features/groups/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import {
  accounts,
  categories,
  contentItems,
  groups,
  integrations,
  queueItems,
  scheduledPosts,
  subscribers,
} from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { findGroup } from "../../kernel/find-group.ts";
import { rowId } from "../../kernel/ids.ts";
import { lockGroupWithAccounts, locking, lockPosts } from "../../kernel/locks.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { existing, isAnyOf } from "../../kernel/sql.ts";
import { noteActivity, noteSettings } from "../activity/index.ts";
import { findCategory } from "../categories/index.ts";
import { isBlocking, unendedRun } from "../sale-rotator/index.ts";

/** Counts what would be deleted with a group. */
export async function groupContents(
  context: Context,
  id: Id,
): Promise<WireOf<typeof groupsApi.contents>> {
  const { db } = context;
  const group = await findGroup(context, id);
  const ofGroup = await db
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.group_id, group.id));
  return {
    accounts: await db.$count(accounts, eq(accounts.group_id, group.id)),
    categories: ofGroup.length,
    integrations: await db.$count(integrations, eq(integrations.group_id, group.id)),
    subscribers: await db.$count(subscribers, eq(subscribers.group_id, group.id)),
    ...(await postsAndContent(
      db,
      ofGroup.map(({ id }) => id),
      eq(scheduledPosts.group_id, group.id),
    )),
  };
}

/** Counts what would be deleted with a category. */
export async function categoryContents(
  context: Context,
  id: Id,
): Promise<WireOf<typeof categoriesApi.contents>> {
  const category = await findCategory(context, id);
  return postsAndContent(context.db, [category.id], eq(scheduledPosts.category_id, category.id));
}

async function postsAndContent(db: Db, categoryIds: readonly number[], ofPosts: SQL) {
  // Literal statuses, so that the partial indexes apply.
  const posts = (status: SQL) =>
    db.$count(scheduledPosts, and(ofPosts, sql`${scheduledPosts.status} = ${status}`));
  return {
    content_items: await db.$count(contentItems, isAnyOf(contentItems.category_id, categoryIds)),
    pending_approval: await db.$count(
      queueItems,
      and(isAnyOf(queueItems.category_id, categoryIds), eq(queueItems.status, "pending_approval")),
    ),
    scheduled_posts: await posts(sql`'scheduled'`),
    published_posts: await posts(sql`'published'`),
  };
}

/**
 * Deletes a group with everything that it holds. 409 while one of its posts is being published, or
 * while its sale rotation changes the shop.
 */
export async function removeGroup(context: Context, id: Id): Promise<undefined> {
  const { db, ports } = context;
  const key = rowId(id);
  await lockGroupWithAccounts(db, key);
  await refuseWhilePublishing(db, eq(scheduledPosts.group_id, key), "group");
  const run = await unendedRun(db, key);
  if (run && isBlocking(run, ports.clock.now())) {
    throw new Refusal(409, "The sale rotation of this group is running. Stop it first.");
  }
  const removed = await db
    .delete(groups)
    .where(eq(groups.id, key))
    .returning({ name: groups.name });
  const about = `Group ${existing(removed, "group").name}: deleted`;
  await noteActivity(context, { kind: "settings", group_id: null, about, subject: null });
}

/** Deletes a category with everything that it holds; 409 while one of its posts is being published. */
export async function removeCategory(context: Context, id: Id): Promise<undefined> {
  const { db } = context;
  const { id: key, group_id } = await findCategory(context, id);
  await lockGroupWithAccounts(db, group_id);
  await locking(
    db,
    "category",
    db.select({ id: categories.id }).from(categories).where(eq(categories.id, key)).for("update"),
  );
  await refuseWhilePublishing(db, eq(scheduledPosts.category_id, key), "category");
  const removed = await db
    .delete(categories)
    .where(eq(categories.id, key))
    .returning({ name: categories.name });
  const { name } = existing(removed, "category");
  await noteSettings(context, group_id, `Category ${name}: deleted`, "categories");
}

/**
 * Throws a 409 Refusal while a platform is being called: that post would be public without a
 * record here. Locks the posts, because the deletion takes them in another order.
 */
async function refuseWhilePublishing(db: Db, which: SQL, noun: string) {
  await lockPosts(db, which);
  if (await db.$count(scheduledPosts, and(which, eq(scheduledPosts.status, "publishing")))) {
    throw new Refusal(409, `A post of this ${noun} is being published now. Try again in a minute.`);
  }
}
