import { asc, eq } from "drizzle-orm";
import type { z } from "zod";
import type { groupApi } from "@/entities/group/contract";
import type { ActivitySubject } from "@/features/activity/schema";
import type { groupsApi } from "@/features/groups/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { groups, integrations } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { findGroup, type GroupRow } from "../../kernel/find-group.ts";
import { rowId } from "../../kernel/ids.ts";
import { fieldRefusal, Refusal } from "../../kernel/refusal.ts";
import type { JobRun } from "../../kernel/runs.ts";
import { existing, isAnyOf, isUniqueViolation } from "../../kernel/sql.ts";
import { iso } from "../../kernel/times.ts";
import { placeIn } from "../../keys/sealed-columns.ts";
import { proxyOf } from "../accounts/index.ts";
import { noteSettings } from "../activity/index.ts";
import { integrationOnWire } from "../integrations/index.ts";
import { isTimeZone } from "../scheduler/index.ts";

export async function listGroups(context: Context): Promise<WireOf<typeof groupApi.list>> {
  return onWire(context, await context.db.select().from(groups).orderBy(asc(groups.id)));
}

/** Throws a 409 Refusal if another group has the name, ignoring case. */
export async function createGroup(
  context: Context,
  body: z.output<typeof groupsApi.create.body>,
): Promise<WireOf<typeof groupsApi.create>> {
  const added = await context.db
    .insert(groups)
    .values({ ...body, created_at: context.ports.clock.now() })
    .onConflictDoNothing()
    .returning();
  if (added.length === 0) throw nameTaken(body.name);
  for (const { id, name } of added) {
    await noteSettings(context, id, `Group ${name}: created`, "settings");
  }
  return oneOnWire(context, added);
}

/** Changes the given fields. */
export async function changeGroup(
  context: Context,
  id: Id,
  body: z.output<typeof groupsApi.change.body>,
): Promise<WireOf<typeof groupsApi.change>> {
  return save(context, id, body, ["Focus media type and logo", "settings"]);
}

export async function setMascot(
  context: Context,
  id: Id,
  body: z.output<typeof groupsApi.setMascot.body>,
): Promise<WireOf<typeof groupsApi.setMascot>> {
  return save(context, id, body, ["AI mascot", "mascot"]);
}

/**
 * Stores a group's proxy. A blank or missing password keeps the stored one. 422 for a server that is
 * never used as a proxy.
 */
export async function setProxy(
  context: Context,
  id: Id,
  { proxy_password, ...proxy }: z.output<typeof groupsApi.setProxy.body>,
): Promise<WireOf<typeof groupsApi.setProxy>> {
  const refusal = proxy.proxy_server && context.ports.proxyCheck.refusalOf(proxy.proxy_server);
  if (refusal) throw fieldRefusal("proxy_server", refusal);
  const values = {
    ...proxy,
    ...(proxy_password?.trim() && {
      proxy_password: context.ports.secrets.seal(
        proxy_password,
        placeIn("groups.proxy_password", rowId(id)),
      ),
      proxy_password_changed_at: context.ports.clock.now(),
    }),
  };
  return save(context, id, values, ["Proxy", "settings"]);
}

/**
 * Asks the stored proxy for a connection, between two transactions. 409 if there is none or its
 * password cannot be read, 400 with a sentence if it does not work.
 */
export async function testProxy(
  { ports, transaction }: JobRun,
  id: Id,
): Promise<WireOf<typeof groupsApi.testProxy>> {
  const proxy = await transaction(async (context) => {
    const group = await findGroup(context, id);
    return proxyOf(context.db, ports.secrets, group.id).catch(() => {
      throw new Refusal(409, "The stored password of the proxy cannot be read: enter it again.");
    });
  });
  if (!proxy) throw new Refusal(409, "This group has no proxy.");
  const answer = await ports.proxyCheck.test(proxy, AbortSignal.timeout(30_000));
  if (!answer.ok) throw new Refusal(400, answer.error);
  return { message: "The proxy works." };
}

/**
 * Changes when the group's posts are published; those that are scheduled already keep their time.
 * 422 for a time zone without rules.
 */
export async function setSlots(
  context: Context,
  id: Id,
  { publishing_times, ...rest }: z.output<typeof groupsApi.setSlots.body>,
): Promise<WireOf<typeof groupsApi.setSlots>> {
  if (!isTimeZone(rest.time_zone)) throw fieldRefusal("time_zone", "Unknown time zone.");
  const hasTimes = Object.values(publishing_times ?? {}).some((times) => times.length > 0);
  const values = { ...rest, publishing_times: hasTimes ? publishing_times : null };
  return save(context, id, values, ["Publishing times", "settings"]);
}

/** Throws a 409 Refusal if another group has the name, ignoring case. */
export async function renameGroup(
  context: Context,
  id: Id,
  { name }: z.output<typeof groupsApi.rename.body>,
): Promise<WireOf<typeof groupsApi.rename>> {
  const { name: before } = await findGroup(context, id);
  try {
    return await save(context, id, { name }, [`Group ${before}: renamed to ${name}`, "settings"]);
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken(name) : error;
  }
}

const nameTaken = (name: string) => new Refusal(409, `A group named “${name}” already exists.`);

async function save(
  context: Context,
  id: Id,
  values: Partial<GroupRow>,
  [about, subject]: readonly [about: string, subject: ActivitySubject],
) {
  // Drizzle throws for an update without values.
  if (Object.keys(values).length === 0) return oneOnWire(context, [await findGroup(context, id)]);
  const saved = await context.db
    .update(groups)
    .set(values)
    .where(eq(groups.id, rowId(id)))
    .returning();
  for (const group of saved) await noteSettings(context, group.id, about, subject);
  return oneOnWire(context, saved);
}

/** Returns the first of the rows; 404 if there is none. */
export const oneOnWire = async (context: Context, rows: readonly GroupRow[]) =>
  existing(await onWire(context, rows), "group");

/** Returns the groups with their integrations; without the proxy's password. */
async function onWire({ db, ports }: Context, rows: readonly GroupRow[]) {
  const found = await db
    .select()
    .from(integrations)
    .where(
      isAnyOf(
        integrations.group_id,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(integrations.id));
  const ofGroups = new Map<number, typeof found>();
  for (const one of found) ofGroups.set(one.group_id, [...(ofGroups.get(one.group_id) ?? []), one]);
  return rows.map(({ proxy_password, created_at: _, paused_at, ...group }) => ({
    ...group,
    proxy_password_changed_at: iso(group.proxy_password_changed_at),
    paused_at: iso(paused_at),
    proxy_password_set: proxy_password !== null,
    integrations: (ofGroups.get(group.id) ?? []).map((row) => integrationOnWire(ports, row)),
  }));
}
