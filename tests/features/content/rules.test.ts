import { describe, expect, it } from "vitest";
import type { Account } from "@/entities/account";
import { postsPerDay } from "@/entities/category";
import { sampleCategory } from "@/entities/category/contract-docs";
import {
  everything,
  isFiltered,
  poolMedia,
  poolStatuses,
  queryOf,
} from "@/features/content/filter";
import {
  activeCategory,
  countsOf,
  foldedText,
  listedCategories,
  nameOf,
  newestFirst,
} from "@/features/content/pool";

import {
  fitOn,
  inWords,
  mayRetry,
  type PostResult,
  resultsOf,
  withAgain,
} from "@/features/content/posting";
import type { ContentItem, PublishingResult } from "@/features/content/schema";
import { fc } from "../../support/random-seed";

const graphemes = (text: string) => [
  ...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text),
];

const item = (change: Partial<ContentItem> = {}): ContentItem => ({
  id: 61,
  text_content: "Sutra radimo.",
  is_active: true,
  last_used_at: null,
  ...change,
});

const anyText = fc.string({
  unit: fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    fc.constantFrom("👨‍👩‍👧‍👦", "š", "e\u0301", "🇷🇸", " ", "\n", "日"),
  ),
  maxLength: 400,
});

describe("A folded text", () => {
  it("is the beginning of the text, in one line, of at most 100 graphemes", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = text.replace(/\s+/g, " ").trim();
        const { text: folded, isWhole } = foldedText(text);
        expect(isWhole).toBe(folded === line);
        if (isWhole) return;
        expect(folded.endsWith("...")).toBe(true);
        const beginning = folded.slice(0, -3);
        expect(line.startsWith(beginning)).toBe(true);
        expect(graphemes(beginning)).toHaveLength(100);
        // Cut between two graphemes, never inside one.
        expect(
          graphemes(line)
            .slice(0, 100)
            .map(({ segment }) => segment)
            .join(""),
        ).toBe(beginning);
      }),
    );
  });

  it("is the whole text if that is short", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = text.replace(/\s+/g, " ").trim();
        if (graphemes(line).length <= 100) expect(foldedText(text).text).toBe(line);
      }),
    );
  });

  it("names the item in a question; without a text its id does", () => {
    expect(nameOf(item())).toBe("“Sutra radimo.”");
    expect(nameOf(item({ text_content: "a\n".repeat(60) }))).toBe(`“${"a ".repeat(20)}...”`);
    expect(nameOf(item({ text_content: " " }))).toBe("item #61");
  });
});

describe("A pool", () => {
  const anyItem = fc
    .record({
      is_active: fc.boolean(),
      last_used_at: fc.constantFrom(null, "2026-11-19T09:30:00Z"),
    })
    .map((change) => item(change));

  it("counts only active items as unused", () => {
    fc.assert(
      fc.property(fc.array(anyItem), (items) => {
        const { active, unused } = countsOf(items);
        expect(unused).toBeLessThanOrEqual(active);
        expect(active + items.filter(({ is_active }) => !is_active).length).toBe(items.length);
      }),
    );
  });

  it("has the newest first, and keeps the server's order among equals", () => {
    const at = (id: number, created_at: string | null) => item({ id, created_at });
    const ids = (items: readonly ContentItem[]) => newestFirst(items).map(({ id }) => id);
    expect(
      ids([at(1, "2026-11-01T08:00:00Z"), at(2, "2026-11-03"), at(3, null), at(4, "x")]),
    ).toEqual([2, 1, 3, 4]);
    expect(ids([at(9, null), at(1, null), at(5, null)])).toEqual([9, 1, 5]);
  });

  it("is queried with the set filters only", () => {
    expect(queryOf(everything)).toEqual({});
    for (const status of poolStatuses) {
      for (const media of poolMedia) {
        for (const unused of [true, false]) {
          const filter = { status, media, unused };
          expect(isFiltered(filter)).toBe(status !== "all" || media !== "all" || unused);
        }
      }
    }
  });
});

