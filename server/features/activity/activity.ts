import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { PostKind } from "@/entities/post/contract";
import type { activityApi } from "@/features/activity/contract";
import type { ActivityKind } from "@/features/activity/schema";
import { type ActivitySubject, theServer } from "@/features/activity/schema";
import type { WireOf } from "@/shared/api/endpoint";
import { readRows } from "../../db/catalogue.ts";
import { activity, categories, groups, queueItems, scheduledPosts } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { rowId } from "../../kernel/ids.ts";
import { nameOf } from "../../kernel/sentences.ts";
import { isAnyOf } from "../../kernel/sql.ts";
import type { Ports } from "../../ports/ports.ts";

/** The subject of an entry, in words, and the place where the console shows it. */
type About = {
  /** Null if it concerns all groups. */
  readonly group_id: number | null;
  readonly about: string;
  readonly subject: ActivitySubject | null;
  readonly subject_id?: number;
};

type Entry = About & { readonly kind: ActivityKind; readonly detail?: string | null };

type By = Pick<Context, "db" | "by"> & { readonly ports: Pick<Ports, "clock"> };

/** Adds entries, done by the context's operator, in the transaction of what they tell. */
export async function noteActivity(
  { db, ports, by }: By,
  ...entries: readonly Entry[]
): Promise<void> {
  if (entries.length === 0) return;
  const who = { at: ports.clock.now(), user_id: by?.id ?? null, user_name: by?.name ?? null };
  await db.insert(activity).values(entries.map((entry) => ({ ...who, ...entry })));
}

/** Notes that settings of a group were changed: `Sale rotator`. */
export const noteSettings = (
  context: By,
  group_id: number,
  about: string,
  subject: ActivitySubject,
): Promise<void> => noteActivity(context, { kind: "settings", group_id, about, subject });

/** Returns the words of an entry about a post in the approval queue. */
export async function ofItem(
  { db }: Pick<Context, "db">,
  item: Pick<typeof queueItems.$inferSelect, "id" | "text_content" | "category_id">,
): Promise<About> {
  const [category] = await db
    .select({ group_id: categories.group_id })
    .from(categories)
    .where(eq(categories.id, item.category_id ?? 0));
  const group_id = category?.group_id ?? null;
  return { group_id, about: quote(item.text_content), subject: "queue", subject_id: item.id };
}

/**
 * Notes what happened to posts, with their accounts, and the errors of those that were not
 * published. The posts must still exist. `more` follows the account: `to 2026-11-21 18:30 UTC`.
 */
export async function notePosts(
  context: By,
  kind: ActivityKind,
  ids: readonly number[],
  more?: string,
): Promise<void> {
  if (ids.length === 0) return;
  const posts = await context.db
    .select({
      id: scheduledPosts.id,
      group_id: scheduledPosts.group_id,
      platform_type: scheduledPosts.platform_type,
      platform_username: scheduledPosts.platform_username,
      error: scheduledPosts.error,
      item_id: queueItems.id,
      text: queueItems.text_content,
    })
    .from(scheduledPosts)
    .innerJoin(queueItems, eq(queueItems.id, scheduledPosts.queue_item_id))
    .where(isAnyOf(scheduledPosts.id, ids))
    .orderBy(asc(scheduledPosts.id));
  const entries = posts.map(({ id, item_id, group_id, error, text, ...account }): Entry => {
    const where = [nameOf(account), more].filter(Boolean).join(" ");
    return {
      kind,
      group_id,
      about: quote(text),
      detail:
        (kind === "failed" || kind === "unknown") && error !== null ? `${where}: ${error}` : where,
      // Only a published post has a page of its own.
      ...(kind === "published"
        ? { subject: "post", subject_id: id }
        : { subject: "queue", subject_id: item_id }),
    };
  });
  await noteActivity(context, ...entries);
}

const longestQuote = 80;

/** Returns the beginning of a text in quotes, on one line. */
export function quote(text: string): string {
  const line = [
    ...text
      .slice(0, 4 * longestQuote)
      .replace(/\s+/g, " ")
      .trim(),
  ];
  const isWhole = line.length <= longestQuote && text.length <= 4 * longestQuote;
  return `“${isWhole ? line.join("") : `${line.slice(0, longestQuote - 1).join("")}…`}”`;
}

/** As the post is now: an edit may change its image. Null for what is no post of the queue. */
const postKind = sql<PostKind | null>`case
  when ${queueItems.id} is null then null
  when ${queueItems.image_url} is null and ${queueItems.video_url} is null then 'text'
  else 'media'
end`;

/** Returns the entries, the latest first. */
export async function listActivity(
  { db }: Context,
  { group_id, kind, user, skip, limit }: z.output<typeof activityApi.list.query>,
): Promise<WireOf<typeof activityApi.list>> {
  // Skip in the index alone: joined first, every skipped entry would be read.
  const page = db
    .select({ id: activity.id })
    .from(activity)
    .where(
      and(
        group_id === undefined ? undefined : eq(activity.group_id, rowId(group_id)),
        kind && eq(activity.kind, kind),
        user === undefined ? undefined : byPerson(user),
      ),
    )
    .orderBy(desc(activity.id))
    .limit(limit)
    .offset(skip);
  const rows = await db
    .select({ entry: activity, group_name: groups.name, post_kind: postKind })
    .from(activity)
    .leftJoin(groups, eq(groups.id, activity.group_id))
    .leftJoin(
      queueItems,
      and(eq(activity.subject, "queue"), eq(queueItems.id, activity.subject_id)),
    )
    .where(inArray(activity.id, page))
    .orderBy(desc(activity.id));
  return rows.map(({ entry, group_name, post_kind }) => ({
    ...entry,
    at: entry.at.toISOString(),
    group_name,
    post_kind,
  }));
}

const byPerson = (user: string) =>
  user === theServer ? isNull(activity.user_id) : eq(activity.user_id, user);

/**
 * Returns each person once, by the name of the latest entry. Jumps from one to the next in the index,
 * because `distinct` would read every entry.
 */
export async function listPeople({ db }: Context): Promise<WireOf<typeof activityApi.people>> {
  const people = await readRows<{ id: string; name: string }>(
    db,
    sql`with recursive people as (
      (select user_id, user_name from activity where user_id > ''
        order by user_id, id desc nulls last limit 1)
      union all
      select next.user_id, next.user_name from people, lateral (
        select user_id, user_name from activity where user_id > people.user_id
        order by user_id, id desc nulls last limit 1) next
    ) select user_id as id, coalesce(user_name, user_id) as name from people`,
  );
  return [...people].sort((one, other) => one.name.localeCompare(other.name));
}
