import type { z } from "@/shared/config/zod";
import { type Listing, readRecords } from "./listing";
import { parseJson } from "./parse-json";

/** The least to parse at a time, in characters. */
const least = 64_000;

/**
 * Parses a JSON array while it is being received: parsing 50,000 records at the end would take
 * longer than a frame, and there is nothing else to do meanwhile. A body that is no array is
 * returned as text.
 * @returns the list, or the text; an empty text for an array that breaks off
 */
export async function readParts<T extends z.ZodMiniType>(
  body: ReadableStream<Uint8Array>,
  item: T,
): Promise<{ text: string; list?: Listing<z.output<T>> }> {
  const reader = body.getReader();
  const utf8 = new TextDecoder();
  const items: z.output<T>[] = [];
  let unreadable = 0;
  /** The part that is not parsed yet, preceded by the array's bracket. */
  let rest = "";
  let enough = least;
  let isArray: boolean | undefined;
  for (;;) {
    const { done, value } = await reader.read();
    rest += done ? utf8.decode() : utf8.decode(value, { stream: true });
    if (done) break;
    isArray ??= rest === "" ? undefined : rest.startsWith("[");
    if (!isArray || rest.length < enough) continue;
    // This `},{` may be inside a record or a text. The part before it is then no valid JSON, and
    // more has to be received first.
    const end = rest.lastIndexOf("},{") + 1;
    const records = end > 0 ? arrayOf(`${rest.slice(0, end)}]`) : undefined;
    enough = records ? least : 2 * rest.length;
    if (!records) continue;
    unreadable += readRecords(item, records, items);
    rest = `[${rest.slice(end + 1)}`;
  }
  const isBegun = items.length + unreadable > 0;
  const records = isBegun ? arrayOf(rest) : undefined;
  if (!records) return { text: isBegun ? "" : rest };
  unreadable += readRecords(item, records, items);
  return { text: "", list: { items, unreadable } };
}

function arrayOf(text: string): readonly unknown[] | undefined {
  const value = parseJson(text);
  return Array.isArray(value) ? value : undefined;
}
