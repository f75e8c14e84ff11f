import type { Id } from "@/shared/api/id";
import { searchable, searchedWords } from "@/shared/format/search";

/** Hits of one kind that the palette lists. */
const mostHits = 8;

export type Hits<T> = {
  readonly shown: readonly T[];
  /** The record whose id was typed; the first of those shown. */
  readonly exact: T | undefined;
  /** The number of hits that are not shown. */
  readonly more: number;
};

/** Searchable texts of records, because every key press searches thousands of them. */
const texts = new WeakMap<object, string>();

function textOnce<T extends object>(record: T, textOf: (record: T) => string) {
  const text = texts.get(record) ?? searchable(textOf(record));
  texts.set(record, text);
  return text;
}

/** Finds records by the words of their text, or by their whole id: '54' or '#54'. */
export function findRecords<T extends { readonly id: Id }>(
  records: readonly T[],
  textOf: (record: T) => string,
  typed: string,
): Hits<T> {
  const id = typed.trim().replace(/^#/, "");
  const words = searchedWords(typed);
  const exact = records.find((record) => String(record.id) === id);
  const others = records.filter((record) => {
    if (record === exact) return false;
    const text = textOnce(record, textOf);
    return words.every((word) => text.includes(word));
  });
  const hits = exact ? [exact, ...others] : others;
  return { shown: hits.slice(0, mostHits), exact, more: Math.max(0, hits.length - mostHits) };
}
