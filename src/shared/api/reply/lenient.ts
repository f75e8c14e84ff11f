import { z } from "@/shared/config/zod";

/**
 * Used as the second half of a pipe, it widens the output type and leaves the wire type as
 * declared.
 */
type Read<Value, Absent = never> = z.ZodMiniType<Value | Absent, Value>;

/** Counts the fields that did not match their schema, since the module was loaded. */
let departures = 0;

/**
 * A field that cannot make its whole record unreadable. If it is missing, null or of another type,
 * this field alone is read as absent: undefined, or what `absent` returns. "12.5" and "2E+3", as decimals
 * are written, are read as numbers, 0, "1" and "false" as a flag, and 2024 as a text. The wire type and the
 * OpenAPI document keep the declared type.
 */
export function lenient<Inner extends z.ZodMiniType>(
  inner: Inner,
): z.ZodMiniPipe<Inner, z.ZodMiniOptional<Read<z.output<Inner>>>>;
export function lenient<Inner extends z.ZodMiniType, Absent>(
  inner: Inner,
  absent: (sent: unknown) => Absent,
): z.ZodMiniPipe<Inner, Read<z.output<Inner>, Absent>>;
export function lenient(inner: z.ZodMiniType, absent?: (sent: unknown) => unknown) {
  const known = absent ? undefined : made.get(inner);
  if (known) return known;
  // The OpenAPI generator calls this without an argument.
  const schema = z.catch(inner, (caught?: { value: unknown }) => {
    departures += 1;
    return converted(inner, caught?.value) ?? absent?.(caught?.value);
  });
  if (!absent) made.set(inner, schema);
  return schema;
}

/** Schemas are immutable, so all fields of one kind can share one. */
const made = new WeakMap<object, z.ZodMiniType>();

function converted(inner: z.ZodMiniType, sent: unknown): unknown {
  for (const value of othersOf(sent)) {
    const read = inner.safeParse(value);
    if (read.success) return read.data;
  }
  return undefined;
}

/** Returns the same value in the other types that servers send it as. */
function othersOf(sent: unknown): readonly unknown[] {
  if (sent === 0 || sent === 1) return [sent === 1, String(sent)];
  if (typeof sent === "number") return [String(sent)];
  if (typeof sent !== "string") return [];
  const text = sent.trim();
  if (/^(true|false)$/i.test(text)) return [text.toLowerCase() === "true"];
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return [];
  return text === "0" || text === "1" ? [Number(text), text === "1"] : [Number(text)];
}

/** An enum that a newer server may have widened: the value is kept and shown as text. */
export const openEnum = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.union([z.enum(values), z.string().check(z.maxLength(100))]);

/** A text that reads as empty if it is absent. */
export const lenientText = lenient(z.string(), () => "");

/**
 * For lists of texts among other fields: the texts, without what is none. A text is the list that it writes:
 * `a, b`, PostgreSQL's `{a,b}` or the JSON `["a","b"]`. Undefined for anything else.
 */
export function textsIn(sent: unknown): string[] | undefined {
  if (typeof sent === "string") {
    const parts = sent.split(",").map((part) => part.replace(/^[\s[{"]+|[\s\]}"]+$/g, ""));
    return parts.filter((part) => part !== "");
  }
  if (!Array.isArray(sent)) return undefined;
  return sent.flatMap((one) =>
    typeof one === "string" || typeof one === "number" ? String(one) : [],
  );
}

/** Reads something and counts the fields that did not match their schema. */
export function countDepartures<Result>(read: () => Result): {
  readonly result: Result;
  readonly departures: number;
} {
  const before = departures;
  const result = read();
  return { result, departures: departures - before };
}
