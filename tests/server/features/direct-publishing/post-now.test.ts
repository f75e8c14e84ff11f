import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type PlatformType, platforms } from "@/entities/account/platforms";
import { accountsApi } from "@/features/accounts/contract";
import { contentApi } from "@/features/content/contract";
import { performanceApi } from "@/features/performance/contract";
import { queueApi } from "@/features/queue/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import type { RequestOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { sandboxPublisher } from "../../../../server/adapters/sandbox/publisher.ts";
import { accounts, contentItems } from "../../../../server/db/schema.ts";
import { sealCredentials } from "../../../../server/features/accounts/platform-account.ts";
import {
  postNow,
  publishDirectly,
} from "../../../../server/features/direct-publishing/post-now.ts";
import { planToday } from "../../../../server/features/generation/plan-day.ts";
import { enqueueDue } from "../../../../server/features/scheduler/due.ts";
import { recoverInterrupted } from "../../../../server/features/scheduler/lost-posts.ts";
import type { Publisher } from "../../../../server/ports/publisher.ts";
import { liveWorld } from "../../../../server/ports/world.ts";
import { committed } from "../../../support/publisher.ts";
import { createWorld, type World } from "../../world.ts";

const publish = vi.fn<Publisher["publish"]>();
/** A platform that gets a post and never answers. */
const silent = committed(async () => {
  throw new Error("socket hang up, Authorization: Bearer secret");
});
let world: World;
let group: number;
let category: number;
beforeEach(async () => {
  publish.mockReset().mockImplementation(sandboxPublisher.publish);
  world = await createWorld({ ports: { publisher: { ...sandboxPublisher, publish } } });
  group = await world.addGroup();
  category = await world.addCategory(group);
});
afterEach(() => world.close());

const text = "Sutra radimo do 22 h. Dođite na čaj!";
const image = "/media/sandbox/31.svg";
type NewItem = RequestOf<typeof contentApi.add>["body"];

const addItem = (more: Partial<NewItem> = {}) =>
  world.call(contentApi.add, {
    params: { id: category },
    body: { text_content: text, image_url: image, ...more },
  });

async function addAccountOn(platform_type: PlatformType, platform_username: string) {
  const fields = platforms[platform_type].fields.map(({ name }) => [name, "good"]);
  const { id } = await world.call(accountsApi.add, {
    params: { id: group },
    body: { platform_type, platform_username, credentials: Object.fromEntries(fields) },
  });
  return Number(id);
}

const now = (id: Id, ids: readonly Id[]) => ({
  params: { id },
  body: { social_account_ids: [...ids] },
});
const post = (id: Id, ids: readonly Id[]) => world.call(contentApi.postNow, now(id, ids));
const refused = (id: Id, ids: readonly Id[]) => world.refusal(contentApi.postNow, now(id, ids));
const send = (path: string, json: unknown, key: string) =>
  world.request(path, { method: "POST", json, headers: { "Idempotency-Key": key } });

const setAccount = (id: number, values: Partial<typeof accounts.$inferInsert>) =>
  world.database.db.update(accounts).set(values).where(eq(accounts.id, id));
const pool = () => world.database.db.select().from(contentItems).orderBy(contentItems.id);
const scheduler = () => world.call(schedulerApi.status, {});
const statuses = async () => (await world.posts()).map(({ status }) => status);
/** The context that the server gives a call, without the stored answers to commands. */
const run = () => ({ ...world.run, conclude: world.transaction });

/** Makes the next call to a platform wait until the test answers it. */
function openCall() {
  let answer: (given: Awaited<ReturnType<Publisher["publish"]>>) => void = () => undefined;
  const answered = new Promise<Awaited<ReturnType<Publisher["publish"]>>>((resolve) => {
    answer = resolve;
  });
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  publish.mockImplementationOnce(
    committed(() => {
      begin();
      return answered;
    }),
  );
  return { begun, answer };
}

const live = { ok: true, externalId: "x-1", url: "/sandbox/posts/1" } as const;
const mayBeLive = "It may already be live: check the profile.";
const isUnderWay = { status: 503, detail: "This is being published now." };
const minute = 60_000;
/** Longer than publishing can take. */
const longEnough = 6 * minute;

