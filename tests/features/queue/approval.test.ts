import { describe, expect, it } from "vitest";
import { approvalInWords } from "@/features/queue/approval";
import type { MadePost } from "@/features/queue/schema";

const now = new Date(2026, 10, 26, 14, 0).getTime();

const post = (platform_type: string, at = new Date(2026, 10, 26, 14, 20)): MadePost => ({
  scheduled_post_id: 41,
  social_account_id: 11,
  platform_type,
  platform_username: "zimska",
  publish_at: at.toISOString(),
});

const said = (...items: MadePost[]) =>
  approvalInWords({ posts: { items, unreadable: 0 }, left_out: null }, now)?.title;

describe("What an approval has scheduled, in words", () => {
  it("names the time and the platforms", () => {
    expect(said(post("instagram"))).toBe("Approved. Goes out at 14:20 on Instagram.");
    expect(said(post("instagram"), post("x_twitter"), post("bluesky"))).toBe(
      "Approved. Goes out at 14:20 on Instagram, X and Bluesky.",
    );
  });

  it("counts the platforms beyond the first two of many", () => {
    expect(said(post("instagram"), post("x_twitter"), post("bluesky"), post("threads"))).toBe(
      "Approved. Goes out at 14:20 on Instagram, X and 2 more.",
    );
  });

  it("names a platform with several accounts once", () => {
    expect(said(post("bluesky"), post("bluesky"))).toBe(
      "Approved. Goes out at 14:20 on Bluesky (2 accounts).",
    );
  });

  it("says from when, if the accounts have different times", () => {
    expect(said(post("bluesky", new Date(2026, 10, 26, 14, 50)), post("threads"))).toBe(
      "Approved. Goes out from 14:20 on Bluesky and Threads.",
    );
  });

  it("says the day with its zone, if it is another day", () => {
    expect(said(post("bluesky", new Date(2026, 10, 28, 9, 5)))).toMatch(
      /^Approved\. Goes out at 28 Nov, 09:05 \S+ on Bluesky\.$/,
    );
  });

  it("leaves out a time that the backend does not send", () => {
    expect(said({ ...post("bluesky"), publish_at: null })).toBe("Approved. Goes out on Bluesky.");
  });

  it("says that nothing is scheduled, and why", () => {
    const left_out = "Left out: mraz on X (Twitter) (it has no keys).";
    expect(approvalInWords({ posts: { items: [], unreadable: 0 }, left_out }, now)).toEqual({
      title: "Approved, but not scheduled: no active account can publish it",
      detail: left_out,
      isScheduled: false,
    });
  });

  it("says nothing of its own if the backend does not name the posts, or none can be read", () => {
    expect(approvalInWords({ posts: undefined, left_out: null }, now)).toBeUndefined();
    expect(
      approvalInWords({ posts: { items: [], unreadable: 1 }, left_out: null }, now),
    ).toBeUndefined();
  });
});
