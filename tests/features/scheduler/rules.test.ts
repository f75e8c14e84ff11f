import { describe, expect, it } from "vitest";
import { sampleQueueItem } from "@/entities/post/contract-docs";
import { causeOf, groupFailed, mayBeLive } from "@/features/scheduler/failed-groups";
import { isOverdue, isUsual, rowsOf, statusInWords } from "@/features/scheduler/posts";
import type { ScheduledPost } from "@/features/scheduler/schema";
import { dropTime } from "@/features/scheduler/views/calendar/use-entry-drag";
import { secondsToNextCheck } from "@/features/scheduler/views/scheduler-health";
import {
  boundsOf,
  daysAfter,
  daysOf,
  entriesOf,
  mondayOf,
  turned,
} from "@/features/scheduler/week";
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

  it.each([
    ["bluesky", "grapheme too big (", "content"],
    ["bluesky", "string too big (", "content"],
    ["bluesky", "blob too big (", "content"],
    ["facebook_page", "(#506) Duplicate status message", "content"],
    ["threads", "LINK_LIMIT", "content"],
    ["linkedin_organization", "422 DUPLICATE_POST", "content"],
    ["bluesky", "Invalid identifier or password", "credentials"],
    ["facebook_page", "(#200) No.", "credentials"],
    ["facebook_page", "(#10) No.", "credentials"],
    ["bluesky", "ExpiredToken: Token has expired", "patience"],
    ["facebook_page", "(#368) No.", "patience"],
    ["reddit", "RATELIMIT: Take a break.", "patience"],
  ])("%s: %s asks for other %s", (platform, words, wanted) => {
    const { refusesContent = false, needsCredentials = false } = causeOf(platform, words) ?? {};
    expect(refusesContent).toBe(wanted === "content");
    expect(needsCredentials).toBe(wanted === "credentials");
  });

  it.each([
    ["linkedin_profile", "422 INVALID_VALUE: commentary"],
    ["facebook_page", "Upload at most 10 photos (200 kB)."],
    ["facebook_page", "(#100) The link is not valid."],
    ["bluesky", "Error validating access token (190)"],
    ["x_twitter", "Something new."],
    ["instagram", null],
    ["myspace", "duplicate"],
  ])("is not guessed for %s: %s", (platform, words) => {
    expect(causeOf(platform, words)).toBeUndefined();
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

const due = (id: number, item: number | null, publish_at: string): ScheduledPost => ({
  id,
  status: "scheduled",
  publish_at,
  retry_count: 0,
  published_post_url: null,
  social_account: null,
  content_queue_item: item === null ? null : { ...sampleQueueItem, id: item, media_type: null },
});

/** As the operator reads it: '2026-11-30'. */
const said = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");

describe("The days of a calendar", () => {
  it.each([
    ["week", new Date(2026, 10, 26), "2026-11-23", "2026-11-30"],
    ["week", new Date(2026, 10, 29), "2026-11-23", "2026-11-30"],
    ["month", new Date(2026, 10, 26), "2026-10-26", "2026-12-07"],
    ["month", new Date(2027, 1, 15), "2027-02-01", "2027-03-01"],
    ["month", new Date(2026, 11, 31), "2026-11-30", "2027-01-04"],
  ] as const)("are whole weeks: %s of %s", (span, day, from, to) => {
    const bounds = boundsOf(span, day);
    expect([said(bounds.from), said(bounds.to)]).toEqual([from, to]);
  });

  it.each([
    ["week", new Date(2026, 10, 26), 1, "2026-11-30"],
    ["week", new Date(2026, 10, 26), -1, "2026-11-16"],
    ["month", new Date(2026, 0, 31), 1, "2026-02-01"],
    ["month", new Date(2026, 0, 31), -1, "2025-12-01"],
  ] as const)("are turned by a whole %s", (span, day, by, first) => {
    expect(said(turned(span, day, by))).toBe(first);
  });
});

const idsOf = (joined: readonly (readonly ScheduledPost[])[]) =>
  joined.map((posts) => posts.map(({ id }) => id));

describe("The entries of a calendar", () => {
  it("join the posts of one content that are due at the same time", () => {
    const entries = entriesOf([
      due(1, 7, "2026-11-26T10:00:00Z"),
      due(2, 7, "2026-11-26T10:00:00.000Z"),
      due(3, 7, "2026-11-26T11:00:00Z"),
      due(4, 8, "2026-11-26T09:00:00Z"),
      due(5, null, "2026-11-26T10:00:00Z"),
      due(6, null, "2026-11-26T10:00:00Z"),
      due(7, 9, "soon"),
    ]);
    expect(idsOf(entries.map(({ posts }) => posts))).toEqual([[4], [1, 2], [5], [6], [3]]);
  });

  it("join posts whose slots were found within a minute, and no later ones", () => {
    const entries = entriesOf([
      due(1, 7, "2026-11-26T10:00:00.120Z"),
      due(2, 7, "2026-11-26T10:00:59.980Z"),
      due(3, 7, "2026-11-26T10:01:00.130Z"),
    ]);
    expect(idsOf(entries.map(({ posts }) => posts))).toEqual([[1, 2], [3]]);
  });
});

describe("The rows of a list", () => {
  it("join the posts of one content on one day, in the order of the first one", () => {
    const local = (time: string) => new Date(time).toISOString();
    const rows = rowsOf([
      due(1, 7, local("2026-11-26T10:00")),
      due(2, 8, local("2026-11-26T10:30")),
      due(3, 7, local("2026-11-26T11:00")),
      due(4, 7, local("2026-11-28T10:00")),
      due(5, null, local("2026-11-26T10:00")),
      due(6, null, local("2026-11-26T10:00")),
    ]);
    expect(idsOf(rows)).toEqual([[1, 3], [2], [4], [5], [6]]);
  });
});

describe("A drop in the calendar", () => {
  const day = new Date(2026, 10, 26);
  const had = new Date(2026, 10, 24, 14, 20).getTime();
  /** As the operator reads it: '26 14:20'. */
  const read = (time: number) => {
    const at = new Date(time);
    const clock = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, "0"));
    return `${at.getDate()} ${clock.join(":")}`;
  };

  it.each([
    [undefined, "26 14:20"],
    [0, "26 00:00"],
    [0.5, "26 12:00"],
    [0.51, "26 12:00"],
    [0.515, "26 12:15"],
    [1, "26 23:45"],
    [1.2, "26 23:45"],
    [-0.1, "26 00:00"],
  ])("at %s of a day is at %s", (part, time) => {
    expect(read(dropTime(day, had, part).time)).toBe(time);
  });
});