describe("posting now", () => {
  test("says why a platform put the post off, and until when", async () => {
    const account = await world.addAccount(group, "one.bsky.social");
    const until = new Date(world.clock.now().getTime() + 20 * 60_000);
    publish.mockResolvedValueOnce({
      ...{ ok: false, error: "Rate limit exceeded.", why: "later", retryAt: until },
    });
    const { publishing_results } = await post((await addItem()).id, [account]);
    expect(publishing_results).toMatchObject([
      {
        ...{ status: "scheduled", error: null },
        ...{ waits_for: "Rate limit exceeded.", waits_until: until.toISOString() },
      },
    ]);
  });

  test("publishes on every chosen account and reports each result", async () => {
    const [first, second, third] = [
      await world.addAccount(group, "one.bsky.social"),
      await world.addAccount(group, "two.bsky.social"),
      await addAccountOn("instagram", "zimska"),
    ];
    const item = await addItem({ title: "Čaj", reddit_title: "Čaj?" });
    const { publishing_results } = await post(item.id, [third, first]);
    const posts = await world.posts();
    const of = (account: number) => posts.find(({ account_id }) => account_id === account);
    expect(publishing_results).toEqual([
      {
        social_account_id: third,
        platform_type: "instagram",
        platform_username: "zimska",
        status: "published",
        error: null,
        waits_for: null,
        waits_until: null,
        published_post_url: `/sandbox/posts/${of(third)?.id}`,
        scheduled_post_id: of(third)?.id,
      },
      expect.objectContaining({ social_account_id: first, platform_username: "one.bsky.social" }),
    ]);
    expect(of(second)).toBeUndefined();
    expect(publish).toHaveBeenCalledTimes(2);
    expect(publish.mock.calls[0]?.[0].post).toMatchObject({
      text,
      title: "Čaj?",
      imageUrl: image,
    });
    expect(await world.queue()).toMatchObject([
      { status: "approved", category_id: category, content_item_id: item.id, text_content: text },
    ]);
    // Both go out side by side.
    const times = [of(first)?.published_at, of(third)?.published_at];
    expect(times).toContainEqual((await pool())[0]?.last_used_at);
  });

  test("is listed like any other post, and measured", async () => {
    const item = await addItem();
    await post(item.id, [await world.addAccount(group)]);
    expect((await scheduler()).recently_published).toHaveLength(1);
    const query = { group_id: group, category_id: category };
    expect(await world.call(performanceApi.list, { query })).toMatchObject([
      { text_content: text, likes: null },
    ]);
    world.clock.advance(3_600_000);
    await world.runJobs();
    const [measured] = await world.call(performanceApi.list, { query });
    expect(measured?.likes).toEqual(expect.any(Number));
    expect(publish).toHaveBeenCalledTimes(1);
  });

  test("that fails in part says so, and the content counts as used", async () => {
    const good = await world.addAccount(group, "good.bsky.social");
    const wrong = await world.addAccount(group, "wrong.bsky.social");
    const mute = await world.addAccount(group, "mute.bsky.social");
    const sealed = await world.addAccount(group, "sealed.bsky.social");
    await setAccount(sealed, { credentials: "sealed with another key" });
    publish.mockImplementation(async (...asked) => {
      if (asked[0].account.username?.startsWith("mute")) return silent(...asked);
      return sandboxPublisher.publish(...asked);
    });
    const item = await addItem();
    const { publishing_results } = await post(item.id, [good, wrong, mute, sealed]);
    expect(publishing_results).toMatchObject([
      { status: "published", error: null },
      { status: "failed", error: "AuthenticationRequired: Invalid identifier or password" },
      { status: "unknown", error: expect.stringContaining("may already be live") },
      { status: "failed", error: expect.stringContaining("cannot be read") },
    ]);
    expect(JSON.stringify(publishing_results)).not.toContain("secret");
    expect(publish).toHaveBeenCalledTimes(3);
    expect((await pool())[0]?.last_used_at).not.toBeNull();
    const { failed_posts, recently_published } = await scheduler();
    expect([failed_posts.length, recently_published.length]).toEqual([3, 1]);
    expect(await world.accounts(group)).toMatchObject([
      { last_known_error: null },
      { last_known_error: "AuthenticationRequired: Invalid identifier or password" },
      { last_known_error: expect.stringContaining("did not answer") },
      { last_known_error: null },
    ]);
  });

  test("that fails everywhere still gets an answer; the content is unused, and a post can be retried", async () => {
    const wrong = await world.addAccount(group, "wrong.bsky.social");
    const item = await addItem();
    const { publishing_results } = await post(item.id, [wrong]);
    expect(publishing_results).toMatchObject([{ status: "failed" }]);
    expect((await pool())[0]?.last_used_at).toBeNull();
    const credentials = sealCredentials(world.ports.secrets, wrong, {
      identifier: "a",
      password: "b",
    });
    await setAccount(wrong, { platform_username: "right", credentials });
    const { scheduled_post_id: id } = publishing_results[0] ?? { scheduled_post_id: 0 };
    await world.call(schedulerApi.retry, { params: { id } });
    await world.runJobs();
    expect(await world.posts()).toMatchObject([{ status: "published", retry_count: 1 }]);
    expect((await pool())[0]?.last_used_at).not.toBeNull();
  });

  test("takes each account once, however often it is chosen", async () => {
    const account = await world.addAccount(group);
    const { publishing_results } = await post((await addItem()).id, [account, account]);
    expect(publishing_results).toHaveLength(1);
    expect(publish).toHaveBeenCalledTimes(1);
  });

  test("works for inactive content and for text only too", async () => {
    const account = await world.addAccount(group);
    const item = await addItem({ image_url: null });
    await world.database.db.update(contentItems).set({ is_active: false });
    const { publishing_results } = await post(item.id, [account]);
    expect(publishing_results).toMatchObject([{ status: "published" }]);
  });

  test("refuses more accounts than a statement can take parameters", async () => {
    const { id } = await addItem();
    const tooMany = Array.from({ length: 70_000 }, (_, index) => index + 1);
    expect(await refused(id, tooMany)).toMatchObject({ status: 422 });
    expect(publish).not.toHaveBeenCalled();
  });

  test("needs an account", async () => {
    const { id } = await addItem();
    const issue = (msg: string) => ({
      status: 422,
      detail: [expect.objectContaining({ loc: ["body", "social_account_ids"], msg })],
    });
    expect(await refused(id, [])).toEqual(issue("Please select at least one account to post to."));
    const stranger = await world.addAccount(await world.addGroup("Druga grupa"), "other");
    const known = await world.addAccount(group);
    const says = issue("One of these accounts is not among the accounts of this content's group.");
    for (const other of [stranger, 999, "none"])
      expect(await refused(id, [known, other])).toEqual(says);
    expect(await refused(999, [known])).toEqual({ status: 404, detail: "No such content item." });
    expect(await world.posts()).toEqual([]);
    expect(publish).not.toHaveBeenCalled();
  });

  test("on an inactive account is refused, and then nothing goes out", async () => {
    const active = await world.addAccount(group, "one.bsky.social");
    const ids = [active];
    for (const name of ["two.bsky.social", "three.bsky.social"]) {
      const id = await world.addAccount(group, name);
      await setAccount(id, { is_active: false });
      ids.push(id);
    }
    const { id } = await addItem();
    expect(await refused(id, ids)).toEqual({
      status: 409,
      detail: "Not active: two.bsky.social on Bluesky, three.bsky.social on Bluesky.",
    });
    expect(await world.queue()).toEqual([]);
    expect(publish).not.toHaveBeenCalled();
  });

  test("text only is refused if a platform needs media", async () => {
    const ids = [await world.addAccount(group), await addAccountOn("instagram", "zimska")];
    const { id } = await addItem({ image_url: null });
    expect(await refused(id, ids)).toEqual({
      status: 409,
      detail: "This content needs an image or video for zimska on Instagram.",
    });
    expect(publish).not.toHaveBeenCalled();
  });

  test("calls the platforms at the same time, with no transaction open", async () => {
    const ids = [await world.addAccount(group, "one"), await world.addAccount(group, "two")];
    let begun = 0;
    publish.mockImplementation(async (...asked) => {
      begun += 1;
      // The outer handle refuses this inside a transaction.
      await world.database.db.select().from(accounts);
      // Neither call is answered before both have begun.
      await expect.poll(() => begun).toBe(2);
      return sandboxPublisher.publish(...asked);
    });
    await post((await addItem()).id, ids);
    expect(await statuses()).toEqual(["published", "published"]);
  });
});

