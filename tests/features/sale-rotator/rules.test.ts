import { describe, expect, it } from "vitest";
import { reviewDryRun, sortRows, whyEarlier } from "@/features/sale-rotator/dry-run-review";
import { rotationSchema } from "@/features/sale-rotator/schema";
import { runLogCsv } from "@/features/sale-rotator/views/done-steps";
import { dryRunCsv } from "@/features/sale-rotator/views/dry-run-results";
import { nextRotation } from "@/features/sale-rotator/views/next-run";
import { activeSettings } from "./support";

const addition = (
  product_id: string,
  original_price: number,
  new_price: number,
  tags = ["sale"],
) => ({
  product_id,
  product_name: `Majica ${product_id}`,
  original_price,
  new_price,
  tags_to_add: tags,
});
const removal = (product_id: string, more: object = {}) => ({
  product_id,
  product_name: `Majica ${product_id}`,
  tags_to_remove: ["sale"],
  ...more,
});
const settings = { ...activeSettings, rotator_no_change_count: 1 };

function reviewOf(added: readonly object[], removed: readonly object[] = [], more: object = {}) {
  const { summary } = rotationSchema.parse({
    summary: {
      total_updates: added.length,
      total_removals: removed.length,
      products_to_add_to_sale: added,
      products_to_remove_from_sale: removed,
      ...more,
    },
  });
  return reviewDryRun(summary, settings);
}
const flagsOf = (...added: object[]) => reviewOf(added).additions.map(({ flags }) => flags);

describe("The next rotation", () => {
  it.each([
    ["2026-11-21T21:00:00Z", "2026-11-23T01:00:00Z"],
    ["2026-11-23T00:59:59Z", "2026-11-23T01:00:00Z"],
    ["2026-11-23T01:00:00Z", "2026-11-30T01:00:00Z"],
    ["2026-11-29T23:59:59Z", "2026-11-30T01:00:00Z"],
  ])("after %s is at %s", (now, next) => {
    expect(nextRotation(Date.parse(now))).toBe(Date.parse(next));
  });
});

describe("A flag in a dry run", () => {
  it("is not set if the discounts are those of the settings", () => {
    expect(flagsOf(addition("1", 1000, 800), addition("2", 1000, 900))).toEqual([[], []]);
    expect(flagsOf(addition("1", 999, 799))).toEqual([[]]);
  });

  it("marks a price that rises, and one that stays although it should not", () => {
    expect(flagsOf(addition("1", 1000, 1001))).toEqual([["New price is not lower"]]);
    expect(flagsOf(addition("1", 1000, 1000))).toEqual([[]]);
    const both = flagsOf(addition("1", 1000, 1000), addition("2", 1000, 1000));
    expect(both).toEqual([["New price is not lower"], ["New price is not lower"]]);
    const tags = ["sale", "rotator-no-change"];
    expect(flagsOf(addition("1", 10, 10, tags), addition("2", 10, 10, tags))).toEqual([[], []]);
  });

  it("marks a discount that differs from the settings, also from that of the product's own kind", () => {
    const wrong = ["Discount differs from the settings"];
    expect(flagsOf(addition("1", 1000, 500))).toEqual([wrong]);
    expect(flagsOf(addition("1", 1000, 800, ["sale", "print"]))).toEqual([wrong]);
    expect(flagsOf(addition("1", 1000, 900, ["sale", "rotator"]))).toEqual([wrong]);
  });

  it("marks a price of zero", () => {
    expect(flagsOf(addition("1", 1000, 0), addition("2", 0, 0))).toEqual([
      ["Price is zero"],
      ["Price is zero"],
    ]);
    expect(reviewOf([], [removal("1", { restored_price: 0 })]).removals[0]?.flags).toEqual([
      "Price is zero",
    ]);
  });

  it("marks a missing price, but not a price that is sent as text", () => {
    const { new_price: _, ...unpriced } = addition("1", 1000, 800);
    expect(flagsOf(unpriced)).toEqual([["Price is missing"]]);
    expect(flagsOf({ ...unpriced, new_price: "800.00" })).toEqual([[]]);
  });

  it("marks what is wrong with one variant, whatever the cheapest costs", () => {
    let id = 0;
    const variants = (before: number, after: number) => ({
      ...addition(String(++id), 1000, 800),
      variants: [
        { title: "S", before: 1000, after: 800 },
        { title: "XL", before, after },
      ],
    });
    expect(
      flagsOf(
        variants(2000, 1600),
        variants(2000, 0),
        variants(2000, 2100),
        variants(2000, 2000),
        variants(2000, 1000),
      ),
    ).toEqual([
      [],
      ["Price is zero"],
      ["New price is not lower"],
      ["New price is not lower"],
      ["Discount differs from the settings"],
    ]);
    const { variants: restored } = variants(1600, 1500);
    const lowered = { current_price: 800, restored_price: 1000, variants: restored };
    expect(reviewOf([], [removal("1", lowered)]).removals[0]?.flags).toEqual([
      "Removal lowers the price",
    ]);
  });

  it("marks a product in both lists, or twice in one", () => {
    const both = reviewOf([addition("1", 1000, 800)], [removal("1")]);
    expect(both.additions[0]?.flags).toEqual(["In both lists"]);
    expect(both.removals[0]?.flags).toEqual(["In both lists"]);
    expect(flagsOf(addition("1", 1000, 800), addition("1", 1000, 800))).toEqual([
      ["Duplicate in this list"],
      ["Duplicate in this list"],
    ]);
  });

  it("marks a total that differs from its list", () => {
    expect(reviewOf([addition("1", 1000, 800)]).disagreement).toBeUndefined();
    const unreadable = { total_updates: null, total_removals: "many" };
    expect(reviewOf([addition("1", 1000, 800)], [], unreadable).disagreement).toBeUndefined();
    expect(reviewOf([addition("1", 1000, 800)], [], { total_updates: 2 }).disagreement).toBe(
      "The server reports 2 updates and 0 removals, but its lists have 1 and 0.",
    );
    // A record that cannot be read still counts.
    expect(reviewOf([{ product_id: "1" }]).disagreement).toBeUndefined();
  });
});

