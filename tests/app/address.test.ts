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
    ["content", { archived: false, status: "all", unused: false, media: "all" }],
    ["publishing", { tab: "media", of: "all", status: "pending", view: "list", span: "week" }],
    ["dashboard", { tab: "posts", sort: "publish_at", order: "desc", limit: 100 }],
    ["activity", { of: "all" }],
    ["config", { tab: "accounts", items: false, status: "all", unused: false, media: "all" }],
  ])("of %s without parameters opens the defaults", (path, search) => {
    expect(searchOf(`/dashboard/${path}`)).toEqual(search);
  });

  it("opens what its parameters name", () => {
    const content = "group=2&category=7&archived=true&status=inactive&unused=true&media=video";
    expect(searchOf(`/dashboard/content?${content}&post-now=%22x-9%22&dialog=new-item`)).toEqual({
      group: 2,
      category: 7,
      archived: true,
      status: "inactive",
      unused: true,
      media: "video",
      "post-now": "x-9",
      dialog: "new-item",
    });
    const publishing = "tab=text&of=group&view=calendar&span=month&week=2026-02-28&post=41";
    expect(searchOf(`/dashboard/publishing?${publishing}`)).toEqual({
      tab: "text",
      of: "group",
      view: "calendar",
      span: "month",
      week: "2026-02-28",
      post: 41,
      status: "pending",
    });
    expect(
      searchOf("/dashboard/dashboard?tab=categories&sort=likes&order=asc&limit=10000&post=3"),
    ).toEqual({ tab: "categories", sort: "likes", order: "asc", limit: 10_000, post: 3 });
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
    ["another error", "/login?error=x", { error: undefined }],
  ])("with %s opens as if that parameter were missing", (_, address, search) => {
    const path = address.startsWith("/") ? address : `/dashboard/${address}`;
    const shown = searchOf(path) ?? {};
    for (const [name, value] of Object.entries(search)) {
      expect(shown[name as keyof typeof shown]).toBe(value);
    }
  });
});