describe("an account that must not be called yet", () => {
  const limited = "Rate limit exceeded.";
  const busy = "Another post of this account is being published: this one goes out right after it.";
  const hold = async (account: number, minutes: number) => {
    const held_until = new Date(world.clock.now().getTime() + minutes * minute);
    await setAccount(account, { held_until, held_because: limited });
    return held_until.toISOString();
  };
  const later = async (milliseconds: number) => {
    world.clock.advance(milliseconds);
    await world.transaction(enqueueDue);
    await world.runJobs();
  };
  const directly = () => ({ body: { account_group_id: group, text_content: text } });
  /** The texts that reached a platform, in order. */
  const sent = () => publish.mock.calls.map(([publication]) => publication.post.text);

  test("keeps a post waiting, says until when, and then gets it once", async () => {
    const [account, free] = [await world.addAccount(group, "one"), await world.addAccount(group)];
    const until = await hold(account, 20);
    const { publishing_results } = await post((await addItem()).id, [account, free]);
    expect(publishing_results).toMatchObject([
      { status: "scheduled", error: null, waits_for: limited, waits_until: until },
      { status: "published", waits_for: null, waits_until: null },
    ]);
    expect(publish).toHaveBeenCalledTimes(1);
    expect((await scheduler()).upcoming_posts).toMatchObject([
      { status: "scheduled", waits_for: limited, waits_until: until },
    ]);
    await later(19 * minute);
    expect(publish).toHaveBeenCalledTimes(1);
    await later(minute);
    expect(publish).toHaveBeenCalledTimes(2);
    await later(60 * minute);
    expect(await statuses()).toEqual(["published", "published"]);
    expect(publish).toHaveBeenCalledTimes(2);
  });

  test("keeps a direct post waiting too, and is counted in its message", async () => {
    const account = await world.addAccount(group, "one");
    await world.addAccount(group, "two");
    const until = await hold(account, 20);
    const { message, publishing_results } = await world.call(contentApi.publish, directly());
    expect(message).toBe(
      "Published on 1 of 2 accounts. 1 could not be sent yet and will be tried again.",
    );
    expect(publishing_results).toMatchObject([
      { social_account_id: account, status: "scheduled", waits_for: limited, waits_until: until },
      { status: "published" },
    ]);
    await later(20 * minute);
    expect(await statuses()).toEqual(["published", "published"]);
    expect(publish).toHaveBeenCalledTimes(2);
  });

  test("is not called by a command that is sent again, which gets the same answer", async () => {
    const account = await world.addAccount(group);
    await hold(account, 20);
    const { id } = await addItem();
    const path = `publishing/content-items/${id}/post-now`;
    const repeat = async () => (await send(path, { social_account_ids: [account] }, "held")).text();
    const first = await repeat();
    expect(first).toContain(limited);
    expect(await repeat()).toBe(first);
    expect(publish).not.toHaveBeenCalled();
    await later(20 * minute);
    expect(await repeat()).toBe(first);
    expect(publish).toHaveBeenCalledTimes(1);
  });

  test("gets a second post when the first is out, not beside it", async () => {
    const account = await world.addAccount(group);
    const [one, two] = [
      await addItem({ text_content: "Prva." }),
      await addItem({ text_content: "Druga." }),
    ];
    const { begun, answer } = openCall();
    const first = post(one.id, [account]);
    await begun;
    expect((await post(two.id, [account])).publishing_results).toMatchObject([
      { status: "scheduled", error: null, waits_for: busy, waits_until: null },
    ]);
    const direct = await world.call(contentApi.publish, directly());
    expect(direct.publishing_results).toMatchObject([{ status: "scheduled", waits_for: busy }]);
    await later(minute);
    expect(sent()).toEqual(["Prva."]);
    answer(live);
    expect((await first).publishing_results).toMatchObject([{ status: "published" }]);
    await world.runJobs();
    expect(sent()).toEqual(["Prva.", "Druga.", text]);
    expect(await statuses()).toEqual(["published", "published", "published"]);
  });

  test("gets two posts one after the other when both are ordered at the same moment", async () => {
    const account = await world.addAccount(group);
    const ids = [(await addItem()).id, (await addItem()).id];
    let open = 0;
    let most = 0;
    publish.mockImplementation(async (...asked) => {
      most = Math.max(most, ++open);
      await world.database.db.select().from(accounts);
      open -= 1;
      return sandboxPublisher.publish(...asked);
    });
    await Promise.all(ids.map((id) => post(id, [account])));
    await later(minute);
    expect(await statuses()).toEqual(["published", "published"]);
    expect([publish.mock.calls.length, most]).toEqual([2, 1]);
  });

  test("gets the ordered post before those of its schedule that are late", async () => {
    const account = await world.addAccount(group);
    const [late = 0] = await world.generate(category);
    await world.approve(late);
    world.clock.advance(10 * minute);
    const { publishing_results } = await post((await addItem()).id, [account]);
    expect(publishing_results).toMatchObject([{ status: "published" }]);
    expect(sent()).toEqual([text]);
    await world.runJobs();
    expect(await statuses()).toEqual(["published", "published"]);
  });

  test("gets a post that is retried, and not the one that waits for its credentials", async () => {
    const account = await world.addAccount(group);
    publish.mockResolvedValueOnce({ ok: false, error: "invalid_grant", why: "credentials" });
    const retried = await post((await addItem({ text_content: "Retry." })).id, [account]);
    const [waiting = 0] = await world.generate(category);
    // Approved while the account seems to work: else it would be left out.
    await setAccount(account, { last_test: null });
    await world.approve(waiting);
    await setAccount(account, { last_test: "failed" });
    await later(10 * minute);
    expect(sent()).toEqual(["Retry."]);
    publish.mockResolvedValueOnce({ ok: false, error: "invalid_grant", why: "credentials" });
    const id = retried.publishing_results[0]?.scheduled_post_id ?? 0;
    await world.call(schedulerApi.retry, { params: { id } });
    await later(minute);
    expect(sent()).toEqual(["Retry.", "Retry."]);
    expect(await statuses()).toEqual(["failed", "scheduled"]);
  });

  test("has taken all posts that its platform allows, and gets the next when it may", async () => {
    await world.close();
    world = await createWorld({
      ports: {
        world: liveWorld(["instagram"], false),
        publisher: { ...sandboxPublisher, publish, test: async () => ({ ok: true }) },
      },
    });
    group = await world.addGroup();
    category = await world.addCategory(group);
    const account = await addAccountOn("instagram", "zimska");
    // 100 a day: one every 14.4 minutes.
    await setAccount(account, { tokens: 1.5, tokens_at: world.clock.now() });
    const first = await post((await addItem()).id, [account]);
    expect(first.publishing_results).toMatchObject([{ status: "published" }]);
    const { publishing_results } = await post((await addItem()).id, [account]);
    expect(publishing_results).toMatchObject([
      {
        status: "scheduled",
        waits_for: "The platform accepts no more posts from this account for now.",
        waits_until: expect.any(String),
      },
    ]);
    const until = new Date(publishing_results[0]?.waits_until ?? "");
    expect(until.getTime() - world.clock.now().getTime()).toBeLessThan(15 * minute);
    expect(publish).toHaveBeenCalledTimes(1);
    await later(15 * minute);
    expect(await statuses()).toEqual(["published", "published"]);
  });

  test("that does not work either keeps the post until it does, and says so", async () => {
    const account = await world.addAccount(group);
    await hold(account, 20);
    await setAccount(account, { last_test: "failed" });
    const { publishing_results } = await post((await addItem()).id, [account]);
    expect(publishing_results).toMatchObject([
      {
        status: "scheduled",
        waits_for: "Its account does not work: test it, or enter its credentials again.",
        waits_until: null,
      },
    ]);
    await later(30 * minute);
    expect(publish).not.toHaveBeenCalled();
    await world.call(accountsApi.test, { params: { id: account } });
    await later(minute);
    expect(await statuses()).toEqual(["published"]);
  });

  test("is not asked about twice: the waiting post is a duplicate that can be replaced", async () => {
    const account = await world.addAccount(group);
    await hold(account, 20);
    const { id } = await addItem();
    await post(id, [account]);
    expect(await refused(id, [account])).toMatchObject({
      status: 409,
      detail: expect.stringContaining("This content is already scheduled:"),
    });
    const query = { confirm_duplicates: true };
    await world.call(contentApi.postNow, { ...now(id, [account]), query });
    await later(20 * minute);
    expect(await statuses()).toEqual(["published"]);
    expect(publish).toHaveBeenCalledTimes(1);
  });
});

