import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type PlatformType, platforms } from "@/entities/account/platforms";
import { accountsApi } from "@/features/accounts/contract";
import { contentApi } from "@/features/content/contract";
import { performanceApi } from "@/features/performance/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import type { RequestOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { sandboxPublisher } from "../../../../server/adapters/sandbox/publisher.ts";
import { accounts, contentItems } from "../../../../server/db/schema.ts";
import { sealCredentials } from "../../../../server/features/accounts/platform-account.ts";
import { postNow } from "../../../../server/features/direct-publishing/post-now.ts";
import { publishDirectly } from "../../../../server/features/direct-publishing/publish-directly.ts";
import { enqueueDue } from "../../../../server/features/scheduler/due.ts";
import type { Publisher } from "../../../../server/ports/publisher.ts";
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
const isUnderWay = { status: 503, detail: "This is being published now." };
const minute = 60_000;

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
