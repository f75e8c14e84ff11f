import { describe, expect, it } from "vitest";
import { queueItemSchema } from "@/entities/post/schema";
import { breaksRule, restOf, saysWhatFails } from "@/features/queue/verdicts";

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