describe("a process that dies between taking an order and calling the platform", () => {
  /** Commits the order, and nothing after it. */
  const dying = () => {
    let transactions = 0;
    return {
      ...run(),
      transaction: <T>(work: Parameters<typeof world.transaction<T>>[0]) =>
        ++transactions > 1
          ? Promise.reject(new Error("The process is gone."))
          : world.transaction(work),
    };
  };

  test("leaves a post that nobody else takes meanwhile, and that goes out once", async () => {
    const account = await world.addAccount(group);
    const { id } = await addItem();
    const order = { social_account_ids: [account] };
    await expect(postNow(dying(), "command", id, order)).rejects.toThrow("The process is gone.");
    await world.transaction(enqueueDue);
    await world.runJobs();
    expect(publish).not.toHaveBeenCalled();
    await expect(postNow(run(), "command", id, order)).rejects.toMatchObject(isUnderWay);
    world.clock.advance(minute);
    await world.transaction(enqueueDue);
    await world.runJobs();
    expect(await postNow(run(), "command", id, order)).toMatchObject({
      publishing_results: [{ status: "published" }],
    });
    expect(publish).toHaveBeenCalledTimes(1);
  });
});

test.each(["Post now", "Direct publishing"])(
  "%s says that its post was cancelled before a platform was called",
  async (name) => {
    const account = await world.addAccount(group);
    const { id } = await addItem();
    let transactions = 0;
    const overtaken = {
      ...run(),
      transaction: async <T>(work: Parameters<typeof world.transaction<T>>[0]) => {
        if (++transactions === 2) await world.call(schedulerApi.clearScheduled, {});
        return world.transaction(work);
      },
    };
    const order = { account_group_id: group, text_content: text, image_url: null };
    const answer =
      name === "Post now"
        ? postNow(overtaken, "command", id, { social_account_ids: [account] })
        : publishDirectly(overtaken, "command", order);
    await expect(answer).rejects.toMatchObject({
      status: 409,
      detail: "This post was cancelled meanwhile.",
    });
    expect(publish).not.toHaveBeenCalled();
  },
);

