import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { sandboxPublisher } from "../../../../server/adapters/sandbox/publisher.ts";
import { accounts, contentItems, scheduledPosts } from "../../../../server/db/schema.ts";
import { sealCredentials } from "../../../../server/features/accounts/platform-account.ts";
import { enqueueDue } from "../../../../server/features/scheduler/due.ts";
import { recoverInterrupted } from "../../../../server/features/scheduler/lost-posts.ts";
import type { Publisher } from "../../../../server/ports/publisher.ts";
import { committed } from "../../../support/publisher.ts";
import { createWorld, type World } from "../../world.ts";

const publish = vi.fn<Publisher["publish"]>();
let world: World;
let group: number;

beforeEach(async () => {
  publish.mockReset().mockImplementation(sandboxPublisher.publish);
  world = await createWorld({ ports: { publisher: { ...sandboxPublisher, publish } } });
  group = await world.addGroup();
});
afterEach(() => world.close());

/** Generates and approves a post, and advances the clock until it is due. @returns its account */
async function publishOne(username?: string) {
  const account = await world.addAccount(group, username);
  const [id = 0] = await world.generate(await world.addCategory(group));
  await world.approve(id);
  world.clock.advance(61_000);
  return account;
}

const onlyPost = async () => {
  const [post] = await world.posts();
  if (!post) throw new Error("There is no post.");
  return post;
};

const scheduler = () => world.call(schedulerApi.status, {});

test("a published post has its URL, and its content counts as used", async () => {
  await publishOne();
  await world.runJobs();
  const post = await onlyPost();
  expect(post).toMatchObject({
    status: "published",
    error: null,
    published_post_url: `/sandbox/posts/${post.id}`,
  });
  const [content] = await world.database.db.select().from(contentItems);
  expect(content?.last_used_at).toEqual(post.published_at);
  expect(publish).toHaveBeenCalledTimes(1);
});

test("a refused post fails with the platform's message, which the account shows until it works", async () => {
  const account = await publishOne("wrong.bsky.social");
  await world.runJobs();
  const error = "AuthenticationRequired: Invalid identifier or password";
  expect(await onlyPost()).toMatchObject({ status: "failed", error });
  expect((await world.accounts(group))[0]).toMatchObject({ last_known_error: error });
  expect((await scheduler()).failed_posts).toHaveLength(1);

  await world.database.db
    .update(accounts)
    .set({
      platform_username: "right",
      credentials: sealCredentials(world.ports.secrets, account, {
        identifier: "a",
        password: "b",
      }),
    })
    .where(eq(accounts.id, account));
  const { id } = await onlyPost();
  await world.call(schedulerApi.retry, { params: { id } });
  expect(await onlyPost()).toMatchObject({ status: "scheduled", retry_count: 1, error: null });
  await world.runJobs();
  expect(await onlyPost()).toMatchObject({ status: "published", retry_count: 1 });
  expect((await world.accounts(group))[0]).toMatchObject({ last_known_error: null });
});

test("a post for an account without any keys fails, and says why", async () => {
  await world.call(accountsApi.add, {
    params: { id: group },
    body: {
      platform_type: "x_twitter",
      platform_username: "keyless",
      credentials: { bearer_token: "good" },
    },
  });
  const [id = 0] = await world.generate(await world.addCategory(group));
  await world.approve(id);
  await world.database.db.update(accounts).set({ credentials: null });
  world.clock.advance(61_000);
  await world.runJobs();
  expect(await onlyPost()).toMatchObject({
    status: "failed",
    error: "No keys have been entered for this account.",
  });
});

test("only a failed post can be retried", async () => {
  await publishOne();
  const { id } = await onlyPost();
  const retry = () => world.refusal(schedulerApi.retry, { params: { id } });
  expect(await retry()).toEqual({ status: 409, detail: "This post is already scheduled." });
  await world.runJobs();
  expect(await retry()).toEqual({ status: 409, detail: "This post is already published." });
  expect(await world.refusal(schedulerApi.retry, { params: { id: 999 } })).toEqual({
    status: 404,
    detail: "No such post.",
  });
});

