import { silence } from "../kernel/log.ts";
import type { Database } from "./database.ts";
import { openPglite, type PgliteWhere } from "./pglite.ts";
import { openPostgres, type PostgresWhere } from "./postgres.ts";

export type Where = PgliteWhere | PostgresWhere;

/**
 * Opens the database; a folder must be locked before. Throws a StartError that explains the problem.
 */
export async function openDatabase(where: Where, log = silence): Promise<Database> {
  return "url" in where ? openPostgres(where, log) : openPglite(where);
}