test.each(["Post now", "Direct publishing"])(
  "%s names the account whose post was cancelled before it was sent, and not as one that may be live",
  async (name) => {
    const stays = await world.addAccount(group, "stays.bsky.social");
    const cancelled = await world.addAccount(group, "cancelled.bsky.social");
    const removed = await world.addAccount(group, "removed.bsky.social");
    const { id } = await addItem();
    const cancel = async () => {
      const post = (await world.posts()).find(({ account_id }) => account_id === cancelled);
      await world.call(schedulerApi.cancel, { params: { id: post?.id ?? 0 } });
      await world.call(accountsApi.remove, { params: { id: removed } });
    };
    let isOrdered = false;
    let cancelling: Promise<void> | undefined;
    const overtaken = {
      ...run(),
      transaction: async <T>(work: Parameters<typeof world.transaction<T>>[0]) => {
        if (isOrdered) {
          cancelling ??= cancel();
          await cancelling;
        }
        isOrdered = true;
        return world.transaction(work);
      },
    };
    const direct = { account_group_id: group, text_content: text, image_url: null };
    const answer =
      name === "Post now"
        ? await postNow(overtaken, "command", id, {
            social_account_ids: [stays, cancelled, removed],
          })
        : await publishDirectly(overtaken, "command", direct);
    const gone = { status: "cancelled", error: "This post was cancelled meanwhile." };
    expect(answer.publishing_results).toMatchObject([
      { social_account_id: stays, status: "published" },
      { ...gone, social_account_id: cancelled, platform_username: "cancelled.bsky.social" },
      { ...gone, social_account_id: null, platform_username: "removed.bsky.social" },
    ]);
    if ("message" in answer) {
      expect(answer.message).toBe("Published on 1 of 3 accounts. 2 cancelled.");
    }
    expect(publish).toHaveBeenCalledTimes(1);
  },
);

test.each(["Post now", "Direct publishing"])(
  "%s that is sent again after a 503 names the accounts whose posts were cancelled meanwhile",
  async (name) => {
    const stays = await world.addAccount(group, "stays.bsky.social");
    const cancelled = await world.addAccount(group, "cancelled.bsky.social");
    const removed = await world.addAccount(group, "removed.bsky.social");
    const held_until = new Date(world.clock.now().getTime() + 60 * minute);
    for (const id of [cancelled, removed]) {
      await setAccount(id, { held_until, held_because: "429: slow down." });
    }
    const { id } = await addItem();
    const order = { account_group_id: group, text_content: text, image_url: null };
    const command = () =>
      name === "Post now"
        ? postNow(run(), "command", id, { social_account_ids: [stays, cancelled, removed] })
        : publishDirectly(run(), "command", order);
    const { begun, answer } = openCall();
    const first = command();
    await begun;
    await expect(command()).rejects.toMatchObject(isUnderWay);
    const posts = await world.posts();
    const post = posts.find(({ account_id }) => account_id === cancelled);
    await world.call(schedulerApi.cancel, { params: { id: post?.id ?? 0 } });
    await world.call(accountsApi.remove, { params: { id: removed } });
    answer(live);
    const gone = { status: "cancelled", error: "This post was cancelled meanwhile." };
    const wanted = [
      { social_account_id: stays, status: "published" },
      { ...gone, social_account_id: cancelled, platform_username: "cancelled.bsky.social" },
      { ...gone, social_account_id: null, platform_username: "removed.bsky.social" },
    ];
    expect((await first).publishing_results).toMatchObject(wanted);
    const again = await command();
    expect(again.publishing_results).toMatchObject(wanted);
    if ("message" in again) {
      expect(again.message).toBe("Published on 1 of 3 accounts. 2 cancelled.");
    }
    expect(publish).toHaveBeenCalledTimes(1);
  },
);

