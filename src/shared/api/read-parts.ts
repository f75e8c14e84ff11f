import type { z } from "@/shared/config/zod";
import { type Listing, readRecords } from "./listing";

/** In characters: what is read at a time at the least. */
const least = 64_000;

/**
 * Reads an array of JSON while it comes: 50,000 records take longer than a frame, and there is
 * nothing else to do meanwhile. Where it is no array after all, it comes as text.
 * @returns the list, or the text; an array that breaks off is an empty text
 */
export async function readParts<T extends z.ZodMiniType>(
  body: ReadableStream<Uint8Array>,
  item: T,
): Promise<{ text: string; list?: Listing<z.output<T>> }> {
  const reader = body.getReader();
  const utf8 = new TextDecoder();
  const items: z.output<T>[] = [];
  let unreadable = 0;
  /** What is not read yet, with the bracket of the array before it. */
  let rest = "";
  let enough = least;
  let isArray: boolean | undefined;
  for (;;) {
    const { done, value } = await reader.read();
    rest += done ? utf8.decode() : utf8.decode(value, { stream: true });
    if (done) break;
    isArray ??= rest === "" ? undefined : rest.startsWith("[");
    if (!isArray || rest.length < enough) continue;
    // It may be inside of a record or a text: then what is before it is no JSON, and there has to be more.
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
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
