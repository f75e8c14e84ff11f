import { eq, gt } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { accounts, metricsSnapshots, scheduledPosts } from "../../../../server/db/schema.ts";
import type { MetricsSource } from "../../../../server/ports/metrics-source.ts";
import { createWorld, type World } from "../../world.ts";

const figures = { impressions: 900, video_views: null, likes: 41, comments: 3, shares: 0 };
const read = vi.fn<MetricsSource["read"]>();
let world: World;
beforeAll(async () => {
  world = await createWorld({ ports: { metrics: { read } } });
});
beforeEach(() => {
  read
    .mockReset()
    .mockImplementation(async (_, posts) => new Map(posts.map(({ id }) => [id, figures])));
});
afterAll(() => world.close());

/** Returns the posts of each call of the source. */
const measuredIds = () => read.mock.calls.map(([, posts]) => posts.map(({ id }) => id));

const rowOf = async (id: number) =>
  (await world.database.db.select().from(accounts).where(eq(accounts.id, id)))[0];
const at = (id: number) => ({ params: { id } });
const of = (accountId: number) => ({ params: { accountId } });

/** Publishes posts on a new account and returns its id. */
async function published(count: number): Promise<number> {
  const group = await world.addGroup(`Grupa ${crypto.randomUUID()}`);
  const account = await world.addAccount(group);
  const category = await world.addCategory(group);
  for (const id of await world.generate(category, count)) await world.approve(id);
  for (let n = 0; n < count; n++) {
    world.clock.advance(31 * 60_000);
    await world.runJobs();
  }
  return account;
}
const postsOf = (account: number) =>
  world.database.db
    .select()
    .from(scheduledPosts)
    .where(eq(scheduledPosts.account_id, account))
    .orderBy(scheduledPosts.id);
const snapshots = () => world.database.db.$count(metricsSnapshots);

test("clearing the credentials removes them and keeps the account and its posts", async () => {
  const account = await published(1);
  const before = await rowOf(account);
  expect(before).toMatchObject({ is_active: true, credentials: expect.any(String) });
  const posts = await postsOf(account);
  expect(await world.call(accountsApi.clearCredentials, at(account))).toEqual({
    id: account,
    platform_type: "bluesky",
    platform_username: "zimska.bsky.social",
    is_active: false,
    last_known_error: null,
    health: "incomplete",
    owner: null,
    expires_at: null,
    api_ends_at: null,
    credentials_changed_at: expect.any(String),
  });
  expect(await rowOf(account)).toEqual({
    ...before,
    is_active: false,
    credentials: null,
    credentials_changed_at: expect.any(Date),
    last_test: null,
  });
  expect(await postsOf(account)).toEqual(posts);
});

test("a backfill measures every published post once more and loses no planned measurement", async () => {
  const account = await published(2);
  await published(1);
  const before = await postsOf(account);
  expect(before.map(({ status }) => status)).toEqual(["published", "published"]);
  const measured = await snapshots();
  read.mockClear();

  const answer = { message: "Measuring 2 published posts." };
  expect(await world.call(accountsApi.backfillPerformance, of(account))).toEqual(answer);
  await world.runJobs();
  // One call for the account, with the newest post first.
  expect(measuredIds()).toEqual([before.map(({ id }) => id).reverse()]);
  expect(await snapshots()).toBe(measured + 2);
  const after = await postsOf(account);
  expect(after.map((post) => post.impressions)).toEqual([900, 900]);
  expect(after.map((post) => post.measurements)).toEqual(before.map((post) => post.measurements));

  // Two backfills at once measure each post once, and the next planned measurement still runs.
  await world.call(accountsApi.backfillPerformance, of(account));
  await world.call(accountsApi.backfillPerformance, of(account));
  await world.runJobs();
  expect(await snapshots()).toBe(measured + 4);
  read.mockClear();
  world.clock.advance(24 * 60 * 60_000);
  await world.runJobs();
  expect(new Set(measuredIds().flat())).toEqual(new Set((await world.posts()).map(({ id }) => id)));
});

test("a backfill of thousands of posts is one job, which measures them in batches", async () => {
  const account = await published(1);
  const [one] = await postsOf(account);
  if (!one) throw new Error("There is no post.");
  const { id: _, ...post } = one;
  await world.database.db.insert(scheduledPosts).values(Array.from({ length: 120 }, () => post));
  await world.database.query("delete from pgboss.job");
  expect(await world.call(accountsApi.backfillPerformance, of(account))).toEqual({
    message: "Measuring 121 published posts.",
  });
  const { rows } = await world.database.query(
    "select policy, state, retry_limit, retry_delay, retry_backoff from pgboss.job where name = 'measure'",
  );
  expect(rows).toEqual([
    { policy: "short", state: "created", retry_limit: 3, retry_delay: 5, retry_backoff: true },
  ]);
  read.mockClear();
  await world.runJobs();
  expect(measuredIds().map((ids) => ids.length)).toEqual([50, 50, 21]);
  expect(new Set(measuredIds().flat()).size).toBe(121);
  await world.database.query("delete from pgboss.job");
  await world.database.db.delete(scheduledPosts).where(gt(scheduledPosts.id, one.id));
});

test("the test fetch reads the newest post and stores nothing", async () => {
  const account = await published(2);
  const posts = await postsOf(account);
  const newest = posts.toSorted(
    (one, other) => Number(other.published_at) - Number(one.published_at),
  )[0];
  const measured = await snapshots();
  read.mockClear();
  expect(await world.call(accountsApi.testPerformanceFetch, of(account))).toEqual({
    success: true,
    message: `Post ${newest?.id}: 900 impressions, 41 likes, 3 comments, 0 shares.`,
    error: null,
  });
  expect(measuredIds()).toEqual([[newest?.id]]);
  expect(await snapshots()).toBe(measured);

  read.mockRejectedValueOnce(new Error("GET /insights?access_token=abcd-efgh"));
  expect(await world.call(accountsApi.testPerformanceFetch, of(account))).toEqual({
    success: false,
    message: null,
    error: `Bluesky did not return the figures of post ${newest?.id}. Try again later.`,
  });
});

test("an account without posts has nothing to measure, and says so", async () => {
  const account = await world.addAccount(await world.addGroup(`Grupa ${crypto.randomUUID()}`));
  expect(await world.call(accountsApi.backfillPerformance, of(account))).toEqual({
    message: "Measuring 0 published posts.",
  });
  expect(await world.call(accountsApi.testPerformanceFetch, of(account))).toEqual({
    success: false,
    message: null,
    error: "This account has no published post to measure yet.",
  });
  expect(read).not.toHaveBeenCalled();
});

test("a missing account is a 404", async () => {
  const missing = { status: 404, detail: "No such account." };
  expect(await world.refusal(accountsApi.backfillPerformance, of(999))).toEqual(missing);
  expect(await world.refusal(accountsApi.testPerformanceFetch, of(999))).toEqual(missing);
});