describe("a command that is sent again", () => {
  let account: number;
  let item: Id;
  let path: string;
  beforeEach(async () => {
    account = await world.addAccount(group);
    ({ id: item } = await addItem());
    path = `publishing/content-items/${item}/post-now`;
  });
  const body = () => ({ social_account_ids: [account] });

  test("twenty times at once calls the platform once per account, and all get its answer", async () => {
    const ids = [account, await world.addAccount(group, "two")];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(path, { social_account_ids: ids }, "twins")),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const texts = new Set(await Promise.all(answers.map((answer) => answer.text())));
    expect(texts.size).toBe(1);
    expect(publish).toHaveBeenCalledTimes(2);
    expect((await send(path, { social_account_ids: ids }, "twins")).status).toBe(200);
    expect(await statuses()).toEqual(["published", "published"]);
    expect(publish).toHaveBeenCalledTimes(2);
  });

  test("to several processes at once calls the platform once, and no process makes it unknown", async () => {
    const { begun, answer } = openCall();
    const first = postNow(run(), "command", item, body());
    await begun;
    for (let n = 0; n < 3; n++) {
      await expect(postNow(run(), "command", item, body())).rejects.toMatchObject(isUnderWay);
    }
    expect(await statuses()).toEqual(["publishing"]);
    answer(live);
    const { publishing_results } = await first;
    expect(publishing_results).toMatchObject([{ status: "published", error: null }]);
    expect(await postNow(run(), "command", item, body())).toEqual({ publishing_results });
    expect(publish).toHaveBeenCalledTimes(1);
  });

  // PGlite has one connection. Set TEST_DATABASE_URL to a PostgreSQL to run this.
  test.skipIf(!process.env.TEST_DATABASE_URL)(
    "to two processes in the same millisecond is published by one, and is under way for the other",
    async () => {
      const { begun, answer } = openCall();
      // Both have looked for the order before either inserts it.
      const twins = await world.startBehind(sql`select 1 from content_items for update`, () =>
        [1, 2].map(() => postNow(run(), "command", item, body())),
      );
      // The one is refused before or after the other has called the platform.
      const ends = Promise.allSettled(twins);
      await expect(Promise.race(twins)).rejects.toMatchObject(isUnderWay);
      await begun;
      answer(live);
      const statuses = (await ends).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(publish).toHaveBeenCalledTimes(1);
    },
  );

  test("after the process died in the call finds the post unknown, and calls no platform", async () => {
    const { begun } = openCall();
    void postNow(run(), "command", item, body());
    await begun;
    // The next process has the database to itself, so it knows that the first is gone.
    await world.transaction(recoverInterrupted);
    const { publishing_results } = await postNow(run(), "command", item, body());
    expect(publishing_results).toMatchObject([
      {
        status: "unknown",
        error: expect.stringContaining(mayBeLive),
        social_account_id: account,
      },
    ]);
    await world.runJobs();
    expect(publish).toHaveBeenCalledTimes(1);
    expect(await statuses()).toEqual(["unknown"]);
  });

  test("after another process died in the call waits until no process can be in it, and calls no platform", async () => {
    const { begun } = openCall();
    void postNow(run(), "command", item, body());
    await begun;
    await expect(postNow(run(), "command", item, body())).rejects.toMatchObject(isUnderWay);
    world.clock.advance(longEnough);
    const { publishing_results } = await postNow(run(), "command", item, body());
    expect(publishing_results).toMatchObject([
      { status: "unknown", error: expect.stringContaining(mayBeLive) },
    ]);
    expect(publish).toHaveBeenCalledTimes(1);
  });

  test("is corrected when the first process gets its answer after all", async () => {
    const { begun, answer } = openCall();
    const first = postNow(run(), "command", item, body());
    await begun;
    world.clock.advance(longEnough);
    await postNow(run(), "command", item, body());
    expect(await statuses()).toEqual(["unknown"]);
    answer(live);
    expect((await first).publishing_results).toMatchObject([{ status: "published", error: null }]);
    expect(await world.posts()).toMatchObject([{ status: "published", external_id: "x-1" }]);
  });

  test("finds its results although content and accounts have changed", async () => {
    const first = await postNow(run(), "command", item, body());
    await setAccount(account, { is_active: false });
    expect(await postNow(run(), "command", item, body())).toEqual(first);
    await world.call(contentApi.remove, { params: { id: item } });
    expect(await postNow(run(), "command", item, body())).toEqual(first);
    await world.call(accountsApi.remove, { params: { id: account } });
    expect(await postNow(run(), "command", item, body())).toMatchObject({
      publishing_results: [{ status: "published", social_account_id: null }],
    });
    expect(publish).toHaveBeenCalledTimes(1);
  });

  test("after an outcome could not be recorded finds it unknown, and the others unchanged", async () => {
    const second = await world.addAccount(group, "two");
    let answered = 0;
    publish.mockImplementation(async (...asked) => {
      const answer = await sandboxPublisher.publish(...asked);
      answered += 1;
      await vi.waitUntil(() => answered === 2, { timeout: 60_000 });
      return answer;
    });
    let fail = true;
    const failing = {
      ...run(),
      transaction: <T>(work: Parameters<typeof world.transaction<T>>[0]) => {
        // Of the two that record outcomes the first is lost.
        if (answered === 2 && fail) {
          fail = false;
          return Promise.reject(new Error("The database is gone."));
        }
        return world.transaction(work);
      },
    };
    const ids = { social_account_ids: [account, second] };
    await expect(postNow(failing, "command", item, ids)).rejects.toThrow("The database is gone.");
    expect((await statuses()).toSorted()).toEqual(["published", "publishing"]);
    world.clock.advance(longEnough);
    const { publishing_results } = await postNow(run(), "command", item, ids);
    expect(publishing_results.map(({ status }) => status).toSorted()).toEqual([
      "published",
      "unknown",
    ]);
    expect(publish).toHaveBeenCalledTimes(2);
  });

  test("with another body is refused, also if the first one never got an answer", async () => {
    const second = await world.addAccount(group, "two");
    const directly = { account_group_id: group, text_content: text, image_url: null };
    // The process dies before it can record the outcome.
    await world.database.query(`
      create function die() returns trigger language plpgsql as 'begin raise exception ''gone''; end';
      create trigger die before update on scheduled_posts for each row
        when (old.status = 'publishing') execute function die()`);
    expect((await send(path, body(), "now")).status).toBe(500);
    expect((await send("publishing/publish", directly, "directly")).status).toBe(500);
    await world.database.query("drop function die cascade");
    world.clock.advance(longEnough);
    const others = [
      await send(path, { social_account_ids: [second] }, "now"),
      await send("publishing/publish", { ...directly, text_content: "Drugo" }, "directly"),
    ];
    for (const other of others) {
      expect([other.status, await other.json()]).toEqual([
        422,
        { detail: "This Idempotency-Key was used for another request." },
      ]);
    }
    const again = await send(path, body(), "now");
    expect([again.status, await again.json()]).toMatchObject([
      200,
      // It died before the platform was called, so the post is sent by a job.
      { publishing_results: [{ social_account_id: account, status: "scheduled" }] },
    ]);
    // On the first account the direct post waits for the one that may still be under way.
    expect(publish).toHaveBeenCalledTimes(2);
  });

  test("is another command for other content, and without a key", async () => {
    const other = await addItem();
    await send(path, body(), "same");
    const answer = await send(`publishing/content-items/${other.id}/post-now`, body(), "same");
    expect(answer.status).toBe(422);
    await postNow(run(), "crashed", item, body());
    await postNow(run(), "crashed", other.id, body());
    await post(item, [account]);
    await post(item, [account]);
    expect(publish).toHaveBeenCalledTimes(5);
  });
});

