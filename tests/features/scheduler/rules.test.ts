import { describe, expect, it } from "vitest";
import { causeOf, groupFailed, mayBeLive } from "@/features/scheduler/failed-groups";
import { isOverdue, isUsual, statusInWords } from "@/features/scheduler/posts";
import type { ScheduledPost } from "@/features/scheduler/schema";
import { secondsToNextCheck } from "@/features/scheduler/views/scheduler-health";

import { daysAfter, daysOf, mondayOf } from "@/features/scheduler/week";
import { fc } from "../../support/random-seed";

describe("The cause of a platform's error", () => {
  it.each([
    ["instagram", "Error validating access token: …has been invalidated. (190)", "meta-token"],
    ["threads", "2207052: the media could not be fetched", "meta-fetch"],
    ["instagram", "HTTP 400 (#36003) The aspect ratio is not supported", "ig-ratio"],
    ["instagram", "at most 2200 characters. (36004/2207010)", "ig-caption"],
    ["instagram", "Action blocked 2207051", "meta-restricted"],
    ["facebook_page", "(#197) The post is empty", "fb-empty"],
    ["x_twitter", "403 Forbidden: Status is a duplicate. (187)", "x-duplicate"],
    ["x_twitter", "403 Unsupported Authentication: the keys are not valid.", "x-keys"],
    ["x_twitter", "Your video is longer than 20 minutes", "x-video-length"],
    ["linkedin_organization", "422 FIELD_LENGTH_TOO_LONG: commentary", "linkedin-length"],
    ["linkedin_profile", "401 The token has expired. (65601)", "linkedin-token"],
    ["reddit", "SUBMIT_VALIDATION_FLAIR_REQUIRED: flair", "reddit-flair"],
    ["tiktok", "ACCESS_TOKEN_INVALID: not valid any more", "tiktok-session"],
    ["tiktok", "invalid_grant: Refresh token is invalid or expired.", "tiktok-session"],
    ["tiktok", "spam_risk_too_many_pending_share: 5 drafts", "tiktok-inbox-full"],
    ["tiktok", "spam_risk_too_many_posts: Too many.", "tiktok-spam"],
    ["tiktok", "url_ownership_unverified: Verify it.", "tiktok-address"],
    ["instagram", "(#100) The parameter image_url or video_url is required.", "ig-no-media"],
    [
      "bluesky",
      "InvalidRequest: Record/text must not be longer than 300 graphemes.",
      "bluesky-length",
    ],
    // Words of earlier sandboxes.
    ["bluesky", "InvalidToken: Invalid identifier or password.", "bluesky-password"],
    ["bluesky", "grapheme too big (maximum 300, got 301) at $.record.text", "bluesky-length"],
    ["bluesky", "InvalidRequest: string too big (maximum 3000, got 3600)", "bluesky-bytes"],
    ["bluesky", "blob too big (maximum 1000000, got 1100724)", "bluesky-file"],
    ["bluesky", "PayloadTooLarge: request entity too large", "bluesky-file"],
    ["bluesky", "AuthenticationRequired: Invalid identifier or password", "bluesky-password"],
    ["bluesky", "Invalid identifier or password", "bluesky-password"],
    ["bluesky", "AuthFactorTokenRequired: A sign in code has been sent", "bluesky-password"],
    ["bluesky", "InvalidToken: Token could not be verified", "bluesky-session"],
    ["bluesky", "ExpiredToken: Token has expired", "bluesky-session"],
    ["bluesky", "Token has been revoked", "bluesky-session"],
    ["facebook_page", "(#506) Duplicate status message", "fb-duplicate"],
    ["facebook_page", "Looks like you already posted that. (506/1455006)", "fb-duplicate"],
    ["facebook_page", "(#200) Requires extended permission: pages_manage_posts", "meta-permission"],
    ["facebook_page", "(#10) Application does not have permission.", "meta-permission"],
    ["threads", "The token lacks a permission: (#10) No.", "meta-permission"],
    ["facebook_page", "The token lacks a permission: Any of the pages_r… (190)", "meta-permission"],
    ["facebook_page", '{"error":{"message":"Not allowed.","code":200}}', "meta-permission"],
    ["facebook_page", "OAuthException: {'message': 'No.', 'code': 10}", "meta-permission"],
    ["facebook_page", '{"error":{"message":"Wait.", "code": 368}}', "meta-blocked"],
    ["facebook_page", '{"error":{"message":"Again?","code":506}}', "fb-duplicate"],
    ["facebook_page", "(#368) The action attempted has been deemed abusive", "meta-blocked"],
    ["facebook_page", "We limit how often you can post. (368)", "meta-blocked"],
    ["facebook_page", "We limit how often you can post. (368/1390008)", "fb-speed"],
    ["facebook_page", "Not authorized to publish. (200/1404078)", "fb-authorization"],
    ["instagram", "The Instagram account is restricted. (25/2207050)", "meta-restricted"],
    ["threads", "THREADS_API__LINK_LIMIT_EXCEEDED", "threads-links"],
    ["reddit", "r/serbia: RATELIMIT: Take a break for 2 minutes. (ratelimit)", "reddit-limit"],
    ["reddit", "429: Reddit accepts no more calls for now.", "reddit-limit"],
    ["linkedin_profile", "422 DUPLICATE_POST: No.", "linkedin-duplicate"],
    ["linkedin_profile", "422: Content is a duplicate of urn:li:share:1", "linkedin-duplicate"],
    // Words of this console's own.
    ["bluesky", "The text has 301 characters; Bluesky allows 300: shorten it by 1.", "text-length"],
    [
      "threads",
      "The text has 690 characters; Threads allows 500: shorten it by 190.",
      "text-length",
    ],
    ["bluesky", "Bluesky asks for a code by e-mail. Enter an app password.", "bluesky-password"],
    ["instagram", "Instagram needs an image or video.", "ig-no-media"],
    ["facebook_page", "Facebook needs a text, an image or a video.", "fb-empty"],
    [
      "threads",
      "Threads could not fetch the file from a.rs: FAILED_DOWNLOADING_IMAGE",
      "meta-fetch",
    ],
    ["reddit", "r/serbia: it requires a flair. Choose one in the category.", "reddit-flair"],
    ["x_twitter", "401: Unauthorized. Check all four keys; a new access token…", "x-keys"],
    ["x_twitter", "403 Forbidden: Your app may only read. (oauth1-permissions)", "x-keys"],
    ["x_twitter", "402 CreditsDepleted: Your account does not have any credits.", "x-cap"],
    ["tiktok", "TikTok could not publish it: file_format_check_failed.", "tiktok-media"],
  ])("%s: %s", (platform, words, id) => {
    expect(causeOf(platform, words)?.id).toBe(id);
  });

  it("asks for other content, other credentials or patience", () => {
    const asks = (platform: string, words: string) => {
      const { refusesContent = false, needsCredentials = false } = causeOf(platform, words) ?? {};
      return { refusesContent, needsCredentials };
    };
    const content = { refusesContent: true, needsCredentials: false };
    for (const words of ["grapheme too big (", "string too big (", "blob too big ("]) {
      expect(asks("bluesky", words)).toEqual(content);
    }
    expect(asks("facebook_page", "(#506) Duplicate status message")).toEqual(content);
    expect(asks("threads", "LINK_LIMIT")).toEqual(content);
    expect(asks("linkedin_organization", "422 DUPLICATE_POST")).toEqual(content);
    const credentials = { refusesContent: false, needsCredentials: true };
    expect(asks("bluesky", "Invalid identifier or password")).toEqual(credentials);
    expect(asks("facebook_page", "(#200) No.")).toEqual(credentials);
    expect(asks("facebook_page", "(#10) No.")).toEqual(credentials);
    const patience = { refusesContent: false, needsCredentials: false };
    expect(asks("bluesky", "ExpiredToken: Token has expired")).toEqual(patience);
    expect(asks("facebook_page", "(#368) No.")).toEqual(patience);
    expect(asks("reddit", "RATELIMIT: Take a break.")).toEqual(patience);
  });

  it("is not read out of a number or a status that says something else", () => {
    expect(causeOf("linkedin_profile", "422 INVALID_VALUE: commentary")).toBeUndefined();
    expect(causeOf("facebook_page", "Upload at most 10 photos (200 kB).")).toBeUndefined();
    expect(causeOf("facebook_page", "(#100) The link is not valid.")).toBeUndefined();
  });

  it("is not guessed for another platform, or for an unknown text", () => {
    expect(causeOf("bluesky", "Error validating access token (190)")).toBeUndefined();
    expect(causeOf("x_twitter", "Something new.")).toBeUndefined();
    expect(causeOf("instagram", null)).toBeUndefined();
    expect(causeOf("myspace", "duplicate")).toBeUndefined();
  });
});

