import { eq } from "drizzle-orm";
import type { Id } from "@/shared/api/id";
import { groups } from "../db/schema.ts";
import type { Context } from "./context.ts";
import { rowId } from "./ids.ts";
import { existing } from "./sql.ts";

export type GroupRow = typeof groups.$inferSelect;

/** Throws a 404 Refusal if it does not exist. */
export async function findGroup({ db }: Context, id: Id): Promise<GroupRow> {
  return existing(
    await db
      .select()
      .from(groups)
      .where(eq(groups.id, rowId(id))),
    "group",
  );
}
