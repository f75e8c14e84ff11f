import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PlatformType } from "@/entities/account/platforms";
import { platforms } from "@/entities/account/platforms";
import { textLength } from "@/entities/account/text-length";
import { sandboxPublisher } from "../../../server/adapters/sandbox/publisher.ts";
import { clipUrl } from "../../../server/adapters/sandbox/video.ts";
import { queueItems, scheduledPosts } from "../../../server/db/schema.ts";
import { firstAttempt } from "../../support/publisher.ts";
import { createWorld, type World } from "../world.ts";

const signal = new AbortController().signal;

const publish = (
  platform: PlatformType,
  post: { text?: string; title?: string; imageUrl?: string | null },
) => {
  const credentials = Object.fromEntries(
    platforms[platform].fields.map(({ name }) => [name, "good"]),
  );
  const content = {
    id: 1,
    text: "Zdravo",
    title: "Naslov",
    imageUrl: "/media/sandbox/a.svg",
    videoUrl: null,
    altText: null,
    isGenerated: false,
  };
  const account = { id: 1, platform, username: "zima", credentials, proxy: null };
  return sandboxPublisher.publish({ account, post: { ...content, ...post } }, firstAttempt, signal);
};

describe("a text's limit is the platform's", () => {
  test.each([
    ["čaj 👍", 8],
    ["Зима је стигла", 14],
    ["👩‍👩‍👧", 18],
    ["❤️ 1 ©", 10],
  ] as const)("for Threads '%s' has %i characters", (text, length) => {
    expect(textLength(text, "emoji as bytes")).toBe(length);
  });

  test.each([
    ["x_twitter", "š".repeat(280), "š".repeat(281), "not permitted to perform this action"],
    ["x_twitter", "日".repeat(140), "日".repeat(141), "not permitted to perform this action"],
    ["instagram", "👍".repeat(2200), "👍".repeat(2201), "2207010"],
    ["facebook_page", "a".repeat(63_206), "a".repeat(63_207), "63206"],
    ["linkedin_profile", "👍".repeat(3000), "👍".repeat(3001), "FIELD_LENGTH_TOO_LONG"],
    ["linkedin_organization", "a".repeat(3000), "a".repeat(3001), "FIELD_LENGTH_TOO_LONG"],
    ["threads", "š".repeat(500), "š".repeat(501), "text must be at most 500 characters"],
    ["bluesky", "š".repeat(300), "š".repeat(301), "grapheme too big (maximum 300, got 301)"],
    [
      "bluesky",
      "👨‍👩‍👧‍👦".repeat(120),
      "👨‍👩‍👧‍👦".repeat(121),
      "string too big (maximum 3000, got 3025)",
    ],
    ["bluesky", "स्त्री".repeat(166), "स्त्री".repeat(200), "string too big (maximum 3000, got 3600)"],
    ["reddit", "a".repeat(40_000), "a".repeat(40_001), "TOO_LONG"],
    ["tiktok", "👍".repeat(1100), `${"👍".repeat(1100)}!`, "2200"],
  ] as const)(
    "%s refuses one character more than its limit",
    async (platform, text, longer, words) => {
      expect(await publish(platform, { text })).toEqual({
        ok: true,
        externalId: expect.stringMatching(/^sandbox_\d+$/),
        url: "/sandbox/posts/1",
      });
      expect(await publish(platform, { text: longer })).toEqual({
        ok: false,
        error: expect.stringContaining(words),
      });
    },
  );
});

