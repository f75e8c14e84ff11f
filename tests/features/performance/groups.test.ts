import { describe, expect, it } from "vitest";
import { performanceDocs } from "@/features/performance/contract-docs";
import { groupsOf, summed } from "@/features/performance/groups";
import { performanceSchema } from "@/features/performance/schema";
import { fc } from "../../support/random-seed";

const [sample] = performanceDocs.list.sample.reply;

const post = (scheduled_post_id: number, change: Record<string, unknown> = {}) =>
  performanceSchema.parse({ ...sample, scheduled_post_id, ...change });

const onBluesky = { platform: "bluesky" };
const newest = { sort: "publish_at", order: "desc" } as const;
const idsOf = (
  posts: ReturnType<typeof post>[],
  sorting: Parameters<typeof groupsOf>[1] = newest,
) => groupsOf(posts, sorting).map((group) => group.posts.map((one) => one.scheduled_post_id));

describe("Records of one post", () => {
  it("have the same text, media and day, and different accounts", () => {
    expect(idsOf([post(1), post(2, { text_content: "Čaj" }), post(3, onBluesky)])).toEqual([
      [1, 3],
      [2],
    ]);
  });

  it.each([
    ["another text", { text_content: "Čaj" }],
    ["another image", { image_url: "/media/2.png" }],
    ["another video", { video_url: "/media/2.mp4" }],
    ["another day", { publish_at: "2026-11-22T09:30:00Z" }],
    ["no time", { publish_at: null }],
  ])("are apart if one has %s", (_, change) => {
    expect(idsOf([post(1), post(2, { ...onBluesky, ...change })])).toEqual([[1], [2]]);
  });

  it("are apart if they were published to the same account, or have no content", () => {
    expect(idsOf([post(1), post(2)])).toEqual([[1], [2]]);
    const none = { text_content: null, image_url: null, video_url: null };
    expect(idsOf([post(1, none), post(2, { ...none, ...onBluesky })])).toEqual([[1], [2]]);
  });

  it("have summed figures and an average engagement", () => {
    const sum = summed([
      post(1, { impressions: 100, likes: null, shares: 2, engagement_rate: 0.02 }),
      post(2, { impressions: 50, likes: null, shares: null, engagement_rate: 0.04 }),
    ]);
    expect(sum).toMatchObject({ impressions: 150, likes: null, shares: 2, engagement_rate: 0.03 });
  });

  it("stand where their sum belongs, those without a figure last", () => {
    const posts = [
      post(1, { text_content: "Sok", likes: 9 }),
      post(2, { likes: 6 }),
      post(3, { ...onBluesky, likes: 5 }),
      post(4, { text_content: "Kafa", likes: null }),
    ];
    expect(idsOf(posts, { sort: "likes", order: "desc" })).toEqual([[2, 3], [1], [4]]);
    expect(idsOf(posts.toReversed(), { sort: "likes", order: "asc" })).toEqual([[1], [3, 2], [4]]);
    expect(idsOf(posts)).toEqual([[1], [2, 3], [4]]);
  });

  it("are all kept, each once, and grouping a grouped list changes nothing", () => {
    const record = fc.record({
      text_content: fc.constantFrom("Čaj", "Kafa", null),
      platform: fc.constantFrom("x_twitter", "bluesky", "threads"),
      likes: fc.option(fc.nat(3)),
    });
    const sorting = fc.record({
      sort: fc.constantFrom("publish_at" as const, "likes" as const),
      order: fc.constantFrom("asc" as const, "desc" as const),
    });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 12 }), sorting, (records, order) => {
        const posts = records.map((change, id) => post(id + 1, change));
        const once = groupsOf(posts, order).flatMap((group) => group.posts);
        expect(new Set(once)).toEqual(new Set(posts));
        expect(once).toHaveLength(posts.length);
        expect(groupsOf(once, order).flatMap((group) => group.posts)).toEqual(once);
      }),
    );
  });
});
