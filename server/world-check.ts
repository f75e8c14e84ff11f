import { sql } from "drizzle-orm";
import { worldCheck } from "./db/auth-schema.ts";
import { readRows } from "./db/catalogue.ts";
import type { Database } from "./db/database.ts";
import { StartError } from "./kernel/fault.ts";
import type { World } from "./ports/world.ts";

/**
 * Throws a StartError if the database is of the other world: what the sandbox made up must never go
 * out, and a copy of live data must not publish. Reads only, also a database that is not migrated yet.
 */
export async function checkWorld(database: Database, { kind }: World): Promise<void> {
  const known = await worldOf(database);
  if (known === undefined || known === kind) return;
  throw new StartError(
    known === "sandbox"
      ? "This database belongs to a sandbox, whose posts and accounts are made up: with LIVE or HOLD, use an empty one."
      : "This database belongs to a live server: set LIVE as that server has it, or HOLD=1 to look at it without publishing.",
  );
}

/** Writes down the world of a migrated database whose world was checked. */
export async function storeWorld(database: Database, { kind }: World): Promise<void> {
  await database.db.insert(worldCheck).values({ id: 1, world: kind }).onConflictDoNothing();
}

/** Returns undefined for an empty database. Earlier releases had no other world than the sandbox. */
async function worldOf({ db }: Database): Promise<World["kind"] | undefined> {
  const [tables] = await readRows<{ world: string | null; groups: string | null }>(
    db,
    sql`select to_regclass('world_check')::text as world, to_regclass('groups')::text as groups`,
  );
  const [stored] = tables?.world ? await db.select().from(worldCheck) : [];
  if (stored) return stored.world;
  const [used] = tables?.groups ? await readRows(db, sql`select 1 from groups limit 1`) : [];
  return used ? "sandbox" : undefined;
}
