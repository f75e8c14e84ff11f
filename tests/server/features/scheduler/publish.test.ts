import { expect, test } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { sandboxPublisher } from "../../../../server/adapters/sandbox/publisher.ts";
import { accounts } from "../../../../server/db/schema.ts";
import { sealCredentials } from "../../../../server/features/accounts/platform-account.ts";
import { recoverInterrupted } from "../../../../server/features/scheduler/unknown-posts.ts";
import { committed } from "../../../support/publisher.ts";
import {
  addAccountOn,
  approveNew,
  due,
  group,
  onlyPost,
  pool,
  publish,
  publishingForEach,
  refusal,
  setAccount,
  setPosts,
  world,
} from "../support.ts";

publishingForEach();

const scheduler = () => world.call(schedulerApi.status, {});

test("a published post has its URL, and its content counts as used", async () => {
  await due();
  await world.runJobs();
  const post = await onlyPost();
  expect(post).toMatchObject({
    status: "published",
    error: null,
    published_post_url: `/sandbox/posts/${post.id}`,
  });
  const [content] = await pool();
  expect(content?.last_used_at).toEqual(post.published_at);
  expect(publish).toHaveBeenCalledTimes(1);
});

test("a refused post fails with the platform's message, which the account shows until it works", async () => {
  const account = await due("wrong.bsky.social");
  await world.runJobs();
  const error = "AuthenticationRequired: Invalid identifier or password";
  expect(await onlyPost()).toMatchObject({ status: "failed", error });
  expect((await world.accounts(group))[0]).toMatchObject({ last_known_error: error });
  expect((await scheduler()).failed_posts).toHaveLength(1);

  const keys = { identifier: "a", password: "b" };
  const credentials = sealCredentials(world.ports.secrets, account, keys);
  await setAccount(account, { platform_username: "right", credentials });
  const { id } = await onlyPost();
  await world.call(schedulerApi.retry, { params: { id } });
  expect(await onlyPost()).toMatchObject({ status: "scheduled", retry_count: 1, error: null });
  await world.runJobs();
  expect(await onlyPost()).toMatchObject({ status: "published", retry_count: 1 });
  expect((await world.accounts(group))[0]).toMatchObject({ last_known_error: null });
});

test("a post for an account without any keys fails, and says why", async () => {
  const account = await addAccountOn("x_twitter", "keyless");
  await approveNew();
  await setAccount(account, { credentials: null });
  world.clock.advance(61_000);
  await world.runJobs();
  expect(await onlyPost()).toMatchObject({
    status: "failed",
    error: "No keys have been entered for this account.",
  });
});

test("only a failed post can be retried", async () => {
  await due();
  const { id } = await onlyPost();
  const retry = () => world.refusal(schedulerApi.retry, { params: { id } });
  expect(await retry()).toEqual(refusal(409, "This post is already scheduled."));
  await world.runJobs();
  expect(await retry()).toEqual(refusal(409, "This post is already published."));
  expect(await world.refusal(schedulerApi.retry, { params: { id: 999 } })).toEqual(
    refusal(404, "No such post."),
  );
});

test("a process that stops while it publishes leaves the post unknown, and it is never published again", async () => {
  await due();
  // The platform gets it, and then the process dies before it can record anything.
  const { id } = await onlyPost();
  await setPosts({ status: "publishing" });
  expect(await world.transaction(recoverInterrupted)).toBe(1);
  await world.runJobs();
  expect(await onlyPost()).toMatchObject({ status: "unknown" });
  expect(publish).not.toHaveBeenCalled();
  const { failed_posts } = await scheduler();
  expect(failed_posts[0]?.social_account?.last_known_error).toMatch(/may already be live/);
  expect(await world.refusal(schedulerApi.retry, { params: { id } })).toEqual(
    refusal(409, "This post may already be live: check the profile."),
  );
});

test("a post that another process took for lost is published all the same", async () => {
  await due();
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
  await due();
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
  await due();
  await world.runJobs();
  expect(await onlyPost()).toMatchObject({ status: "published" });
});

test("an account that was switched off or has unreadable credentials is not used", async () => {
  const account = await due();
  await setAccount(account, { is_active: false });
  await world.runJobs();
  const post = await onlyPost();
  expect(post).toMatchObject({ status: "failed", error: "The account is not active." });
  await setAccount(account, { is_active: true, credentials: "sealed with another key" });
  await world.call(schedulerApi.retry, { params: { id: post.id } });
  await world.runJobs();
  expect(await onlyPost()).toMatchObject({
    status: "failed",
    error: expect.stringMatching(/cannot be read/),
  });
  expect(publish).not.toHaveBeenCalled();
});

test("the published posts of a deleted account stay, and nothing more is published on it", async () => {
  const account = await due();
  await world.runJobs();
  await approveNew();
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
