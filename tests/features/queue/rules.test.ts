import { describe, expect, it } from "vitest";
import { queueItemSchema } from "@/entities/post/contract";
import { approvalInWords } from "@/features/queue/approval-words";
import { nextSkip, type Page, pageSize, pagesWithout } from "@/features/queue/queries";
import type { MadePost } from "@/features/queue/schema";
import { breaksRule, restOf, saysWhatFails } from "@/features/queue/verdicts";
import { itemsOf } from "@/shared/query/pages";
import { fc } from "../../support/random-seed";

describe("What an approval has scheduled, in words", () => {
  const now = new Date(2026, 10, 26, 14, 0).getTime();

  const made = (platform_type: string, at = new Date(2026, 10, 26, 14, 20)): MadePost => ({
    scheduled_post_id: 41,
    social_account_id: 11,
    platform_type,
    platform_username: "zimska",
    publish_at: at.toISOString(),
  });
  const three = [made("instagram"), made("x_twitter"), made("bluesky")];
  const later = made("bluesky", new Date(2026, 10, 26, 14, 50));

  it.each([
    ["a platform", [made("instagram")], "at 14:20 on Instagram"],
    ["three", three, "at 14:20 on Instagram, X and Bluesky"],
    ["many", [...three, made("threads")], "at 14:20 on Instagram, X and 2 more"],
    ["accounts", [made("bluesky"), made("bluesky")], "at 14:20 on Bluesky (2 accounts)"],
    ["the first of several times", [later, made("threads")], "from 14:20 on Bluesky and Threads"],
    ["no time if none is sent", [{ ...made("bluesky"), publish_at: null }], "on Bluesky"],
  ])("names %s", (_, items, words) => {
    const said = approvalInWords({ posts: { items, unreadable: 0 }, left_out: null }, now);
    expect(said?.title).toBe(`Approved. Goes out ${words}.`);
  });

  it("says the day with its zone, if it is another day", () => {
    const items = [made("bluesky", new Date(2026, 10, 28, 9, 5))];
    const said = approvalInWords({ posts: { items, unreadable: 0 }, left_out: null }, now);
    expect(said?.title).toMatch(/^Approved\. Goes out at 28 Nov, 09:05 \S+ on Bluesky\.$/);
  });

  it("says that nothing is scheduled, and why", () => {
    const left_out = "Left out: mraz on X (Twitter) (it has no keys).";
    expect(approvalInWords({ posts: { items: [], unreadable: 0 }, left_out }, now)).toEqual({
      title: "Approved, but not scheduled: no active account can publish it",
      detail: left_out,
      isScheduled: false,
    });
  });

  it.each([
    ["does not name the posts", undefined],
    ["names none that can be read", { items: [], unreadable: 1 }],
  ])("says nothing of its own if the backend %s", (_, posts) => {
    expect(approvalInWords({ posts, left_out: null }, now)).toBeUndefined();
  });
});

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

type On = readonly [platform: string, id?: number | null, why?: string];

const post = (fields: object, ...accounts: readonly On[]) =>
  queueItemSchema.parse({
    id: 1,
    text_content: "Čaj.",
    image_url: null,
    video_url: null,
    thumbnail_url: null,
    media_type: null,
    goes_out_on: accounts.map(([platform_type, id = 1, why = null]) => ({
      social_account_id: id,
      platform_type,
      platform_username: `nalog${id}`,
      why,
      publish_at: null,
    })),
    ...fields,
  });

const long = { text_content: "a".repeat(293) };

describe("What fails of a post", () => {
  it("is what its platforms refuse, and not what is left out anyway", () => {
    const item = post(long, ["x_twitter", 1], ["bluesky", 2], ["x_twitter", 3, "it has no keys"]);
    expect(breaksRule(item)).toBe(true);
    expect(saysWhatFails(item)).toBe("13 over on X");
    expect(breaksRule(post(long, ["bluesky"], ["x_twitter", 2, "it has no keys"]))).toBe(false);
  });

  it("is a missing title on Reddit, unless Reddit has one of its own", () => {
    expect(saysWhatFails(post({}, ["reddit"]))).toBe("needs a title on Reddit");
    expect(breaksRule(post({ reddit_title: "Naslov" }, ["reddit"]))).toBe(false);
    expect(breaksRule(post({ title: "Naslov" }, ["reddit"]))).toBe(false);
  });

  it("is unknown of a platform that the console does not know, and where nothing is said", () => {
    expect(breaksRule(post(long, ["mastodon"]))).toBe(false);
    expect(breaksRule(post({ ...long, goes_out_on: null }))).toBe(false);
  });
});

describe("What remains without the accounts that fail", () => {
  it("are those that fit, without those that are left out anyway", () => {
    const item = post(long, ["x_twitter", 1], ["bluesky", 2], ["threads", 3, "it has no keys"]);
    expect(restOf(item)).toEqual({ leftOut: "X", ids: [2] });
  });

  it("names two accounts, and counts more", () => {
    const two = post(long, ["x_twitter", 1], ["reddit", 2], ["bluesky", 3]);
    expect(restOf(two)?.leftOut).toBe("X and Reddit");
    const three = post(long, ["x_twitter", 1], ["x_twitter", 2], ["reddit", 3], ["bluesky", 4]);
    expect(restOf(three)?.leftOut).toBe("3 accounts");
  });

  it("is nothing if none fits, or if one that fits has no id", () => {
    expect(restOf(post(long, ["x_twitter", 1]))).toBeUndefined();
    expect(restOf(post(long, ["x_twitter", 1], ["bluesky", null]))).toBeUndefined();
  });
});