describe("a post with an unknown outcome", () => {
  let account: number;
  let id: Id;
  beforeEach(async () => {
    account = await world.addAccount(group);
    publish.mockImplementationOnce(silent);
    const { publishing_results } = await post((await addItem()).id, [account]);
    id = publishing_results[0]?.scheduled_post_id ?? 0;
  });

  test("is published again only after a confirmation", async () => {
    expect(await world.refusal(schedulerApi.retry, { params: { id } })).toEqual({
      status: 409,
      detail: "This post may already be live: check the profile.",
    });
    await world.runJobs();
    expect(publish).toHaveBeenCalledTimes(1);
    const query = { confirm_unknown: true };
    expect(await world.call(schedulerApi.retry, { params: { id }, query })).toEqual({
      message: "The post is queued again.",
    });
    expect(await world.posts()).toMatchObject([
      { status: "scheduled", retry_count: 1, error: null },
    ]);
    await world.runJobs();
    expect(await world.posts()).toMatchObject([{ status: "published", retry_count: 1 }]);
    expect(publish).toHaveBeenCalledTimes(2);
    expect(await world.refusal(schedulerApi.retry, { params: { id }, query })).toEqual({
      status: 409,
      detail: "This post is already published.",
    });
  });

  test("once retried is not decided by the answer to the previous call", async () => {
    const query = { confirm_unknown: true };
    await world.call(schedulerApi.retry, { params: { id }, query });
    const lost = openCall();
    const first = world.runJobs();
    await lost.begun;
    await world.transaction(recoverInterrupted);
    world.clock.advance(1000);
    await world.call(schedulerApi.retry, { params: { id }, query });
    const counts = openCall();
    const second = world.runJobs();
    await counts.begun;
    lost.answer({ ok: false, error: "Refused." });
    await first;
    expect(await world.posts()).toMatchObject([{ status: "publishing", error: null }]);
    counts.answer(live);
    await second;
    expect(await world.posts()).toMatchObject([{ status: "published", external_id: "x-1" }]);
  });

  test("can be retried with the same confirmation when it is a failed one", async () => {
    await world.database.query("update scheduled_posts set status = 'failed'");
    const query = { confirm_unknown: true };
    await world.call(schedulerApi.retry, { params: { id }, query });
    expect(await statuses()).toEqual(["scheduled"]);
  });
});

