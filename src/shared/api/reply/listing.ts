import { z } from "@/shared/config/zod";
import { lenient } from "./lenient";

/** A list from the server: the records that could be read, and how many could not. */
export type Listing<T> = { readonly items: readonly T[]; readonly unreadable: number };

const itemSchemas = new WeakMap<object, z.ZodMiniType>();

/**
 * Returns the schema of one record of a list, also if checks were added to the list's schema;
 * undefined for any other schema.
 */
export function itemSchemaOf(schema: z.core.$ZodType): z.ZodMiniType | undefined {
  const { parent } = schema._zod;
  return itemSchemas.get(schema) ?? (parent && itemSchemaOf(parent));
}

/**
 * A list in which one bad record does not make the others unreadable: each record is read alone,
 * and those that cannot be read are counted. Accepts a bare array, `{data: […]}` and `{items:
 * […]}`, and null for an empty list, as PostgreSQL's `json_agg` of no rows.
 *
 * Its input type is the array on the wire, its output type the Listing.
 */
export function listing<Item extends z.ZodMiniType>(
  item: Item,
): z.ZodMiniType<Listing<z.output<Item>>, z.input<Item>[]> {
  const schema = z.pipe(
    z.unknown(),
    z.transform((raw, context): Listing<z.output<Item>> => {
      const records = recordsOf(raw);
      if (!records) {
        context.issues.push({ code: "custom", message: "Expected a list.", input: raw });
        return z.NEVER;
      }
      const items: z.output<Item>[] = [];
      return { items, unreadable: readRecords(item, records, items) };
    }),
  );
  itemSchemas.set(schema, item);
  // The schema accepts more than its input type says, on purpose: that makes it tolerant.
  return schema as unknown as z.ZodMiniType<Listing<z.output<Item>>, z.input<Item>[]>;
}

/**
 * A list that cannot make the fields beside it unreadable. If it is missing or null, it is empty.
 * Any other value that is no list counts as one unreadable record.
 */
export const listField = <Item extends z.ZodMiniType>(item: Item) =>
  lenient(
    listing(item),
    (sent): Listing<z.output<Item>> => (sent === undefined ? unsent : { items: [], unreadable: 1 }),
  );

const unsent: Listing<never> = { items: [], unreadable: 0 };

/** False if the list was missing. */
export const isSent = (list: Listing<unknown>) => list !== unsent;

/** A list that is sent back to the server: its records keep every field and their order. */
export function heldList<Item extends z.ZodMiniType>(
  item: Item,
): z.ZodMiniType<readonly unknown[], z.input<Item>[]> {
  const schema = z.array(z.unknown());
  itemSchemas.set(schema, item);
  // The input type says what our server sends; a client accepts any record.
  return schema as unknown as z.ZodMiniType<readonly unknown[], z.input<Item>[]>;
}

/** Adds the records that can be read to `items`. @returns how many cannot */
export function readRecords<Item extends z.ZodMiniType>(
  item: Item,
  records: readonly unknown[],
  items: z.output<Item>[],
): number {
  let unreadable = 0;
  const context = { async: false };
  for (const record of records) {
    // Like `safeParse`, but without the objects that it makes for each record: with 50,000 records
    // they take two thirds of the time.
    const read = item._zod.run({ value: record, issues: [] }, context);
    if (!("issues" in read)) throw new Error("A record is not read at once.");
    if (read.issues.length === 0) items.push(read.value as z.output<Item>);
    else unreadable++;
  }
  return unreadable;
}

function recordsOf(raw: unknown): readonly unknown[] | undefined {
  if (raw === null) return [];
  if (Array.isArray(raw)) return raw;
  if (typeof raw !== "object") return undefined;
  const { data, items } = raw as { data?: unknown; items?: unknown };
  return [data, items].find(Array.isArray) ?? (data === null || items === null ? [] : undefined);
}
