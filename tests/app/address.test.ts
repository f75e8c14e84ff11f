import { createMemoryHistory } from "@tanstack/react-router";
import { describe, expect, it } from "vitest";
import { createApp } from "@/app/create-app";

/** Returns the search parameters that the screen of this address reads. */
function searchOf(address: string) {
  const { router } = createApp(createMemoryHistory({ initialEntries: [address] }));
  return router.matchRoutes(router.latestLocation).at(-1)?.search;
}

describe("An address", () => {
  it.each([
    ["content", { archived: false, status: "all", unused: false, media: "all", pages: 1 }],
    [
      "publishing",
      {
        tab: "media",
        of: "all",
        status: "pending",
        queue: 1,
        scheduled: 1,
        view: "list",
        span: "week",
        upcoming: false,
      },
    ],
    [
      "dashboard",
      {
        tab: "posts",
        sort: "publish_at",
        order: "desc",
        limit: 100,
        period: "all",
      },
    ],
    ["activity", { of: "all", pages: 1 }],
    [
      "config",
      { tab: "accounts", items: false, status: "all", unused: false, media: "all", pages: 1 },
    ],
  ])("of %s without parameters opens the defaults", (path, search) => {
    expect(searchOf(`/dashboard/${path}`)).toEqual(search);
  });

  it("opens what its parameters name", () => {
    const content =
      "group=2&category=7&archived=true&status=inactive&unused=true&media=video&pages=3";
    expect(searchOf(`/dashboard/content?${content}&post-now=%22x-9%22&dialog=new-item`)).toEqual({
      group: 2,
      category: 7,
      archived: true,
      status: "inactive",
      unused: true,
      media: "video",
      pages: 3,
      "post-now": "x-9",
      dialog: "new-item",
    });
    const publishing =
      "tab=text&of=group&view=calendar&span=month&week=2026-02-28&upcoming=true&post=41&queue=2&scheduled=4";
    expect(searchOf(`/dashboard/publishing?${publishing}`)).toEqual({
      tab: "text",
      of: "group",
      view: "calendar",
      span: "month",
      week: "2026-02-28",
      upcoming: true,
      post: 41,
      status: "pending",
      queue: 2,
      scheduled: 4,
    });
    expect(
      searchOf(
        "/dashboard/dashboard?tab=categories&sort=likes&order=asc&limit=10000&post=3&grouped=true",
      ),
    ).toEqual({
      tab: "categories",
      sort: "likes",
      order: "asc",
      limit: 10_000,
      post: 3,
      period: "all",
      grouped: true,
    });
    expect(searchOf("/dashboard/dashboard?grouped=false")).toMatchObject({ grouped: false });
    expect(searchOf("/dashboard/dashboard?grouped=maybe")).toMatchObject({ grouped: undefined });
    const dates = "period=dates&from=2026-11-01&to=2026-11-30";
    expect(searchOf(`/dashboard/dashboard?${dates}&platform=bluesky&text=2026`)).toMatchObject({
      period: "dates",
      from: "2026-11-01",
      to: "2026-11-30",
      platform: "bluesky",
      text: "2026",
    });
    expect(searchOf("/dashboard/config?tab=mascot&items=true")).toMatchObject({
      tab: "mascot",
      items: true,
    });
    expect(searchOf("/login?error=unauthorized")).toEqual({ error: "unauthorized" });
  });

  it.each([
    ["a number where a tab is meant", "publishing?tab=3", { tab: "media" }],
    ["a tab of another screen", "publishing?tab=newsletter", { tab: "media" }],
    ["a property of every object", "publishing?view=constructor", { view: "list" }],
    ["a group's name where one of two words is meant", "publishing?of=Zima", { of: "all" }],
    ["a span that no calendar has", "publishing?span=year", { span: "week" }],
    ["no page at all", "publishing?queue=0&scheduled=-1", { queue: 1, scheduled: 1 }],
    ["more pages than can be read", "publishing?queue=41", { queue: 1 }],
    ["a day that does not exist", "publishing?week=2026-02-29", { week: undefined }],
    ["a moment instead of a day", "publishing?week=2026-02-28T10:00", { week: undefined }],
    ["a text instead of yes or no", "content?unused=yes", { unused: false }],
    ["a list where one value is meant", "content?status=[%22active%22]", { status: "all" }],
    ["a number where a word is meant", "activity?kind=7", { kind: undefined }],
    ["an object as an id", "content?category={%22id%22:1}", { category: undefined }],
    ["a fractional id", "content?category=1.5", { category: undefined }],
    ["an id that is too long", `content?category=${"x".repeat(201)}`, { category: undefined }],
    ["fewer posts than the first part of a list", "dashboard?limit=10", { limit: 100 }],
    ["more posts than a list may have", "dashboard?limit=10001", { limit: 100 }],
    ["a fractional number of posts", "dashboard?limit=150.5", { limit: 100 }],
    ["a period that is not offered", "dashboard?period=year", { period: "all" }],
    ["a first day that does not exist", "dashboard?from=2026-02-30", { from: undefined }],
    ["a list where a text is meant", "dashboard?text=[1]", { text: undefined }],
    ["a text that is too long", `dashboard?text=${"x".repeat(201)}`, { text: undefined }],
    ["another error", "/login?error=x", { error: undefined }],
  ])("with %s opens as if that parameter were missing", (_, address, search) => {
    const path = address.startsWith("/") ? address : `/dashboard/${address}`;
    const shown = searchOf(path) ?? {};
    for (const [name, value] of Object.entries(search)) {
      expect(shown[name as keyof typeof shown]).toBe(value);
    }
  });
});
