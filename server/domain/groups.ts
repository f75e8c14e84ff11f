import { asc, eq } from "drizzle-orm";
import type { z } from "zod";
import type { groupApi } from "@/entities/group/contract";
import type { groupsApi } from "@/features/groups/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import type { Context } from "../context.ts";
import { groups } from "../db/schema.ts";
import { Refusal } from "../refusal.ts";
import { existing, rowId } from "./rows.ts";

export type GroupRow = typeof groups.$inferSelect;

export async function listGroups({ db }: Context): Promise<WireOf<typeof groupApi.list>> {
  return (await db.select().from(groups).orderBy(asc(groups.id))).map(groupOnWire);
}

/** 409 for a name that another group has, in whatever case. */
export async function createGroup(
  { db, ports }: Context,
  body: z.output<typeof groupsApi.create.body>,
): Promise<WireOf<typeof groupsApi.create>> {
  const [added] = await db
    .insert(groups)
    .values({ ...body, created_at: ports.clock.now() })
    .onConflictDoNothing()
    .returning();
  if (!added) throw new Refusal(409, `A group named “${body.name}” already exists.`);
  return groupOnWire(added);
}

/** 404 where there is none. */
export async function findGroup({ db }: Context, id: Id): Promise<GroupRow> {
  return existing(
    await db
      .select()
      .from(groups)
      .where(eq(groups.id, rowId(id))),
    "group",
  );
}

const groupOnWire = ({ proxy_password, created_at: _, ...group }: GroupRow) => ({
  ...group,
  proxy_password_set: proxy_password !== null,
});
