import { asc, eq, getTableColumns } from "drizzle-orm";
import type { z } from "zod";
import type { categoryApi } from "@/entities/category/contract";
import type { categoriesApi } from "@/features/categories/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import type { Context } from "../context.ts";
import { categories } from "../db/schema.ts";
import { Refusal } from "../refusal.ts";
import { findGroup } from "./groups.ts";
import { existing, rowId } from "./rows.ts";

export type CategoryRow = typeof categories.$inferSelect;

const { group_id: _group, created_at: _created, ...onWire } = getTableColumns(categories);

export async function listCategories(
  context: Context,
  groupId: Id,
): Promise<WireOf<typeof categoryApi.list>> {
  const group = await findGroup(context, groupId);
  return context.db
    .select(onWire)
    .from(categories)
    .where(eq(categories.group_id, group.id))
    .orderBy(asc(categories.id));
}

/** 409 for a name that the group has already, in whatever case. */
export async function addCategory(
  context: Context,
  groupId: Id,
  body: z.output<typeof categoriesApi.add.body>,
): Promise<WireOf<typeof categoriesApi.add>> {
  const group = await findGroup(context, groupId);
  const [added] = await context.db
    .insert(categories)
    .values({
      ...body,
      group_id: group.id,
      shopify_sales_channel: body.shopify_sales_channel ?? "Online Store",
      created_at: context.ports.clock.now(),
    })
    .onConflictDoNothing()
    .returning(onWire);
  if (!added) throw new Refusal(409, `This group already has a category named '${body.name}'.`);
  return added;
}

/** 404 where there is none. */
export async function findCategory({ db }: Context, id: Id): Promise<CategoryRow> {
  const rows = await db
    .select()
    .from(categories)
    .where(eq(categories.id, rowId(id)));
  return existing(rows, "category");
}