const post = (id: number, username: string, error: string | null, status = "failed") =>
  ({
    id,
    status,
    publish_at: "2026-11-20T10:00:00Z",
    social_account: {
      platform_type: "instagram",
      platform_username: username,
      last_known_error: error,
    },
  }) satisfies ScheduledPost;

describe("Failed posts", () => {
  it("are grouped by account and cause", () => {
    const groups = groupFailed([
      post(1, "a", "session has been invalidated (190)"),
      post(2, "b", "(190)"),
      post(3, "a", "another sentence of 190"),
      post(4, "a", "Nobody knows."),
      post(5, "a", "Nobody knows."),
    ]);
    expect(groups.map(({ posts }) => posts.map(({ id }) => id))).toEqual([[1, 3], [2], [4, 5]]);
  });

  it("are each in one group, whatever their errors", () => {
    const posts = fc.array(
      fc.record({ id: fc.nat(), username: fc.string(), error: fc.option(fc.string()) }),
    );
    fc.assert(
      fc.property(posts, (list) => {
        const all = list.map(({ id, username, error }) => post(id, username, error));
        const grouped = groupFailed(all).flatMap((group) => group.posts);
        expect(grouped.toSorted(byId)).toEqual(all.toSorted(byId));
      }),
    );
  });

  it("may be live if their status is unknown, or if Instagram's error says so", () => {
    expect(mayBeLive(post(1, "a", null, "unknown"))).toBe(true);
    expect(mayBeLive(post(1, "a", null, "UNKNOWN"))).toBe(true);
    expect(mayBeLive(post(1, "a", null, "error"))).toBe(false);
    expect(mayBeLive(post(1, "a", "2207050"))).toBe(true);
    expect(mayBeLive(post(1, "a", "2207010"))).toBe(false);
  });
});

