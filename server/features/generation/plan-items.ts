import { and, asc, eq, not } from "drizzle-orm";
import { contentItems, queueItems } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import type { PostFormat } from "../../kernel/generation-work.ts";
import { locking } from "../../kernel/locks.ts";
import { isAnyOf } from "../../kernel/sql.ts";
import type { CategoryRow } from "../categories/index.ts";
import { contentOf } from "../content/index.ts";
import { hasContentOut } from "../duplicates/index.ts";
import { isUnscheduled, type QueueRow } from "../scheduler/index.ts";
import { formatOf, isPlannable } from "./day-quota.ts";

/**
 * Returns at most `missing` items of a kind: approved items without a post, then new ones from the pool.
 */
export async function itemsFor(
  context: Context,
  category: CategoryRow,
  kind: PostFormat,
  missing: number,
): Promise<QueueRow[]> {
  const { waiting: found, fresh } = await sourcesFor(context, category, kind, missing);
  // An approval that is taken back meanwhile would be published all the same.
  const waiting = await locking(
    context.db,
    "queue item",
    context.db
      .select()
      .from(queueItems)
      .where(
        and(
          isAnyOf(
            queueItems.id,
            found.map(({ id }) => id),
          ),
          isUnscheduled,
          not(hasContentOut(context.db)),
        ),
      )
      .orderBy(asc(queueItems.id))
      .for("update"),
  );
  if (fresh.length === 0) return waiting;
  const now = context.ports.clock.now();
  const added = await context.db
    .insert(queueItems)
    .values(
      fresh.map((item) => ({
        ...contentOf(item),
        content_item_id: item.id,
        status: "approved" as const,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning();
  return [...waiting, ...added];
}

/** Stands for each item of `itemsFor`, without making it. */
export async function placesFor(...args: Parameters<typeof itemsFor>): Promise<readonly true[]> {
  const { waiting, fresh } = await sourcesFor(...args);
  return [...waiting, ...fresh].map(() => true);
}

async function sourcesFor(
  { db }: Context,
  category: CategoryRow,
  kind: PostFormat,
  missing: number,
): Promise<{ waiting: QueueRow[]; fresh: (typeof contentItems.$inferSelect)[] }> {
  const waiting = await db
    .select()
    .from(queueItems)
    .where(
      and(
        eq(queueItems.category_id, category.id),
        isUnscheduled,
        not(hasContentOut(db)),
        eq(formatOf(queueItems), kind),
      ),
    )
    .orderBy(asc(queueItems.id))
    .limit(missing);
  if (waiting.length === missing) return { waiting, fresh: [] };
  const fresh = await db
    .select()
    .from(contentItems)
    .where(
      and(
        eq(contentItems.category_id, category.id),
        isPlannable(db),
        eq(formatOf(contentItems), kind),
      ),
    )
    .orderBy(asc(contentItems.id))
    .limit(missing - waiting.length);
  return { waiting, fresh };
}