test("a process that stops while it publishes leaves the post unknown, and it never goes out again", async () => {
  await publishOne();
  // The platform gets it, and then the process dies before it can record anything.
  const { id } = await onlyPost();
  await world.database.db.update(scheduledPosts).set({ status: "publishing" });
  expect(await world.transaction(recoverInterrupted)).toBe(1);
  await world.runJobs();
  expect(await onlyPost()).toMatchObject({ status: "unknown" });
  expect(publish).not.toHaveBeenCalled();
  const { failed_posts } = await scheduler();
  expect(failed_posts[0]?.social_account?.last_known_error).toMatch(/may already be live/);
  expect(await world.refusal(schedulerApi.retry, { params: { id } })).toEqual({
    status: 409,
    detail: "This post may already be live: check the profile.",
  });
});

test("a call that ends without an answer leaves the post unknown, without the error's message", async () => {
  publish.mockImplementation(
    committed(async () => {
      throw new Error("socket hang up, Authorization: Bearer secret");
    }),
  );
  await publishOne();
  await world.runJobs();
  await world.runJobs();
  expect(await onlyPost()).toMatchObject({
    status: "unknown",
    error: expect.not.stringContaining("secret"),
  });
  expect(publish).toHaveBeenCalledTimes(1);
});

test("a post that another process took for lost is published all the same", async () => {
  await publishOne();
  publish.mockImplementation(
    committed(async () => {
      await world.transaction(recoverInterrupted);
      return { ok: true, externalId: "1", url: "/sandbox/posts/1" };
    }),
  );
  await world.runJobs();
  expect(await onlyPost()).toMatchObject({ status: "published", error: null });
  expect(publish).toHaveBeenCalledTimes(1);
});

test("a post that another process has taken over is not sent by the one that was slow", async () => {
  await publishOne();
  const sent: string[] = [];
  publish.mockImplementation(async (_, attempt) => {
    const isFirst = publish.mock.calls.length === 1;
    if (isFirst) await world.transaction(recoverInterrupted);
    await attempt.committing({});
    sent.push(isFirst ? "the slow one" : "the other");
    return { ok: true, externalId: "1", url: "/sandbox/posts/1" };
  });
  await world.runJobs();
  expect(sent).toEqual(["the other"]);
  expect(await onlyPost()).toMatchObject({ status: "published" });
});

test("no transaction is open while the platform is called", async () => {
  publish.mockImplementation(async (...asked) => {
    // The outer handle refuses this inside a transaction.
    await world.database.db.select().from(accounts);
    return sandboxPublisher.publish(...asked);
  });
  await publishOne();
  await world.runJobs();
  expect(await onlyPost()).toMatchObject({ status: "published" });
});

test("a due post whose job was lost gets a new job", async () => {
  await publishOne();
  await world.database.query("delete from pgboss.job");
  expect(await world.runJobs()).toBe(0);
  expect(await world.transaction(enqueueDue)).toBe(1);
  await world.runJobs();
  expect(await onlyPost()).toMatchObject({ status: "published" });
});

test("an account that was switched off or has unreadable credentials is not used", async () => {
  const account = await publishOne();
  const set = (values: Partial<typeof accounts.$inferInsert>) =>
    world.database.db.update(accounts).set(values).where(eq(accounts.id, account));
  await set({ is_active: false });
  await world.runJobs();
  const post = await onlyPost();
  expect(post).toMatchObject({ status: "failed", error: "The account is not active." });
  await set({ is_active: true, credentials: "sealed with another key" });
  await world.call(schedulerApi.retry, { params: { id: post.id } });
  await world.runJobs();
  expect(await onlyPost()).toMatchObject({
    status: "failed",
    error: expect.stringMatching(/cannot be read/),
  });
  expect(publish).not.toHaveBeenCalled();
});

test("the published posts of a deleted account stay, and nothing more is published on it", async () => {
  const account = await publishOne();
  await world.runJobs();
  const [id = 0] = await world.generate(await world.addCategory(group));
  await world.approve(id);
  await world.call(accountsApi.remove, { params: { id: account } });
  world.clock.advance(3_600_000);
  await world.runJobs();
  const posts = await world.posts();
  expect(posts).toEqual([
    expect.objectContaining({
      status: "published",
      account_id: null,
      platform_username: "zimska.bsky.social",
    }),
  ]);
  expect((await scheduler()).recently_published).toHaveLength(1);
  expect(publish).toHaveBeenCalledTimes(1);
});
