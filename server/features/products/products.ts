import { asc, eq, getTableColumns } from "drizzle-orm";
import type { z } from "zod";
import type { productsApi } from "@/features/products/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { products } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { rowId } from "../../kernel/ids.ts";
import { existing } from "../../kernel/sql.ts";

const { created_at: _created, ...onWire } = getTableColumns(products);
const noun = "product";

export async function listProducts({ db }: Context): Promise<WireOf<typeof productsApi.list>> {
  return db.select(onWire).from(products).orderBy(asc(products.id));
}

export async function addProduct(
  { db, ports }: Context,
  body: z.output<typeof productsApi.add.body>,
): Promise<WireOf<typeof productsApi.add>> {
  const added = await db
    .insert(products)
    .values({ ...body, created_at: ports.clock.now() })
    .returning(onWire);
  return existing(added, noun);
}

/** Throws a 404 Refusal if it does not exist. */
export async function updateProduct(
  { db }: Context,
  id: Id,
  body: z.output<typeof productsApi.update.body>,
): Promise<WireOf<typeof productsApi.update>> {
  const updated = await db
    .update(products)
    .set(body)
    .where(eq(products.id, rowId(id)))
    .returning(onWire);
  return existing(updated, noun);
}

/** Throws a 404 Refusal if it does not exist. */
export async function removeProduct({ db }: Context, id: Id): Promise<undefined> {
  const removed = await db
    .delete(products)
    .where(eq(products.id, rowId(id)))
    .returning({ id: products.id });
  existing(removed, noun);
}
