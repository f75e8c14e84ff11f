import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { StartError } from "../kernel/fault.ts";
import { readRows } from "./catalogue.ts";
import type { Database } from "./database.ts";

/**
 * Returns a text in lower case. The database lowers both sides of a comparison: JavaScript lowers some
 * letters to others, as the last one of 'ΕΚΠΤΩΣΕΙΣ'.
 */
export const lower = (text: SQLWrapper | string): SQL => sql`lower(${text})`;

/** Matches texts that differ in nothing but upper and lower case. */
export const isSameText = (one: SQLWrapper, other: SQLWrapper | string): SQL =>
  sql`${lower(one)} = ${lower(other)}`;

const remedy =
  "use one made by CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LC_CTYPE 'C.UTF-8'";

/**
 * Throws a StartError if the database cannot store every letter, or does not know the small letter of
 * a capital one: then names that differ in case alone would be different names. With the LC_CTYPE C
 * PostgreSQL knows those of ASCII only. Reads only, also a database that is not migrated yet.
 */
export async function checkLetters({ db }: Pick<Database, "db">): Promise<void> {
  const [stored] = await readRows<{ encoding: string }>(
    db,
    sql`select current_setting('server_encoding') as encoding`,
  );
  if (stored?.encoding !== "UTF8") {
    throw new StartError(
      `The encoding of the database is ${stored?.encoding}, which cannot store every letter: ${remedy}.`,
    );
  }
  const [known] = await readRows<{ small: string }>(db, sql`select ${lower(sql`'Ž'`)} as small`);
  if (known?.small === "ž") return;
  throw new StartError(
    `The database does not know that 'ž' is the small letter of 'Ž', because of its LC_CTYPE: ${remedy}.`,
  );
}
