import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { z } from "zod";
import { categoriesApi } from "@/features/categories/contract";
import type { redditSettingsSchema } from "@/features/categories/schema";
import { performanceApi } from "@/features/performance/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { sandboxPublisher } from "../../../../server/adapters/sandbox/publisher.ts";
import { sandboxReddit } from "../../../../server/adapters/sandbox/reddit.ts";
import { subredditOf } from "../../../../server/adapters/sandbox/subreddits.ts";
import {
  accounts,
  contentItems,
  queueItems,
  scheduledPosts,
} from "../../../../server/db/schema.ts";
import { insertAccount } from "../../../../server/features/accounts/accounts.ts";
import { planToday } from "../../../../server/features/generation/plan-day.ts";
import type { Reddit } from "../../../../server/ports/reddit.ts";
import { capturedLog } from "../../../support/captured-log.ts";
import { createWorld, type World } from "../../world.ts";

const elsewhere = "https://console.example.com";
const { log } = capturedLog();
const connect = vi.fn<Reddit["connect"]>();
const flairs = vi.fn<Reddit["flairs"]>();
const publish = vi.fn(sandboxPublisher.publish);

let world: World;
let group: number;
beforeAll(async () => {
  world = await createWorld({
    environment: { PUBLIC_ORIGINS: elsewhere },
    log,
    ports: {
      reddit: { ...sandboxReddit, connect, flairs },
      publisher: { ...sandboxPublisher, publish },
    },
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  connect.mockReset().mockImplementation(sandboxReddit.connect);
  flairs.mockReset().mockImplementation(sandboxReddit.flairs);
  publish.mockClear();
  group = await world.addGroup(`Grupa ${crypto.randomUUID()}`);
});

async function addRedditAccount(username = "pk_vrsac", is_active = true) {
  const added = await insertAccount(world.database.db, world.ports.secrets, {
    group_id: group,
    platform_type: "reddit",
    platform_username: username,
    credentials: { refresh_token: "good" },
    is_active,
  });
  return added?.id ?? 0;
}

describe("the flairs of a subreddit", () => {
  const ask = (subreddit: string, group_id = group) => ({
    params: { subreddit },
    query: { group_id },
  });

  test("are those that Reddit shows to the group's account", async () => {
    await addRedditAccount("asleep", false);
    await addRedditAccount();
    const answer = await world.call(categoriesApi.redditFlairs, ask("hiking"));
    expect(answer.flairs).toContainEqual({
      id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
      text: "Announcement",
      mod_only: true,
    });
    expect(answer.flairs.some(({ mod_only }) => !mod_only)).toBe(true);
    expect(await world.call(categoriesApi.redditFlairs, ask("r/Hiking"))).toEqual(answer);
    expect(flairs.mock.calls.map(([account, name]) => [account.username, name])).toEqual([
      ["pk_vrsac", "hiking"],
      ["pk_vrsac", "Hiking"],
    ]);
  });

  test("may be none", async () => {
    await addRedditAccount();
    expect(await world.call(categoriesApi.redditFlairs, ask("espresso"))).toEqual({ flairs: [] });
  });

  test("need a connected account", async () => {
    const refused = { status: 409, detail: "This group has no connected Reddit account." };
    expect(await world.refusal(categoriesApi.redditFlairs, ask("hiking"))).toEqual(refused);
    await addRedditAccount("asleep", false);
    expect(await world.refusal(categoriesApi.redditFlairs, ask("hiking"))).toEqual(refused);
    expect(await world.refusal(categoriesApi.redditFlairs, ask("hiking", 999_999))).toEqual({
      status: 404,
      detail: "No such group.",
    });
  });

  test("are refused with Reddit's message", async () => {
    await addRedditAccount();
    expect(await world.refusal(categoriesApi.redditFlairs, ask("private_club"))).toEqual({
      status: 400,
      detail: "SUBREDDIT_NOTALLOWED: You aren't allowed to post there. (sr)",
    });
    expect(await world.refusal(categoriesApi.redditFlairs, ask("wrong_one"))).toEqual({
      status: 400,
      detail: expect.stringContaining("SUBREDDIT_NOEXIST"),
    });
  });

  test("are not requested for an invalid name", async () => {
    await addRedditAccount();
    const { status, detail } = await world.refusal(categoriesApi.redditFlairs, ask("a b"));
    expect([status, detail]).toEqual([
      422,
      [expect.objectContaining({ loc: ["path", "subreddit"] })],
    ]);
    expect(flairs).not.toHaveBeenCalled();
  });

  test("can be requested again when Reddit does not answer", async () => {
    await addRedditAccount();
    flairs.mockRejectedValue(new Error("socket hang up, Authorization: Bearer secret"));
    expect(await world.refusal(categoriesApi.redditFlairs, ask("hiking"))).toEqual({
      status: 503,
      detail: "Reddit did not answer. Try again.",
    });
  });

  test("are refused if the stored connection cannot be read", async () => {
    const id = await addRedditAccount();
    await world.database.db
      .update(accounts)
      .set({ credentials: "sealed with another key" })
      .where(eq(accounts.id, id));
    expect(await world.refusal(categoriesApi.redditFlairs, ask("hiking"))).toEqual({
      status: 409,
      detail: "The stored connection of pk_vrsac cannot be read: connect it on Reddit again.",
    });
  });
});

describe("a post on Reddit", () => {
  /** Publishes one post in the given subreddits. @returns the post */
  async function postIn(
    reddit_settings: z.input<typeof redditSettingsSchema>,
    content: Partial<typeof contentItems.$inferInsert> = {},
  ) {
    await addRedditAccount();
    const category_id = await world.addCategory(group, { text_posts_per_day: 1 });
    await world.call(categoriesApi.change, {
      params: { id: category_id },
      body: { reddit_settings },
    });
    await world.database.db
      .insert(contentItems)
      .values({ category_id, text_content: "Jutro.", reddit_title: "Naslov", ...content });
    await world.transaction((context) =>
      planToday({
        ...context,
        // At noon, whatever the time is.
        ports: { ...context.ports, clock: { now: () => new Date("2026-11-20T12:00:00Z") } },
      }),
    );
    await world.runJobs();
    const [post] = await world.database.db
      .select()
      .from(scheduledPosts)
      .where(eq(scheduledPosts.category_id, category_id));
    return post;
  }

  test("goes to the category's subreddits with their flairs, title and body", async () => {
    const flair = { subreddit: "outdoors", id: "flair-1", text: "Guide" };
    const post = await postIn(
      { subreddits: ["serbia", "outdoors"], flairs: [flair] },
      { reddit_body: "Duži tekst." },
    );
    expect(post).toMatchObject({ status: "published" });
    expect(publish.mock.calls[0]?.[0].post).toMatchObject({
      title: "Naslov",
      text: "Jutro.",
      reddit: {
        body: "Duži tekst.",
        subreddits: [
          { name: "serbia", flairId: null },
          { name: "outdoors", flairId: "flair-1" },
        ],
        flairIds: [],
      },
    });
    const page = await (await world.fetch(`/sandbox/posts/${post?.id}`)).text();
    expect(page).toContain("Duži tekst.");
  });

  test("has the flair that its subreddit offers, out of those without a known subreddit", async () => {
    const [offered] = subredditOf("outdoors").flairs;
    const flairs = ["no-flair-of-theirs", offered?.id ?? ""];
    const post = await postIn({ subreddits: ["serbia", "outdoors"], flairs });
    expect(post).toMatchObject({ status: "published" });
    expect(publish.mock.calls[0]?.[0].post.reddit).toMatchObject({ flairIds: flairs });
  });

  test.each([
    ["there is none", []],
    ["none of those given is its own", ["no-flair-of-theirs"]],
  ])("is refused if a flair is required and %s", async (_, flairs) => {
    expect(subredditOf("outdoors").flairRequired).toBe(true);
    const post = await postIn({ subreddits: ["serbia", "outdoors"], flairs });
    expect(post).toMatchObject({
      status: "failed",
      error: "r/outdoors: SUBMIT_VALIDATION_FLAIR_REQUIRED: Your post must contain post flair.",
    });
  });

  const strict = "SUBMIT_VALIDATION_TITLE_REQUIRED: Your title needs a tag. (title)";
  const refusedBy = (name: string, error: string) => ({
    ...{ name, status: "refused", url: null, error },
  });

  test("has a result of each subreddit, at the post and at its figures", async () => {
    const post = await postIn({ subreddits: ["serbia", "strict_one"], flairs: [] });
    const params = { id: post?.id ?? 0 };
    const url = `/sandbox/posts/${post?.id}`;
    const subreddit_results = [
      { name: "serbia", status: "published", url, error: null },
      refusedBy("strict_one", strict),
    ];
    expect(await world.call(schedulerApi.detail, { params })).toMatchObject({
      status: "published",
      published_post_url: url,
      subreddit_results,
    });
    expect((await world.call(performanceApi.detail, { params })).performance).toMatchObject({
      subreddit_results,
    });
  });

  test("that none of its subreddits takes has the words of each; a retry replaces them", async () => {
    const post = await postIn({ subreddits: ["strict_one", "strict_two"], flairs: [] });
    const params = { id: post?.id ?? 0 };
    expect(await world.call(schedulerApi.detail, { params })).toMatchObject({
      status: "failed",
      social_account: { last_known_error: `r/strict_one: ${strict} r/strict_two: ${strict}` },
      subreddit_results: [refusedBy("strict_one", strict), refusedBy("strict_two", strict)],
    });
    await world.call(categoriesApi.change, {
      params: { id: post?.category_id ?? 0 },
      body: { reddit_settings: { subreddits: ["strict_one", "serbia"], flairs: [] } },
    });
    await world.call(schedulerApi.retry, { params, query: { confirm_unknown: false } });
    await world.runJobs();
    expect(await world.call(schedulerApi.detail, { params })).toMatchObject({
      status: "published",
      subreddit_results: [refusedBy("strict_one", strict), { name: "serbia", status: "published" }],
    });
  });

  test.each([
    ["goes out in the only one that is left", ["serbia"], { status: "published" }],
    ["is refused by the only one that is left", ["private_a"], { status: "failed" }],
    ["has no title any more", ["serbia", "outdoors"], { status: "failed" }],
  ])("that is retried and %s keeps no result of before", async (_, left, wanted) => {
    const post = await postIn({ subreddits: ["private_a", "serbia"], flairs: [] });
    const params = { id: post?.id ?? 0 };
    expect(await world.call(schedulerApi.detail, { params })).toMatchObject({
      status: "failed",
      subreddit_results: [{ name: "private_a" }, { name: "serbia", status: "not_sent" }],
    });
    await world.call(categoriesApi.change, {
      params: { id: post?.category_id ?? 0 },
      body: { reddit_settings: { subreddits: left, flairs: [] } },
    });
    if (left.length > 1) {
      await world.database.db
        .update(queueItems)
        .set({ title: "", reddit_title: null })
        .where(eq(queueItems.id, post?.queue_item_id ?? 0));
    }
    await world.call(schedulerApi.retry, { params, query: { confirm_unknown: false } });
    await world.runJobs();
    const shown = await world.call(schedulerApi.detail, { params });
    expect(shown).toMatchObject(wanted);
    expect(shown).not.toHaveProperty("subreddit_results");
  });

  test("for one subreddit has no list of results", async () => {
    const post = await postIn({ subreddits: ["serbia"], flairs: [] });
    const params = { id: post?.id ?? 0 };
    const shown = await world.call(schedulerApi.detail, { params });
    expect(shown).not.toHaveProperty("subreddit_results");
  });

  test.each([
    ["private_club", "SUBREDDIT_NOTALLOWED"],
    ["wrong_one", "SUBREDDIT_NOEXIST"],
  ])("is refused in %s", async (name, words) => {
    expect(await postIn({ subreddits: [name], flairs: [] })).toMatchObject({
      status: "failed",
      error: expect.stringContaining(words),
    });
  });
});

test("of the sandbox's subreddits most have flairs, and a minority requires one", () => {
  const all = Array.from({ length: 500 }, (_, n) => subredditOf(`sub${n}`));
  const share = (is: (one: (typeof all)[number]) => boolean) => all.filter(is).length / all.length;
  expect(share(({ flairs }) => flairs.length === 0)).toBeGreaterThan(0.1);
  expect(share(({ flairs }) => flairs.length === 0)).toBeLessThan(0.3);
  expect(share(({ flairRequired }) => flairRequired)).toBeGreaterThan(0.1);
  expect(share(({ flairRequired }) => flairRequired)).toBeLessThan(0.3);
  // A subreddit that requires a flair offers one.
  const stuck = ({ flairs, flairRequired }: (typeof all)[number]) =>
    flairRequired && flairs.every(({ modOnly }) => modOnly);
  expect(share(stuck)).toBe(0);
});
