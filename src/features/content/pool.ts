import { type Category, isArchived } from "@/entities/category";
import { type Id, sameId } from "@/shared/api/id";
import { preview } from "@/shared/format/preview";
import { parseTime } from "@/shared/format/time";
import type { ContentItem } from "./schema";

/** How many items of a pool can be used, and how many of these never were. */
export type PoolCounts = { readonly active: number; readonly unused: number };

export function countsOf(items: readonly ContentItem[]): PoolCounts {
  const active = items.filter(({ is_active }) => is_active);
  return {
    active: active.length,
    unused: active.filter(({ last_used_at }) => !last_used_at).length,
  };
}

/**
 * What was just made comes first, where whoever made it sees it. Items of one moment, or without
 * one, stay in the server's order.
 */
export const newestFirst = (items: readonly ContentItem[]): readonly ContentItem[] =>
  items.toSorted((one, other) => timeOf(other) - timeOf(one));

const timeOf = ({ created_at }: ContentItem) => parseTime(created_at) ?? 0;

/** The categories in the list: archived ones only on request. */
export const listedCategories = (categories: readonly Category[], showsArchived: boolean) =>
  categories.filter((category) => showsArchived || !isArchived(category));

/** The listed category that the address names, else the first, else none. */
export const activeCategory = (listed: readonly Category[], named: Id | undefined) =>
  listed.find(({ id }) => sameId(id, named)) ?? listed[0];

/** Characters that a folded text shows, as a reader counts them. */
const folded = 100;
/** Characters of a text that stand for the item in a sentence. */
const named = 40;

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** The beginning of an item's text, in one line, for a card; and whether that is all of it. */
export function foldedText(text: string): { readonly text: string; readonly isWhole: boolean } {
  const line = oneLine(text);
  const beginning = preview(line, folded);
  return { text: beginning, isWhole: beginning === line };
}

/** What an item is called where it is asked about: '“Zima je zvanično počela...”', or 'item #61'. */
export function nameOf({ id, text_content }: Pick<ContentItem, "id" | "text_content">): string {
  const text = oneLine(text_content ?? "");
  return text ? `“${preview(text, named)}”` : `item #${id}`;
}