describe("A dry run", () => {
  const made = { group: "1", at: 1_000_000 };
  const now = { group: "1", isSameSettings: true, time: 1_000_000 };
  it("is of earlier settings when the group or the settings have changed, or after 15 minutes", () => {
    expect(whyEarlier(made, { ...now, time: made.at + 15 * 60_000 - 1 })).toBeUndefined();
    expect(whyEarlier(made, { ...now, time: made.at + 15 * 60_000 })).toMatch(/15 minutes/);
    expect(whyEarlier(made, { ...now, isSameSettings: false })).toMatch(/settings/);
    expect(whyEarlier(made, { ...now, group: "2" })).toMatch(/another group/);
  });

  it("is sorted, and equals keep their order", () => {
    const rows = reviewOf([
      addition("3", 100, 80),
      addition("1", 1000, 500),
      addition("2", 200, 160),
    ]).additions;
    const ids = (by: Parameters<typeof sortRows>[1]) => sortRows(rows, by).map(({ id }) => id);
    expect(ids("sent")).toEqual(["3", "1", "2"]);
    expect(ids("name")).toEqual(["1", "2", "3"]);
    expect(ids("price")).toEqual(["3", "2", "1"]);
    expect(ids("discount")).toEqual(["1", "3", "2"]);
    expect(ids("flags")).toEqual(["1", "3", "2"]);
  });

  it("is logged with a line for each variant", () => {
    const at = Date.UTC(2026, 10, 21, 9, 30);
    const sizes = [
      { title: "S", before: 1000, after: 800, compare_at_price: 1000 },
      { title: "XL", before: 2000, after: 1600, compare_at_price: 2000 },
    ];
    const shirt = {
      product_name: "Majica",
      product_id: "1",
      tags_to_add: ["sale"],
      tags_to_remove: [],
    };
    const [first, second] = [
      { ...shirt, price: 800, compare_at_price: 1000, variants: sizes },
      { ...shirt, product_id: "2", price: 800, compare_at_price: 1000 },
    ];
    expect(runLogCsv([first, second].map((action) => ({ at, action }))).split("\r\n")).toEqual([
      "Time (UTC),Product,Product ID,Variant,Old price (RSD),Price (RSD),Crossed out (RSD),Tags added,Tags removed",
      "2026-11-21 09:30:00,Majica,1,S,1000,800,1000,sale,",
      "2026-11-21 09:30:00,Majica,1,XL,2000,1600,2000,sale,",
      "2026-11-21 09:30:00,Majica,2,,1000,800,1000,sale,",
      "",
    ]);
  });

  it("is exported with both lists", () => {
    const review = reviewOf([addition("1", 1000, 800)], [removal("2")]);
    expect(dryRunCsv(review).split("\r\n")).toEqual([
      "Action,Product,Product ID,Variant,Old price (RSD),New price (RSD),Discount (%),Tags,Check",
      "Add to sale,Majica 1,1,,1000,800,20,sale,",
      "Remove from sale,Majica 2,2,,,,,sale,",
      "",
    ]);
  });
});
