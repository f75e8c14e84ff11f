import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { categoriesApi } from "@/features/categories/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { createRedditPublisher } from "../../../server/adapters/live/reddit/publisher.ts";
import { createRedditApi } from "../../../server/adapters/live/reddit/tokens.ts";
import { contentItems, scheduledPosts } from "../../../server/db/schema.ts";
import { insertAccount } from "../../../server/features/accounts/accounts.ts";
import { planToday } from "../../../server/features/generation/plan-day.ts";
import { redditApp, refreshToken, refusedSubmit, startReddit } from "../../peers/reddit/peer.ts";
import { liveOf } from "../../peers/support/publishing.ts";
import { createWorld, type World } from "../world.ts";
import { livePortsOf } from "./live-ports.ts";

const subreddits = ["serbia", "skijanje", "planine"];
const submit = "POST /api/submit";
let reddit: Awaited<ReturnType<typeof startReddit>>;
let world: World;
let category: number;

beforeEach(async () => {
  const clock = { now: () => world.clock.now() };
  reddit = await startReddit(clock);
  for (const name of subreddits) reddit.subreddits.set(name, {});
  const { origin } = reddit;
  const addresses = { www: origin, api: origin, uploadHosts: ["127.0.0.1"] };
  const api = createRedditApi(liveOf(clock, origin), redditApp, addresses);
  world = await createWorld({ ports: { publisher: createRedditPublisher(api) } });
  const group = await world.addGroup();
  await insertAccount(world.database.db, world.ports.secrets, {
    ...{ group_id: group, platform_type: "reddit", platform_username: "zima_rs" },
    ...{ credentials: { refresh_token: refreshToken }, is_active: true },
  });
  category = await world.addCategory(group, { text_posts_per_day: 1 });
  await world.call(categoriesApi.change, {
    params: { id: category },
    body: { reddit_settings: { subreddits, flairs: [] } },
  });
});
afterEach(async () => {
  await world.close();
  await reddit.close();
});

/** Publishes a post of the category, as far as that goes. */
async function begin() {
  await world.database.db
    .insert(contentItems)
    .values({ category_id: category, text_content: "Jutro.", reddit_title: "Naslov" });
  await world.transaction((context) =>
    planToday({
      ...context,
      ports: { ...context.ports, clock: { now: () => new Date("2026-11-20T12:00:00Z") } },
    }),
  );
  await world.runJobs();
}

async function post() {
  const { db } = world.database;
  const of = eq(scheduledPosts.category_id, category);
  const [found] = await db.select().from(scheduledPosts).where(of);
  return found;
}

/** The post is out in each of its subreddits once. */
async function expectOutInEach() {
  expect(await post()).toMatchObject({
    ...{ status: "published", external_id: reddit.submissions[0]?.name, trace: null },
  });
  expect(reddit.submissions.map(({ form }) => form.sr)).toEqual(subreddits);
}

test.each(["before", "after"] as const)(
  "if the connection breaks %s a subreddit has it, the post is found, and the rest follows",
  async (cut) => {
    reddit.disturb(submit, { cut });
    await begin();
    expect(await post()).toMatchObject({ status: "unknown" });
    world.clock.advance(61_000);
    await world.runJobs();
    await world.runJobs();
    await expectOutInEach();
  },
);

test.each([
  ["the account must be connected again", refusedSubmit("USER_REQUIRED", "Please log in.", ""), 1],
  ["Reddit wants a pause five times", refusedSubmit("RATELIMIT", "Take a break.", "ratelimit"), 5],
])("a retry asks again who refused a post that failed because %s", async (_, answer, tries) => {
  reddit.disturb(submit, { answer: refusedSubmit("NO_LINKS", "no links here.", "sr") });
  for (let n = 0; n < tries; n += 1) reddit.disturb(submit, { answer });
  await begin();
  for (let n = 1; n < tries; n += 1) {
    world.clock.advance(20 * 60_000);
    await world.runJobs();
  }
  expect(await post()).toMatchObject({
    ...{ status: "failed", subreddit_results: [{ status: "refused" }, {}, {}] },
  });
  // The server's own tries do not ask it again.
  expect(reddit.calls.filter((call) => call === submit)).toHaveLength(1 + tries);

  const params = { id: (await post())?.id ?? 0 };
  await world.call(schedulerApi.retry, { params, query: { confirm_unknown: false } });
  world.clock.advance(20 * 60_000);
  await world.runJobs();
  await expectOutInEach();
});

test("a server connects accounts to Reddit with its own app, and only where LIVE names it", async () => {
  const keys = {
    ...{ REDDIT_CLIENT_ID: "id-1", REDDIT_CLIENT_SECRET: "secret", REDDIT_USERNAME: "zima_dev" },
  };
  const request = { state: "s", callback: "https://console.example.com/back" };
  const own = await livePortsOf(world, { ...keys, LIVE: "bluesky,reddit" });
  const url = new URL(own.reddit.authorizationUrl(request));
  const app = url.searchParams.get("client_id");
  expect([url.origin, app]).toEqual(["https://www.reddit.com", "id-1"]);
  const other = await livePortsOf(world, { ...keys, LIVE: "bluesky" });
  expect(() => other.reddit.authorizationUrl(request)).toThrow(
    "Connecting Reddit is switched off on this server: LIVE does not name reddit.",
  );
});