describe("direct publishing", () => {
  const directly = (more: object = {}) =>
    ({ body: { account_group_id: group, text_content: text, ...more } }) as const;

  test("goes to every active account of the group, without a category", async () => {
    const first = await world.addAccount(group, "one.bsky.social");
    await setAccount(await world.addAccount(group, "off.bsky.social"), { is_active: false });
    const second = await addAccountOn("instagram", "zimska");
    await world.addAccount(await world.addGroup("Druga grupa"), "other");
    const answer = await world.call(contentApi.publish, directly({ image_url: image }));
    expect(answer).toMatchObject({
      message: "Published on 2 of 2 accounts.",
      publishing_results: [
        { social_account_id: first, status: "published" },
        { social_account_id: second, status: "published" },
      ],
    });
    expect(await world.posts()).toMatchObject([
      { group_id: group, category_id: null },
      { group_id: group, category_id: null },
    ]);
    expect(await world.queue()).toMatchObject([
      {
        category_id: null,
        content_item_id: null,
        status: "approved",
        text_content: text,
        image_url: image,
        media_type: "image",
      },
    ]);
    expect(await pool()).toEqual([]);
  });

  test("has its title as the alt text of its image, and none without", async () => {
    await world.addAccount(group);
    await world.call(contentApi.publish, directly({ image_url: image, title: " Šolja čaja " }));
    await world.call(contentApi.publish, directly({ image_url: image, title: " " }));
    await world.call(contentApi.publish, directly({ image_url: image }));
    expect(publish.mock.calls.map(([{ post }]) => [post.title, post.altText])).toEqual([
      ["Šolja čaja", "Šolja čaja"],
      [null, null],
      [null, null],
    ]);
  });

  test("with an operator's own video goes where only media go, as a video", async () => {
    await addAccountOn("instagram", "zimska");
    const video_url = "/media/store/zima.mp4";
    expect(await world.call(contentApi.publish, directly({ video_url }))).toMatchObject({
      message: "Published on 1 of 1 account.",
    });
    expect(await world.queue()).toMatchObject([
      { image_url: null, video_url, media_type: "video" },
    ]);
  });

  test("goes only to the chosen accounts, which must be able to take it", async () => {
    const first = await world.addAccount(group, "one.bsky.social");
    await world.addAccount(group, "two.bsky.social");
    const off = await world.addAccount(group, "off.bsky.social");
    await setAccount(off, { is_active: false });
    const instagram = await addAccountOn("instagram", "zimska");
    const other = await world.addAccount(await world.addGroup("Druga grupa"), "other");
    const chosen = (...social_account_ids: number[]) => directly({ social_account_ids });

    expect(await world.refusal(contentApi.publish, chosen(first, off))).toEqual({
      status: 409,
      detail: "Not active: off.bsky.social on Bluesky.",
    });
    expect(await world.refusal(contentApi.publish, chosen(instagram))).toEqual({
      status: 409,
      detail: "This post needs an image or video for zimska on Instagram.",
    });
    expect(await world.refusal(contentApi.publish, chosen(first, other))).toMatchObject({
      status: 422,
    });
    expect(await world.posts()).toEqual([]);

    expect(await world.call(contentApi.publish, chosen(first))).toMatchObject({
      message: "Published on 1 of 1 account.",
      publishing_results: [{ social_account_id: first, status: "published" }],
    });
    expect(await world.posts()).toHaveLength(1);
  });

  test("is listed wherever posts are listed, without a category", async () => {
    const account = await world.addAccount(group);
    await post((await addItem()).id, [account]);
    await world.call(contentApi.publish, directly());
    const [direct, pooled] = await world.call(performanceApi.list, { query: { group_id: group } });
    expect([direct?.category_name, typeof pooled?.category_name]).toEqual([null, "string"]);
    for (const sortOrder of ["asc", "desc"] as const) {
      const sorted = await world.call(performanceApi.list, {
        query: { sortBy: "category_name", sortOrder },
      });
      expect(sorted.at(-1)?.category_name).toBeNull();
      expect(sorted).toHaveLength(2);
    }
    const ofCategory = await world.call(performanceApi.list, { query: { category_id: category } });
    expect(ofCategory).toHaveLength(1);
    const id = direct?.scheduled_post_id ?? 0;
    const { performance } = await world.call(performanceApi.detail, { params: { id } });
    expect(performance.text_content).toBe(text);
    expect((await scheduler()).recently_published).toHaveLength(2);
    const approved = await world.call(queueApi.list, { query: { status: "approved" } });
    expect(approved[0]).toMatchObject({ category_name: null, text_content: text });
    // It fills no category's quota, and the planner still works.
    await expect(world.transaction(planToday)).resolves.toEqual(expect.any(Number));
    world.clock.advance(3_600_000);
    await world.runJobs();
    const measured = await world.call(performanceApi.list, { query: { group_id: group } });
    expect(measured.every(({ likes }) => likes !== null)).toBe(true);
  });

  test("leaves out accounts that do not take text only, and says so", async () => {
    await world.addAccount(group);
    await addAccountOn("instagram", "zimska");
    const { message, publishing_results } = await world.call(contentApi.publish, directly());
    expect(publishing_results).toMatchObject([{ platform_type: "bluesky", status: "published" }]);
    expect(message).toBe(
      "Published on 1 of 1 account. Left out, needs an image or video: zimska on Instagram.",
    );
  });

  test("reports failed posts and those with an unknown outcome", async () => {
    for (const name of ["one", "wrong", "mute"]) await world.addAccount(group, name);
    publish.mockImplementation(async (...asked) => {
      if (asked[0].account.username === "mute") return silent(...asked);
      return sandboxPublisher.publish(...asked);
    });
    const { message, publishing_results } = await world.call(contentApi.publish, directly());
    expect(publishing_results.map(({ status }) => status)).toEqual([
      "published",
      "failed",
      "unknown",
    ]);
    expect(message).toBe(
      "Published on 1 of 3 accounts. 1 failed. 1 may already be live: check the profile.",
    );
  });

  test("needs an account that can take it", async () => {
    const refusal = (more?: object) => world.refusal(contentApi.publish, directly(more));
    const none = { status: 409, detail: "This group has no active account to publish on." };
    expect(await refusal()).toEqual(none);
    await setAccount(await world.addAccount(group), { is_active: false });
    expect(await refusal()).toEqual(none);
    await addAccountOn("instagram", "zimska");
    expect(await refusal()).toEqual({
      status: 409,
      detail: "Every active account of this group needs an image or video: zimska on Instagram.",
    });
    expect(await refusal({ account_group_id: 999 })).toEqual({
      status: 404,
      detail: "No such group.",
    });
    expect(await world.queue()).toEqual([]);
  });

  test.each<[field: string, value: unknown, msg: string]>([
    ["text_content", " ", "Text content is required."],
    ["text_content", undefined, "Field required"],
    ["image_url", "javascript:alert(1)", "Image URL must start with http://, https:// or /."],
    ["account_group_id", undefined, "Field required"],
    ["category_id", 1, "Extra inputs are not permitted"],
  ])("%s: %j is refused", async (field, value, msg) => {
    await world.addAccount(group);
    expect(await world.refusal(contentApi.publish, directly({ [field]: value }))).toEqual({
      status: 422,
      detail: [expect.objectContaining({ loc: ["body", field], msg })],
    });
    expect(publish).not.toHaveBeenCalled();
  });

  test("of one command goes out once, also after a crash", async () => {
    await world.addAccount(group);
    const body = { account_group_id: group, text_content: text, image_url: null };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send("publishing/publish", body, "twins")),
    );
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    expect(publish).toHaveBeenCalledTimes(1);
    const { begun } = openCall();
    void publishDirectly(run(), "command", body);
    await begun;
    await expect(publishDirectly(run(), "command", body)).rejects.toMatchObject(isUnderWay);
    await world.transaction(recoverInterrupted);
    expect(await publishDirectly(run(), "command", body)).toMatchObject({
      message: "Published on 0 of 1 account. 1 may already be live: check the profile.",
      publishing_results: [{ status: "unknown" }],
    });
    expect(publish).toHaveBeenCalledTimes(2);
  });
});
