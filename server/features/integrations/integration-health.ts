import { and, eq, sql } from "drizzle-orm";
import { integrations } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";

/** Stores why a mail service refuses its keys, for its card; null once it takes mail. */
export async function noteMailService(
  { db }: Context,
  id: number,
  error: string | null,
): Promise<void> {
  await db
    .update(integrations)
    .set({ last_known_error: error })
    .where(
      and(
        eq(integrations.id, id),
        sql`${integrations.last_known_error} is distinct from ${error}::text`,
      ),
    );
}
