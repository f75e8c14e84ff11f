import { and, asc, count, eq, lte, sql } from "drizzle-orm";
import type { groupsApi } from "@/features/groups/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { groups, scheduledPosts } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { findGroup } from "../../kernel/find-group.ts";
import { rowId } from "../../kernel/ids.ts";
import { lockGroup } from "../../kernel/locks.ts";
import { existing } from "../../kernel/sql.ts";
import { noteSettings } from "../activity/index.ts";
import { enqueuePublish } from "../scheduler/index.ts";
import { oneOnWire } from "./groups.ts";

/** Literal, so that the partial index `scheduled_posts_upcoming` applies. */
const isScheduled = sql`${scheduledPosts.status} = 'scheduled'`;

/** Pauses publishing of a group; one that is paused already stays so. */
export async function pauseGroup(
  context: Context,
  id: Id,
): Promise<WireOf<typeof groupsApi.pause>> {
  const { paused_at, name } = await lockGroup(context.db, rowId(id));
  const now = context.ports.clock.now();
  if (paused_at === null) await setPaused(context, id, now, `${name}: paused`);
  return oneOnWire(context, [await findGroup(context, id)]);
}

/** Resumes publishing of a group: the posts that came due meanwhile are queued, the oldest first. */
export async function resumeGroup(
  context: Context,
  id: Id,
): Promise<WireOf<typeof groupsApi.resume>> {
  const { db, ports } = context;
  const now = ports.clock.now();
  const key = rowId(id);
  const { paused_at, name } = await lockGroup(db, key);
  if (paused_at !== null) await setPaused(context, id, null, `${name}: resumed`);
  const due = await db
    .select({ id: scheduledPosts.id, platform_type: scheduledPosts.platform_type })
    .from(scheduledPosts)
    .where(and(eq(scheduledPosts.group_id, key), isScheduled, lte(scheduledPosts.publish_at, now)))
    .orderBy(asc(scheduledPosts.publish_at), asc(scheduledPosts.id));
  for (const post of due) await enqueuePublish(context, post, now);
  return oneOnWire(context, [await findGroup(context, id)]);
}

async function setPaused(context: Context, id: Id, paused_at: Date | null, what: string) {
  const key = rowId(id);
  await context.db.update(groups).set({ paused_at }).where(eq(groups.id, key));
  await noteSettings(context, key, `Group ${what}`, "settings");
}

/** Counts the posts that are still to be published, and those of them that are due. */
export async function waitingPosts(
  context: Context,
  id: Id,
): Promise<WireOf<typeof groupsApi.waitingPosts>> {
  const { db, ports } = context;
  const group = await findGroup(context, id);
  const now = ports.clock.now().toISOString();
  const counts = await db
    .select({
      scheduled: count(),
      due: sql`count(*) filter (where ${scheduledPosts.publish_at} <= ${now})`.mapWith(Number),
    })
    .from(scheduledPosts)
    .where(and(eq(scheduledPosts.group_id, group.id), isScheduled));
  return existing(counts, "group");
}
