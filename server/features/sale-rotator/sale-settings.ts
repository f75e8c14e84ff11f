import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { saleRotatorApi } from "@/features/sale-rotator/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { saleSettings } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { findGroup } from "../../kernel/find-group.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { noteSettings } from "../activity/index.ts";
import type { SaleSettings } from "./sale-rotation.ts";

type OnWire = WireOf<typeof saleRotatorApi.settings>;

/** For a group that has saved none. With 14 days no product is on sale every other week. */
export const defaultSaleSettings: SaleSettings = {
  is_active: false,
  rotator_count: 5,
  rotator_no_change_count: 3,
  print_count: 2,
  cooldown_days: 14,
  rotator_discount_percent: 20,
  print_discount_percent: 15,
  sale_tag: "sale",
};

export async function showSaleSettings(context: Context, groupId: Id): Promise<OnWire> {
  const group = await findGroup(context, groupId);
  return readSaleSettings(context.db, group.id);
}

export async function saveSaleSettings(
  context: Context,
  groupId: Id,
  body: z.output<typeof saleRotatorApi.saveSettings.body>,
): Promise<OnWire> {
  const group = await findGroup(context, groupId);
  const values = { ...body, updated_at: context.ports.clock.now() };
  await context.db
    .insert(saleSettings)
    .values({ group_id: group.id, ...values })
    .onConflictDoUpdate({ target: saleSettings.group_id, set: values });
  await noteSettings(context, group.id, "Sale rotator", "sale_rotator");
  return body;
}

export async function readSaleSettings(db: Db, groupId: number): Promise<SaleSettings> {
  const [row] = await db.select().from(saleSettings).where(eq(saleSettings.group_id, groupId));
  if (!row) return defaultSaleSettings;
  const { group_id: _, updated_at: __, ...settings } = row;
  return settings;
}

/** Returns the group's settings; 409 if its rotator is not enabled. */
export async function activeSaleSettings(db: Db, groupId: number): Promise<SaleSettings> {
  const settings = await readSaleSettings(db, groupId);
  if (settings.is_active) return settings;
  throw new Refusal(409, "The sale rotator is not enabled for this group.");
}
