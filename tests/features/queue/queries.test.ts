import { describe, expect, it } from "vitest";
import { itemsOf, nextSkip, type Page, pageSize, pagesWithout } from "@/features/queue/queries";
import { fc } from "../../support/random-seed";

type Item = { readonly id: number };

/** Returns one page of a server that still holds these ids. */
function ask(pending: readonly number[], skip: number): Page<Item> {
  const items = pending.slice(skip, skip + pageSize).map((id) => ({ id }));
  return { items, unreadable: 0, isFull: items.length === pageSize };
}

describe("Pages of a queue that empties", () => {
  it("show every post once, whatever the order of decisions and loads", () => {
    const steps = fc.array(fc.oneof(fc.constant("load" as const), fc.nat(30)), { maxLength: 60 });
    fc.assert(
      fc.property(fc.nat(30), steps, (count, order) => {
        let pending = Array.from({ length: count }, (_, id) => id);
        let pages = [ask(pending, 0)];
        const load = () => {
          const skip = nextSkip(pages);
          if (skip !== undefined) pages = [...pages, ask(pending, skip)];
        };
        for (const step of order) {
          if (step === "load") load();
          else {
            const decided = itemsOf(pages)[step % Math.max(itemsOf(pages).length, 1)];
            if (!decided) continue;
            pending = pending.filter((id) => id !== decided.id);
            pages = pagesWithout(pages, decided.id);
          }
        }
        while (nextSkip(pages) !== undefined) load();

        expect(itemsOf(pages).map(({ id }) => id)).toEqual(pending);
        expect(pages.flatMap(({ items }) => items)).toHaveLength(pending.length);
      }),
    );
  });

  it("count records that could not be read", () => {
    const page = { items: [{ id: 1 }], unreadable: 4, isFull: true };
    expect(nextSkip([page])).toBe(5);
    expect(nextSkip([page, { items: [], unreadable: 0, isFull: false }])).toBeUndefined();
  });
});