describe("a platform refuses", () => {
  test.each(["instagram", "tiktok"] as const)("%s: a post without an image", async (platform) => {
    expect(await publish(platform, { imageUrl: null })).toMatchObject({ ok: false });
  });

  test("reddit: a post without a title, or with one over 300", async () => {
    expect(await publish("reddit", { title: "" })).toMatchObject({
      error: expect.stringContaining("NO_TEXT"),
    });
    expect(await publish("reddit", { title: "š".repeat(300) })).toMatchObject({ ok: true });
    expect(await publish("reddit", { title: "š".repeat(301) })).toMatchObject({ ok: false });
  });

  test("credentials that are wrong or missing", async () => {
    const tried = (
      username: string,
      credentials: Record<string, string>,
      platform: PlatformType = "bluesky",
    ) => sandboxPublisher.test({ id: 1, platform, username, credentials, proxy: null }, signal);
    expect(await tried("zima", { identifier: "zima", password: "good" })).toEqual({ ok: true });
    const refused = {
      ok: false,
      error: "AuthenticationRequired: Invalid identifier or password",
      why: "credentials",
    };
    expect(await tried("zima", { identifier: "zima", password: "so-WRONG" })).toEqual(refused);
    expect(await tried("wrong.one", { identifier: "zima", password: "good" })).toEqual(refused);
    expect(await tried("zima", { identifier: "zima" })).toEqual(refused);
    expect(await tried("x", { bearer_token: "good" }, "x_twitter")).toEqual({ ok: true });
  });
});

describe("the sandbox's pages", () => {
  let world: World;
  let id: number;
  beforeAll(async () => {
    world = await createWorld();
    const group_id = await world.addGroup();
    const category_id = await world.addCategory(group_id);
    const text_content = `<img src=x onerror=alert(1)> & "navodnici"\nČaj`;
    const [item] = await world.database.db
      .insert(queueItems)
      .values({ category_id, status: "approved", text_content, image_url: '/x"onload="alert(1)' })
      .returning();
    const now = new Date("2026-11-21T09:30:00Z");
    const [post] = await world.database.db
      .insert(scheduledPosts)
      .values({
        queue_item_id: item?.id ?? 0,
        group_id,
        category_id,
        platform_type: "bluesky",
        platform_username: "<b>zima</b>",
        status: "published",
        publish_at: now,
        published_at: now,
      })
      .returning();
    id = post?.id ?? 0;
  });
  afterAll(() => world.close());

  test("show a post with everything escaped, under a strict policy", async () => {
    const response = await world.fetch(`/sandbox/posts/${id}`);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain("&lt;img src=x onerror=alert(1)&gt; &amp; &quot;navodnici&quot;\nČaj");
    expect(page).toContain('src="/x&quot;onload=&quot;alert(1)"');
    expect(page).toContain("&lt;b&gt;zima&lt;/b&gt;");
    expect(page).toContain("2026-11-21 09:30 UTC");
    expect(page).toContain("Bluesky");
    const policy = response.headers.get("Content-Security-Policy");
    expect(policy).toContain("default-src 'none'; style-src 'self'");
    expect(policy).not.toContain("script-src");
    const style = await world.fetch("/sandbox/style.css");
    expect(style.headers.get("Content-Type")).toContain("text/css");
  });

  test("are a 404 for a post that is not published", async () => {
    await world.database.db.update(scheduledPosts).set({ status: "failed" });
    for (const wrong of [String(id), "999", "abc", "%00"]) {
      const response = await world.fetch(`/sandbox/posts/${wrong}`);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("There is no such post.");
    }
  });

  test("play the one video", async () => {
    const response = await world.fetch(clipUrl);
    expect(response.headers.get("Content-Type")).toBe("video/mp4");
    expect(Buffer.from(await response.arrayBuffer()).toString("latin1", 4, 8)).toBe("ftyp");
  });

  test("render the same image for the same URL, for ever", async () => {
    const [one, again, other] = await Promise.all(
      ["abc", "abc", "abd"].map(async (seed) =>
        (await world.fetch(`/media/sandbox/${seed}.svg`)).text(),
      ),
    );
    expect(one).toMatch(/^<svg /);
    expect(again).toBe(one);
    expect(other).not.toBe(one);
    const { headers } = await world.fetch("/media/sandbox/abc.svg");
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      // Mails show it on other origins.
      "cross-origin-resource-policy": "cross-origin",
      "content-security-policy": expect.stringContaining("sandbox"),
    });
    for (const wrong of ["abc.png", "ABC.svg", `${"a".repeat(41)}.svg`]) {
      expect((await world.fetch(`/media/sandbox/${wrong}`)).status).toBe(404);
    }
  });
});
