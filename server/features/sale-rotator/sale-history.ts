import { and, asc, desc, eq, ne } from "drizzle-orm";
import { isSameText } from "../../db/letters.ts";
import { integrations, saleRuns, saleSteps } from "../../db/schema.ts";
import type { Db } from "../../kernel/context.ts";
import type { InterruptedTags, SaleHistory } from "./sale-rotation.ts";

/**
 * Returns the products that another group's run put on sale in the shop, by id: their last
 * completed step is that of another group, and put them on sale.
 */
export async function readSalesElsewhere(
  db: Db,
  groupId: number,
  store: string,
): Promise<ReadonlySet<string>> {
  const last = await db
    .selectDistinctOn([saleSteps.product_id], {
      product: saleSteps.product_id,
      action: saleSteps.action,
      group: saleRuns.group_id,
    })
    .from(saleSteps)
    .innerJoin(saleRuns, eq(saleRuns.id, saleSteps.run_id))
    .innerJoin(integrations, eq(integrations.id, saleRuns.integration_id))
    .where(and(isSameText(integrations.store_name, store), eq(saleSteps.status, "done")))
    .orderBy(asc(saleSteps.product_id), desc(saleSteps.done_at), desc(saleSteps.run_id));
  return new Set(
    last.flatMap(({ product, action, group }) =>
      action === "add" && group !== groupId ? [product] : [],
    ),
  );
}

/** Returns the last completed step of the group's runs for each product, by product id. */
export async function readSaleHistory(db: Db, groupId: number): Promise<SaleHistory> {
  const rows = await db
    .selectDistinctOn([saleSteps.product_id], { step: saleSteps })
    .from(saleSteps)
    .innerJoin(saleRuns, eq(saleRuns.id, saleSteps.run_id))
    .where(and(eq(saleRuns.group_id, groupId), eq(saleSteps.status, "done")))
    .orderBy(asc(saleSteps.product_id), desc(saleSteps.done_at), desc(saleSteps.run_id));
  return new Map(
    rows.flatMap(({ step }) =>
      step.done_at === null
        ? []
        : [
            [
              step.product_id,
              {
                at: step.done_at,
                action: step.action,
                discounted: step.variants.some(({ before, after }) => after.price < before.price),
                tagsAdded: step.tags_to_add,
              },
            ] as const,
          ],
    ),
  );
}

/**
 * Returns the sale tags that interrupted steps of the group's runs gave to products or were to take
 * off them, by product id: the last step of each product that nobody has completed since.
 */
export async function readInterruptedTags(db: Db, groupId: number): Promise<InterruptedTags> {
  const last = await db
    .selectDistinctOn([saleSteps.product_id], {
      product: saleSteps.product_id,
      status: saleSteps.status,
      added: saleSteps.tags_to_add,
      removed: saleSteps.tags_to_remove,
    })
    .from(saleSteps)
    .innerJoin(saleRuns, eq(saleRuns.id, saleSteps.run_id))
    .where(and(eq(saleRuns.group_id, groupId), ne(saleSteps.status, "planned")))
    .orderBy(asc(saleSteps.product_id), desc(saleSteps.run_id));
  return new Map(
    last.flatMap(({ product, status, added, removed }) =>
      status === "begun" ? [[product, [...added, ...removed]] as const] : [],
    ),
  );
}
