import { eq, gt } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { platforms, platformTypes } from "@/entities/account/platforms";
import { accountsApi } from "@/features/accounts/contract";
import { accounts, metricsSnapshots, scheduledPosts } from "../../../../server/db/schema.ts";
import { platformAccount } from "../../../../server/features/accounts/platform-account.ts";
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

/** The posts of each call of the source. */
const measuredIds = () => read.mock.calls.map(([, posts]) => posts.map(({ id }) => id));

type Platform = keyof typeof platforms;
const filled = (platform: Platform) =>
  Object.fromEntries(platforms[platform].fields.map(({ name }) => [name, `good-${name}`]));

/** Inserts an account of the platform as it is after a failure: inactive, with an error. */
async function troubled(platform_type: Platform): Promise<number> {
  const [row] = await world.database.db
    .insert(accounts)
    .values({
      group_id: await world.addGroup(`Grupa ${crypto.randomUUID()}`),
      platform_type,
      platform_username: "zima",
      is_active: false,
      last_known_error: "Expired.",
    })
    .returning();
  return row?.id ?? 0;
}

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

describe.each(platformTypes.filter((type) => platforms[type].connects === "credentials"))(
  "new credentials of %s",
  (platform) => {
    const { fields, fieldsRequired, label } = platforms[platform];
    const set = (id: number, credentials: Record<string, string>) =>
      world.call(accountsApi.setCredentials, { ...at(id), body: { credentials } });
    const refusalOf = (id: number, credentials: Record<string, string>) =>
      world.refusal(accountsApi.setCredentials, { ...at(id), body: { credentials } });
    const issue = (name: string, msg: string) => ({
      loc: ["body", "credentials", name],
      msg,
      type: "value_error",
    });

    test("make the account active, are sealed and never returned", async () => {
      const id = await troubled(platform);
      const answer = await set(id, filled(platform));
      expect(answer).toEqual({
        id,
        platform_type: platform,
        platform_username: "zima",
        is_active: true,
        last_known_error: null,
        health: "untested",
        owner: null,
        expires_at: null,
        api_ends_at: null,
        credentials_changed_at: expect.any(String),
      });
      const row = await rowOf(id);
      expect(JSON.stringify(row)).not.toContain("good-");
      if (!row) throw new Error("The account was not kept.");
      const known = await platformAccount(world.database.db, world.ports.secrets, row);
      expect(known.credentials).toEqual(filled(platform));
    });

    test("are required only if the platform needs them", async () => {
      const id = await troubled(platform);
      const before = await rowOf(id);
      if (fieldsRequired) {
        const detail = fields.map(({ name, label }) => issue(name, `${label} is required.`));
        expect(await refusalOf(id, {})).toEqual({ status: 422, detail });
        expect(await rowOf(id)).toEqual(before);
      } else {
        expect(await set(id, {})).toMatchObject({ is_active: true, last_known_error: null });
      }
    });

    test("with an unknown name are refused", async () => {
      const id = await troubled(platform);
      expect(await refusalOf(id, { ...filled(platform), api_key: "hush" })).toEqual({
        status: 422,
        detail: [issue("api_key", `${label} has no such credential.`)],
      });
      expect(await rowOf(id)).toMatchObject({ is_active: false, credentials: null });
    });

    test("do not give the account a session to prime", async () => {
      const id = await troubled(platform);
      expect(await world.refusal(accountsApi.primeSession, at(id))).toEqual({
        status: 409,
        detail: `A ${label} account has no session to prime.`,
      });
    });
  },
);

test("credentials are an object, and the body has nothing else", async () => {
  const id = await troubled("bluesky");
  const put = async (json: unknown) => {
    const path = `publishing/accounts/${id}/credentials`;
    const answer = await world.request(path, { method: "PUT", json });
    return [answer.status, ((await answer.json()) as { detail: unknown }).detail];
  };
  const loc = (...names: string[]) => [expect.objectContaining({ loc: ["body", ...names] })];
  expect(await put({ credentials: filled("bluesky"), is_active: false })).toEqual([
    422,
    [
      {
        loc: ["body", "is_active"],
        msg: "Extra inputs are not permitted",
        type: "extra_forbidden",
      },
    ],
  ]);
  expect(await put({})).toEqual([422, loc("credentials")]);
  expect(await put({ credentials: { identifier: 1 } })).toEqual([
    422,
    loc("credentials", "identifier"),
  ]);
});

test.each([
  ["reddit", "A Reddit account has no credentials to type: connect it on Reddit again."],
  ["tiktok", "A TikTok account has no credentials to type: prime its session."],
] as const)("%s takes no credentials", async (platform, detail) => {
  const request = { ...at(await troubled(platform)), body: { credentials: {} } };
  expect(await world.refusal(accountsApi.setCredentials, request)).toEqual({ status: 409, detail });
});

test("a primed TikTok account is active; a Reddit account has no session", async () => {
  const id = await troubled("tiktok");
  expect(await world.call(accountsApi.primeSession, at(id))).toEqual({
    message: "The session is primed: the account can publish.",
  });
  expect(await rowOf(id)).toMatchObject({ is_active: true, last_known_error: null });
  const reddit = await troubled("reddit");
  expect(await world.refusal(accountsApi.primeSession, at(reddit))).toEqual({
    status: 409,
    detail: "A Reddit account has no session to prime.",
  });
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

test("a backfill of an account without posts says so", async () => {
  expect(await world.call(accountsApi.backfillPerformance, of(await troubled("threads")))).toEqual({
    message: "Measuring 0 published posts.",
  });
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

test("the test fetch of an account without posts says why it cannot", async () => {
  const account = await troubled("threads");
  expect(await world.call(accountsApi.testPerformanceFetch, of(account))).toEqual({
    success: false,
    message: null,
    error: "This account has no published post to measure yet.",
  });
  expect(read).not.toHaveBeenCalled();
});

test("a missing account is a 404", async () => {
  const missing = { status: 404, detail: "No such account." };
  const body = { credentials: {} };
  expect(await world.refusal(accountsApi.clearCredentials, at(999))).toEqual(missing);
  expect(await world.refusal(accountsApi.setCredentials, { ...at(999), body })).toEqual(missing);
  expect(await world.refusal(accountsApi.primeSession, at(999))).toEqual(missing);
  expect(await world.refusal(accountsApi.backfillPerformance, of(999))).toEqual(missing);
  expect(await world.refusal(accountsApi.testPerformanceFetch, of(999))).toEqual(missing);
});