const byId = (one: ScheduledPost, other: ScheduledPost) => Number(one.id) - Number(other.id);

describe("A post is overdue", () => {
  const due = Date.parse("2026-11-20T10:00:00Z");
  it.each([
    [due + 5 * 60_000, "scheduled", false],
    [due + 5 * 60_000 + 1, "scheduled", true],
    [due + 86_400_000, "publishing", false],
    [due - 1, "scheduled", false],
    // Other servers' statuses of a post that waits or is published.
    [due + 86_400_000, "queued", true],
    [due + 86_400_000, "", true],
    [due + 86_400_000, "Success", false],
    [due + 86_400_000, "error", false],
  ])("at %i as %s: %s", (now, status, expected) => {
    expect(isOverdue(post(1, "a", null, status), now)).toBe(expected);
  });
});

describe("A status", () => {
  it.each([
    ["SCHEDULED", "Scheduled"],
    ["posted", "Published"],
    ["rejected", "Failed"],
    ["unknown", "May already be live"],
    ["In_Review", "In_Review"],
    ["toString", "toString"],
  ])("%s is shown as '%s'", (status, words) => {
    expect(statusInWords(status)).toBe(words);
  });

  it("is usual if the list implies it, or if there is none", () => {
    expect(isUsual("Success", "published")).toBe(true);
    expect(isUsual("", "scheduled")).toBe(true);
    expect(isUsual("queued", "scheduled")).toBe(false);
  });
});

describe("A week", () => {
  it("begins on the Monday on or before the day", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date(2100, 0), noInvalidDate: true }),
        (d) => {
          const monday = mondayOf(d.getTime());
          expect(monday.getDay()).toBe(1);
          expect(monday.getTime()).toBeLessThanOrEqual(d.getTime());
          expect(daysAfter(monday, 7).getTime()).toBeGreaterThan(d.getTime());
        },
      ),
    );
  });

  it("has every post of its seven days once, in order of time", () => {
    const monday = mondayOf(Date.parse("2026-11-20T10:00:00Z"));
    const times = fc.array(fc.integer({ min: -3, max: 10 * 24 }));
    fc.assert(
      fc.property(times, (hours) => {
        const posts = hours.map((hour, id) => ({
          ...post(id, "a", null),
          publish_at: new Date(monday.getTime() + hour * 3_600_000).toISOString(),
        }));
        const to = daysAfter(monday, 7);
        const week = daysOf({ from: monday, to }, posts).flatMap(({ entries }) =>
          entries.flatMap((entry) => entry.posts),
        );
        const end = to.getTime();
        const within = posts.filter(({ publish_at }) => {
          const time = Date.parse(publish_at);
          return time >= monday.getTime() && time < end;
        });
        expect(week.map(({ id }) => id).toSorted()).toEqual(within.map(({ id }) => id).toSorted());
        const due = week.map(({ publish_at }) => publish_at);
        expect(due).toEqual(due.toSorted());
      }),
    );
  });
});

describe("The countdown to the next check", () => {
  it.each([
    ["begins at the whole interval", 1_000, 30],
    ["rounds up to whole seconds", 12_500, 19],
    ["ends at zero", 31_000, 0],
    ["stays at zero when the check is overdue", 90_000, 0],
    ["is never longer than the interval, whatever the clocks say", -60_000, 30],
  ])("%s", (_, now, expected) => {
    expect(secondsToNextCheck(1_000, now, 30_000)).toBe(expected);
  });
});
