import { type Category, isArchived } from "@/entities/category";
import { type Id, sameId } from "@/shared/api/id";
import { preview } from "@/shared/format/text";
import { parseTime } from "@/shared/format/time";
import type { ContentItem } from "./schema";

/** The number of active items in a pool, and of those that were never used. */
type PoolCounts = { readonly active: number; readonly unused: number };

export function countsOf(items: readonly ContentItem[]): PoolCounts {
  const active = items.filter(({ is_active }) => is_active);
  return {
    active: active.length,
    unused: active.filter(({ last_used_at }) => !last_used_at).length,
  };
}

/**
 * Sorts by creation time, newest first, so that operators see the item they have just created.
 * Items with equal or missing times stay in the server's order.
 */
export const newestFirst = (items: readonly ContentItem[]): readonly ContentItem[] =>
  items.toSorted((one, other) => timeOf(other) - timeOf(one));

const timeOf = ({ created_at }: ContentItem) => parseTime(created_at) ?? 0;

/** Returns the categories to list: archived ones only on request. */
export const listedCategories = (categories: readonly Category[], showsArchived: boolean) =>
  categories.filter((category) => showsArchived || !isArchived(category));

/** Returns the listed category that the address names, else the first; undefined without any. */
export const activeCategory = (listed: readonly Category[], named: Id | undefined) =>
  listed.find(({ id }) => sameId(id, named)) ?? listed[0];

/** Graphemes that a folded text shows. */
const folded = 100;
/** Graphemes of its text that name an item in a sentence. */
const named = 40;

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Returns the beginning of an item's text on one line, and whether that is the whole text. */
export function foldedText(text: string): { readonly text: string; readonly isWhole: boolean } {
  const line = oneLine(text);
  const beginning = preview(line, folded);
  return { text: beginning, isWhole: beginning === line };
}

/** Returns an item's name for questions and labels: '“Zima je zvanično...”', or 'item #61'. */
export function nameOf({ id, text_content }: Pick<ContentItem, "id" | "text_content">): string {
  const text = oneLine(text_content ?? "");
  return text ? `“${preview(text, named)}”` : `item #${id}`;
}
