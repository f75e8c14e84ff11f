import { asc, eq, getTableColumns } from "drizzle-orm";
import type { z } from "zod";
import type { categoryApi } from "@/entities/category/contract";
import { isSalesType } from "@/entities/category/contract";
import type { categoriesApi } from "@/features/categories/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { categories } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { findGroup } from "../../kernel/find-group.ts";
import { rowId } from "../../kernel/ids.ts";
import { keepGroupOfCategory, locking } from "../../kernel/locks.ts";
import { fieldRefusal, Refusal } from "../../kernel/refusal.ts";
import { existing, isUniqueViolation } from "../../kernel/sql.ts";
import { noteSettings } from "../activity/index.ts";

export type CategoryRow = typeof categories.$inferSelect;

const { group_id: _group, created_at: _created, ...onWire } = getTableColumns(categories);

export async function listCategories(
  context: Context,
  groupId: Id,
): Promise<WireOf<typeof categoryApi.list>> {
  const found = await context.db
    .select(onWire)
    .from(categories)
    .where(eq(categories.group_id, rowId(groupId)))
    .orderBy(asc(categories.id));
  // An empty list may be a missing group, which is a 404.
  if (found.length === 0) await findGroup(context, groupId);
  return found;
}

/** Throws a 409 Refusal if the group has a category of that name already, ignoring case. */
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
  if (!added) throw nameTaken(body.name);
  await noteSettings(context, group.id, `Category ${added.name}: added`, "categories");
  return added;
}

/**
 * Changes the given fields. 409 if another category of the group has the name, 422 if the result
 * would sell without a sales channel.
 */
export async function changeCategory(
  context: Context,
  id: Id,
  changes: z.output<typeof categoriesApi.change.body>,
): Promise<WireOf<typeof categoriesApi.change>> {
  const { db } = context;
  const ofId = eq(categories.id, rowId(id));
  await keepGroupOfCategory(db, rowId(id));
  const found = await locking(
    db,
    "category",
    db
      .select({ ...onWire, group_id: categories.group_id })
      .from(categories)
      .where(ofId)
      .for("no key update"),
  );
  const { group_id, ...before } = existing(found, "category");
  // Drizzle throws for an update without values.
  if (Object.keys(changes).length === 0) return before;
  const after = { ...before, ...changes };
  if (isSalesType(after.category_type) && !after.shopify_sales_channel) {
    throw fieldRefusal("shopify_sales_channel", "Sales channel is required.");
  }
  try {
    const changed = await db.update(categories).set(changes).where(ofId).returning(onWire);
    await noteSettings(context, group_id, `Category ${after.name}`, "categories");
    return existing(changed, "category");
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken(after.name) : error;
  }
}

const nameTaken = (name: string) =>
  new Refusal(409, `This group already has a category named '${name}'.`);

/** Throws a 404 Refusal if it does not exist. */
export async function findCategory({ db }: Context, id: Id): Promise<CategoryRow> {
  const rows = await db
    .select()
    .from(categories)
    .where(eq(categories.id, rowId(id)));
  return existing(rows, "category");
}
