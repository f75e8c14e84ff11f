import { createMemoryHistory } from "@tanstack/react-router";
import { describe, expect, it } from "vitest";
import { createApp } from "@/app/create-app";

/** What the screen of an address takes it to say. */
function understood(address: string) {
  const { router } = createApp(createMemoryHistory({ initialEntries: [address] }));
  return router.matchRoutes(router.latestLocation).at(-1)?.search;
}

describe("An address", () => {
  it.each([
    ["content", { archived: false, status: "all", unused: false, media: "all" }],
    ["publishing", { tab: "media", view: "list" }],
    ["dashboard", { tab: "posts", sort: "publish_at", order: "desc", limit: 100 }],
    ["config", { tab: "accounts", items: false, status: "all", unused: false, media: "all" }],
  ])("of %s that says nothing opens what is shown first", (path, search) => {
    expect(understood(`/dashboard/${path}`)).toEqual(search);
  });

  it("opens what it says", () => {
    const content = "group=2&category=7&archived=true&status=inactive&unused=true&media=video";
    expect(understood(`/dashboard/content?${content}&post-now=%22x-9%22&dialog=new-item`)).toEqual({
      group: 2,
      category: 7,
      archived: true,
      status: "inactive",
      unused: true,
      media: "video",
      "post-now": "x-9",
      dialog: "new-item",
    });
    expect(understood("/dashboard/publishing?tab=text&view=calendar&week=2026-02-28")).toEqual({
      tab: "text",
      view: "calendar",
      week: "2026-02-28",
    });
    expect(
      understood("/dashboard/dashboard?tab=categories&sort=likes&order=asc&limit=10000&post=3"),
    ).toEqual({ tab: "categories", sort: "likes", order: "asc", limit: 10_000, post: 3 });
    expect(understood("/dashboard/config?tab=mascot&items=true")).toMatchObject({
      tab: "mascot",
      items: true,
    });
    expect(understood("/login?error=unauthorized")).toEqual({ error: "unauthorized" });
  });

  it.each([
    ["a number where a tab is meant", "publishing?tab=3", { tab: "media" }],
    ["a tab of another screen", "publishing?tab=newsletter", { tab: "media" }],
    ["what every object has", "publishing?view=constructor", { view: "list" }],
    ["a day that no month has", "publishing?week=2026-02-29", { week: undefined }],
    ["a moment instead of a day", "publishing?week=2026-02-28T10:00", { week: undefined }],
    ["a text instead of yes or no", "content?unused=yes", { unused: false }],
    ["a list where one is meant", "content?status=[%22active%22]", { status: "all" }],
    ["an id that is none", "content?category={%22id%22:1}", { category: undefined }],
    ["half an id", "content?category=1.5", { category: undefined }],
    [`an id that goes on`, `content?category=${"x".repeat(201)}`, { category: undefined }],
    ["fewer posts than a list begins with", "dashboard?limit=10", { limit: 100 }],
    ["more posts than any list", "dashboard?limit=10001", { limit: 100 }],
    ["posts and a half", "dashboard?limit=150.5", { limit: 100 }],
    ["another error", "/login?error=x", { error: undefined }],
  ])("that says %s opens as without it", (_, address, search) => {
    const path = address.startsWith("/") ? address : `/dashboard/${address}`;
    const shown = understood(path) ?? {};
    for (const [name, value] of Object.entries(search)) {
      expect(shown[name as keyof typeof shown]).toBe(value);
    }
  });
});
