import { sql } from "drizzle-orm";
import { readRows } from "../db/catalogue.ts";
import type { Db } from "../kernel/context.ts";
import type { Secrets } from "../ports/secrets.ts";

/** Every column with encrypted values; their tables have the primary key `id`. */
const sealedColumns = [
  { table: "accounts", column: "credentials" },
  { table: "groups", column: "proxy_password" },
  { table: "integrations", column: "credentials" },
] as const;

type SealedColumn<Column = (typeof sealedColumns)[number]> = Column extends {
  readonly table: infer Table extends string;
  readonly column: infer Name extends string;
}
  ? `${Table}.${Name}`
  : never;

/**
 * Returns the place of a column's value for `Secrets`, so that it does not open in another row
 * or column.
 */
export const placeIn = (column: SealedColumn, id: number) => `${column}#${id}`;

/** The number of sealed texts, and of those that can be opened. */
export type Resealed = { readonly found: number; readonly opened: number };

/**
 * Seals again, with the current key and bound to their place, all texts that are not: those of
 * earlier releases, and those of old keys. A text that does not open is left as it is.
 */
export async function resealAll(db: Db, secrets: Secrets): Promise<Resealed> {
  let found = 0;
  let opened = 0;
  for (const { table, column } of sealedColumns) {
    const [name, from] = [sql.identifier(column), sql.identifier(table)];
    const rows = await readRows<{ id: number; sealed: string }>(
      db,
      sql`select id, ${name} as sealed from ${from} where ${name} is not null
          and not starts_with(${name}, ${secrets.currentPrefix}) order by id for update`,
    );
    for (const { id, sealed } of rows) {
      const place = placeIn(`${table}.${column}` as SealedColumn, id);
      const plain = openAny(secrets, sealed, place);
      found += 1;
      if (plain === undefined) continue;
      opened += 1;
      await db.execute(
        sql`update ${from} set ${name} = ${secrets.seal(plain, place)} where id = ${id}`,
      );
    }
  }
  return { found, opened };
}

function openAny(secrets: Secrets, sealed: string, place: string): string | undefined {
  try {
    return sealed.startsWith("v1.") ? secrets.openUnbound(sealed) : secrets.open(sealed, place);
  } catch {
    return undefined;
  }
}
