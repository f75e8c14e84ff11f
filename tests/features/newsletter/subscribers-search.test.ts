import { describe, expect, it } from "vitest";
import { subscriberSearch } from "@/features/newsletter/subscriber-search";

const people = [
  { id: 1, email: "djordje@primer.example.com", name: "Đorđe Šćepanović" },
  { id: 2, email: "ana.colic@primer.example.com", name: "Ana Čolić" },
  { id: 3, email: "citalac@primer.example.com", name: null },
];
const found = (query: string) =>
  subscriberSearch(people)
    .find(query)
    .map(({ id }) => id);

describe("Searching the subscribers", () => {
  it.each([
    ["nothing", "  ", [1, 2, 3]],
    ["a part of the address", "colic@", [2]],
    ["another case", "ANA", [2]],
    ["a name without its diacritics", "scepanovic", [1]],
    ["a name with them", "Čolić", [2]],
    ["đ as it is, as d and as dj", "đorđe", [1]],
    ["", "dorde", [1]],
    ["", "djordje šće", [1]],
    ["words in any order", "example čol", [2]],
    ["no match", "petra", []],
  ])("finds %s (%s)", (_, query, ids) => {
    expect(found(query)).toEqual(ids);
  });

  it("finds the same when it was prepared in slices", () => {
    const search = subscriberSearch(people);
    expect(search.prepare(2)).toBe(true);
    expect(search.prepare(2)).toBe(false);
    expect(search.find("citalac")).toEqual([people[2]]);
  });
});