describe("The categories of a pool", () => {
  const none = { image_posts_per_day: 0, video_posts_per_day: 0, text_posts_per_day: 0 };
  const category = { ...sampleCategory, ...none };

  it("are archived with 0 posts per day of every type, and hidden then", () => {
    fc.assert(
      fc.property(fc.nat(3), fc.nat(3), fc.nat(3), (image, video, text) => {
        const one = {
          ...category,
          image_posts_per_day: image,
          video_posts_per_day: video,
          text_posts_per_day: text,
        };
        expect(listedCategories([one], true)).toEqual([one]);
        expect(listedCategories([one], false)).toEqual(image + video + text === 0 ? [] : [one]);
        expect(postsPerDay(one) === "Archived").toBe(image + video + text === 0);
      }),
    );
    expect(postsPerDay({ ...category, image_posts_per_day: 2, text_posts_per_day: 1 })).toBe(
      "2 image · 1 text",
    );
  });

  it("open with the one in the address, else with the first", () => {
    const all = [1, "2", 3].map((id) => ({ ...category, id }));
    expect(activeCategory(all, "3")).toBe(all[2]);
    expect(activeCategory(all, 2)).toBe(all[1]);
    expect(activeCategory(all, "gone")).toBe(all[0]);
    expect(activeCategory([], 1)).toBeUndefined();
  });
});

describe("Results of posting now", () => {
  const account = (id: number): Account => ({
    id,
    platform_type: "bluesky",
    platform_username: `zima-${id}`,
    is_active: true,
  });
  const result = (id: number, status: string): PublishingResult => ({
    social_account_id: id,
    platform_type: "bluesky",
    platform_username: `zima-${id}`,
    status,
    scheduled_post_id: id,
  });
  const anyResults = fc.uniqueArray(fc.nat(20), { maxLength: 8 }).chain((ids) =>
    fc.record({
      sent: fc.constant(ids.map(account)),
      answered: fc
        .subarray(ids)
        .chain((some) =>
          fc.tuple(
            ...some.map((id) =>
              fc.constantFrom("published", "failed", "unknown", "new").map((it) => result(id, it)),
            ),
          ),
        ),
    }),
  );

  it("contain every account that was sent to, whatever the answer", () => {
    fc.assert(
      fc.property(anyResults, ({ sent, answered }) => {
        const results = resultsOf(sent, answered);
        expect(results.map((it) => it.account).toSorted()).toEqual(
          sent.map(({ id }) => id).toSorted(),
        );
        expect(results.filter(mayRetry).map((it) => it.account)).toEqual(
          answered.filter(({ status }) => status === "failed").map((it) => it.social_account_id),
        );
      }),
    );
  });

  it("change only for retried accounts", () => {
    fc.assert(
      fc.property(anyResults, ({ sent, answered }) => {
        const before = resultsOf(sent, answered);
        const failed = sent.filter(({ id }) =>
          before.some((it) => it.account === id && mayRetry(it)),
        );
        const again = resultsOf(
          failed,
          failed.map(({ id }) => result(Number(id), "published")),
        );
        const after: readonly PostResult[] = withAgain(before, again);
        expect(after).toHaveLength(before.length);
        expect(after.filter(mayRetry)).toEqual([]);
        for (const [place, one] of before.entries()) {
          if (!mayRetry(one)) expect(after[place]).toBe(one);
        }
      }),
    );
  });

  it("keep the name of an account that was deleted meanwhile, which cannot be retried", () => {
    const [gone] = resultsOf([account(1)], [{ ...result(1, "failed"), social_account_id: null }]);
    expect(gone).toMatchObject({ account: undefined, platform_username: "zima-1" });
    expect(gone && mayRetry(gone)).toBe(false);
  });

  it("are summed up in words", () => {
    const of = (...statuses: string[]) =>
      inWords(
        resultsOf(
          statuses.map((_, id) => account(id + 1)),
          statuses.map((status, id) => result(id + 1, status)),
        ),
      );
    expect(of("published")).toBe("Published on 1 of 1 account.");
    expect(of("published", "failed", "unknown")).toBe(
      "Published on 1 of 3 accounts. 1 failed. 1 may already be live.",
    );
    expect(of("published", "cancelled")).toBe("Published on 1 of 2 accounts. 1 cancelled.");
  });
});

describe("The fit of an item on a platform", () => {
  it("depends on the title and the Reddit text on Reddit", () => {
    const text = { text_content: "a".repeat(41_000), title: null };
    expect(fitOn("reddit", item(text))?.problems).toEqual([
      "1,000 over the limit of 40,000 characters",
      "needs a title",
    ]);
    const written = { ...text, title: "Šala", reddit_title: null, reddit_body: "Kratko." };
    expect(fitOn("reddit", item(written))?.problems).toEqual([]);
    expect(fitOn("bluesky", item(written))?.problems).not.toEqual([]);
  });

  it("is undefined for an unknown platform", () => {
    expect(fitOn("mastodon", item())).toBeUndefined();
  });
});
